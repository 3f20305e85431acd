import { capital, defineForm } from '../form/form.ts';
import { publicationField } from '../form/publication-field.ts';
import { resources } from './resources.ts';

/** ADMIN-6 */
export const resourceForm = defineForm(resources, {
  one: 'resource',
  many: 'resources',
  tab: { id: 'resources', label: 'Resources' },
  fields: {
    title: { label: 'Title' },
    description: { label: 'Description', lines: 4 },
    link_url: { label: 'Link (Optional)' },
    image_url: { label: 'Image URL (Optional)' },
    tags: { label: 'Tags (Optional)' },
    type: { label: 'Type', words: { audio: 'Audio', video: 'Video', text: 'Text' } },
    Source: { label: 'Source (Optional)' },
    learning_id: { label: 'Learning (Optional)', none: 'No learning' },
    published_at: publicationField,
  },
  writes: 'description',
  missing: 'Title and description are required.',
  failed: {
    add: 'Failed to add resource: {reason}',
    update: 'Failed to update resource: {reason}',
    delete: 'Failed to delete resource: {reason}',
  },
  confirmsDelete: false,
  about: ({ type, Source }) => [capital(type), Source],
});
