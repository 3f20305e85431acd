import { capital, defineForm } from '../form/form.ts';
import { learnings } from '../learnings/learnings.ts';
import { resources, resourceTypes } from './resources.ts';

export const resourceForm = defineForm(resources, {
  one: 'resource',
  many: 'resources',
  fields: [
    { column: 'title', label: 'Title', input: 'line', required: true },
    { column: 'description', label: 'Description', input: 'text', lines: 4, required: true },
    { column: 'link_url', label: 'Link (Optional)', input: 'website' },
    { column: 'image_url', label: 'Image URL (Optional)', input: 'picture' },
    { column: 'tags', label: 'Tags (Optional)', input: 'tags', kept: 'commas' },
    {
      column: 'type',
      label: 'Type',
      input: 'choice',
      choices: resourceTypes.map((value) => ({ value, label: capital(value) })),
      start: 'text',
    },
    { column: 'Source', label: 'Source (Optional)', input: 'line' },
    {
      column: 'learning_id',
      label: 'Learning (Optional)',
      input: 'item',
      of: learnings,
      none: 'No learning',
    },
  ],
  missing: 'Title and description are required.',
  failed: {
    add: 'Failed to add resource: {reason}',
    update: 'Failed to update resource: {reason}',
    delete: 'Failed to delete resource: {reason}',
  },
  confirmsDelete: false,
  name: ({ title }) => title,
  about: ({ type, Source }) => [capital(type), Source],
});
