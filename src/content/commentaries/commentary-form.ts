import { milliseconds } from '../../engine/index.ts';
import { shortDate } from '../../lib/in-words.ts';
import { ownersDay } from '../../lib/owner-days.ts';
import { defineForm } from '../form/form.ts';
import { publicationField } from '../form/publication-field.ts';
import { commentaries } from './commentaries.ts';

/** ADMIN-3 */
export const commentaryForm = defineForm(commentaries, {
  one: 'commentary',
  many: 'commentaries',
  tab: { id: 'commentary', label: 'Commentaries' },
  fields: {
    title: { label: 'Title' },
    image_url: { label: 'Image URL (Optional)' },
    content: { label: 'Content', lines: 6 },
    published_at: publicationField,
  },
  writes: 'content',
  missing: 'Title and content are required',
  about: ({ created_at }) => {
    const time = milliseconds(created_at);
    return [time === null ? null : shortDate(ownersDay(time))];
  },
});
