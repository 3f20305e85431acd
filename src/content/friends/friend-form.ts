import { defineForm } from '../form/form.ts';
import { friends } from './friends.ts';

export const friendForm = defineForm(friends, {
  one: 'friend',
  many: 'friends',
  fields: [
    { column: 'name', label: 'Name', input: 'line', required: true },
    { column: 'role', label: 'Role (Optional)', input: 'line' },
    { column: 'avatar_url', label: 'Picture (Optional)', input: 'picture' },
    { column: 'bio', label: 'Bio (Optional)', input: 'text', lines: 3 },
  ],
  missing: 'Name is required',
  name: ({ name }) => name,
  about: ({ role }) => [role],
});
