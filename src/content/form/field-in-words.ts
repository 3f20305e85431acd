import { SAVED_TEXT_LENGTH } from '../../lib/limits.ts';
import { ownersClock } from '../../lib/owner-days.ts';
import { shortened } from '../../lib/shortened.ts';
import type { Field, FieldValue } from './form.ts';
import { membersInWords } from './members.ts';
import { allTags, isTags } from './values.ts';

/** What a field holds, in words. @param atMost characters of a text */
export function fieldInWords(field: Field, value: FieldValue, atMost = SAVED_TEXT_LENGTH): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field.input === 'timestamp' && value !== '')
    return ownersClock(Date.parse(String(value))).replace('T', ' ');
  if (field.input === 'members' && typeof value === 'object' && !isTags(value))
    return membersInWords(field, value);
  const text =
    typeof value === 'string' ? value.trim() : isTags(value) ? allTags(value).join(', ') : '';
  if (text === '') return 'nothing';
  return shortened(text, atMost);
}
