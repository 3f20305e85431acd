import { defineForm } from '../form/form.ts';
import { toolForm } from '../tools/tool-form.ts';
import { friends } from './friends.ts';

/** DIFF-7 */
export const friendForm = defineForm(friends, {
  one: 'friend',
  many: 'friends',
  // People have no tab of their own (DIFF-7).
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
