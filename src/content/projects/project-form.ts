import { defineForm } from '../form/form.ts';
import { textIn } from '../form/values.ts';
import { projectSlug } from '../slug.ts';
import { tasks } from '../tasks/tasks.ts';
import { type ProjectStatus, type projectStatuses, projects } from './projects.ts';

/** ADMIN-4, in its order; not the roadmap's words. */
const statusLabels: Readonly<Record<ProjectStatus, string>> = {
  donezo: 'Donezo',
  done: 'Done',
  'in-progress': 'In Progress',
  idea: 'Just an Idea',
};

export const projectForm = defineForm(projects, {
  one: 'project',
  many: 'projects',
  fields: [
    { column: 'title', label: 'Title', input: 'line', required: true },
    { column: 'description', label: 'Description', input: 'text', lines: 5, required: true },
    {
      column: 'status',
      label: 'Status',
      input: 'choice',
      choices: (['donezo', 'done', 'in-progress', 'idea'] as const).map((value) => ({
        value,
        label: statusLabels[value],
      })),
      start: 'idea' satisfies (typeof projectStatuses)[number],
    },
    { column: 'image_url', label: 'Image URL (Optional)', input: 'picture' },
    {
      column: 'details',
      label: 'Details (Optional)',
      input: 'text',
      lines: 8,
      markup: true,
      hint: 'HTML, shown on the project’s own page.',
    },
  ],
  missing: 'Please fill in all required fields',
  failed: {
    add: 'Failed to create project: {reason}',
    update: 'Failed to update project: {reason}',
  },
  along: { of: tasks, lookup: 'project', one: 'task', many: 'tasks' },
  name: ({ title }) => title,
  about: ({ status }) => [statusLabels[status]],
  // Two projects of one address: the later is reached by its id (addresses.ts).
  added: (values, others) => {
    const slug = projectSlug(textIn(values, 'title'));
    const isTaken = others.some((other) => projects.toItem(other).slug === slug);
    return { slug: slug === '' || isTaken ? null : slug };
  },
});
