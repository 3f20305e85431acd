import { addressField } from '../form/address-field.ts';
import { defineForm } from '../form/form.ts';
import { publicationField } from '../form/publication-field.ts';
import { taskWords } from '../tasks/task-words.ts';
import { type ProjectStatus, projects } from './projects.ts';

/** ADMIN-4's words, in its order; the roadmap's words differ. */
const statusLabels: Readonly<Record<ProjectStatus, string>> = {
  donezo: 'Donezo',
  done: 'Done',
  'in-progress': 'In Progress',
  idea: 'Just an Idea',
};

export const projectForm = defineForm(projects, {
  one: 'project',
  many: 'projects',
  tab: { id: 'projects', label: 'Projects' },
  fields: {
    title: { label: 'Title' },
    description: { label: 'Description', lines: 5 },
    status: { label: 'Status', words: statusLabels },
    image_url: { label: 'Image URL (Optional)' },
    details: {
      label: 'Details (Optional)',
      lines: 8,
      markup: true,
      hint: 'Markdown or HTML, shown on the project’s own page.',
    },
    slug: addressField,
    published_at: publicationField,
  },
  writes: 'details',
  missing: 'Please fill in all required fields',
  failed: {
    add: 'Failed to create project: {reason}',
    update: 'Failed to update project: {reason}',
  },
  along: { of: taskWords, lookup: 'project' },
  about: ({ status }) => [statusLabels[status]],
});
