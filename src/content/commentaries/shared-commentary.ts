import type { QueuedChange } from '../../engine/index.ts';
import type { SharedWords } from '../../lib/shared-pictures.ts';
import { commentaries } from './commentaries.ts';

/** @returns the change that would add what was shared with pictures as a commentary, without them; its form can be filled with it */
export function commentaryOf({
  title,
  text,
  url,
}: SharedWords): Extract<QueuedChange, { op: 'insert' }> {
  // Android's apps put the address into the text as often as not.
  const words = [text, text.includes(url.trim()) ? '' : url].map((it) => it.trim());
  const values = { title: title.trim(), content: words.filter((it) => it !== '').join('\n\n') };
  return { op: 'insert', table: commentaries.table, id: '', values, blank: {} };
}
