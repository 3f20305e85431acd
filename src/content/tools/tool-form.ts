import { defineForm } from '../form/form.ts';
import { tools } from './tools.ts';

export const toolForm = defineForm(tools, {
  one: 'AI tool',
  many: 'AI tools',
  button: 'AI Tool',
  fields: [
    { column: 'name', label: 'Name', input: 'line', required: true },
    { column: 'tag', label: 'Tag', input: 'line', required: true },
    { column: 'hyperlink', label: 'Hyperlink', input: 'website', required: true },
    { column: 'picture', label: 'Picture (Optional)', input: 'picture' },
    { column: 'bio', label: 'Bio (Optional)', input: 'text', lines: 3 },
  ],
  missing: 'Name, tag, and hyperlink are required',
  name: ({ name }) => name,
  about: ({ tag }) => [tag],
});
