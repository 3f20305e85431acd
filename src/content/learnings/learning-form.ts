import { defineForm } from '../form/form.ts';
import { projects } from '../projects/projects.ts';
import { learnings } from './learnings.ts';

export const learningForm = defineForm(learnings, {
  one: 'learning',
  many: 'learnings',
  fields: [
    { column: 'title', label: 'Title', input: 'line', required: true },
    { column: 'description', label: 'Description', input: 'text', lines: 4, required: true },
    { column: 'content', label: 'Content (Optional)', input: 'text', lines: 8 },
    { column: 'tags', label: 'Tags (Optional)', input: 'tags', kept: 'list' },
    { column: 'link', label: 'Link (Optional)', input: 'website' },
    {
      column: 'project_id',
      label: 'Project (Optional)',
      input: 'item',
      of: projects,
      none: 'No project',
    },
  ],
  missing: 'Title and description are required',
  name: ({ title }) => title,
  about: (row) => [learnings.toItem(row).tags.join(', ')],
});
