import { defineForm } from '../form/form.ts';
import { toolForm } from '../tools/tool-form.ts';
import { friends } from './friends.ts';

export const friendForm = defineForm(friends, {
  one: 'friend',
  many: 'friends',
  // The people among the friends have no tab of their own in the spec.
  tab: toolForm.tab,
  fields: {
    name: { label: 'Name' },
    role: { label: 'Role (Optional)' },
    avatar_url: { label: 'Picture (Optional)' },
    bio: { label: 'Bio (Optional)', lines: 3 },
  },
  missing: 'Name is required',
  about: ({ role }) => [role],
});
