import { defineForm } from '../form/form.ts';
import { publicationField } from '../form/publication-field.ts';
import { tools } from './tools.ts';

/** ADMIN-7 */
export const toolForm = defineForm(tools, {
  one: 'AI tool',
  many: 'AI tools',
  button: 'AI Tool',
  tab: { id: 'ai-tools', label: 'AI Tools' },
  fields: {
    name: { label: 'Name' },
    tag: { label: 'Tag' },
    hyperlink: { label: 'Hyperlink' },
    picture: { label: 'Picture (Optional)' },
    bio: { label: 'Bio (Optional)', lines: 3 },
    published_at: publicationField,
  },
  writes: 'bio',
  missing: 'Name, tag, and hyperlink are required',
  about: ({ tag }) => [tag],
});
