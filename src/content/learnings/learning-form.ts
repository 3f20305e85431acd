import { ownersZone } from '../../lib/owner-days.ts';
import { addressField } from '../form/address-field.ts';
import { defineForm } from '../form/form.ts';
import { publicationField } from '../form/publication-field.ts';
import { resourceOf } from '../resources/captured.ts';
import { resourceForm } from '../resources/resource-form.ts';
import { learnings } from './learnings.ts';

/** ADMIN-8 */
export const learningForm = defineForm(learnings, {
  one: 'learning',
  many: 'learnings',
  tab: { id: 'learnings', label: 'Learnings' },
  fields: {
    title: { label: 'Title' },
    description: { label: 'Description', lines: 4 },
    content: { label: 'Content (Optional)', lines: 8 },
    tags: { label: 'Tags (Optional)' },
    link: { label: 'Link (Optional)' },
    project_id: { label: 'Project (Optional)', none: 'No project' },
    slug: addressField,
    created_at: {
      label: 'Date (Optional)',
      hint: `By the clock of ${ownersZone}. A learning without one gets that of its first saving.`,
    },
    published_at: publicationField,
  },
  members: {
    resources: {
      label: 'Resources (Optional)',
      hint: 'In the order of the site: the newest first.',
      of: resourceForm,
      by: 'learning_id',
      made: (title, url) => resourceOf({ title, text: '', url }).values,
    },
  },
  labels: { rank: 'Rank' },
  writes: 'content',
  missing: 'Title and description are required',
  about: (row) => [row.rank === null ? null : 'pinned', learnings.toItem(row).tags.join(', ')],
});
