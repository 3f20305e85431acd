import { milliseconds } from '../../engine/index.ts';
import { shortDate } from '../../lib/short-date.ts';
import { defineForm } from '../form/form.ts';
import { commentaries } from './commentaries.ts';

export const commentaryForm = defineForm(commentaries, {
  one: 'commentary',
  many: 'commentaries',
  fields: [
    { column: 'title', label: 'Title', input: 'line', required: true },
    { column: 'image_url', label: 'Image URL (Optional)', input: 'picture' },
    { column: 'content', label: 'Content', input: 'text', lines: 6, required: true },
  ],
  missing: 'Title and content are required',
  name: ({ title }) => title,
  about: ({ created_at }) => {
    const time = milliseconds(created_at);
    return [time === null ? null : shortDate(time)];
  },
});
