import { EXCERPT_LEAD, EXCERPT_LENGTH } from '../../lib/limits.ts';
import { shortened, signStart } from '../../lib/shortened.ts';

/** The text from `start` on, without line breaks, cut to a short length. */
export function excerpt(text: string, start = 0): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const from = signStart(flat, Math.max(0, Math.min(start, flat.length - EXCERPT_LENGTH)));
  return `${from > 0 ? '…' : ''}${shortened(flat.slice(from), EXCERPT_LENGTH)}`;
}

/** Two versions of a text, each from shortly before their first difference, so that the change is visible. */
export function excerptsOfChange(before: string, after: string): [string, string] {
  const [old, now] = [before, after].map((text) => text.replace(/\s+/g, ' ').trim());
  if (old === undefined || now === undefined) return [before, after];
  let same = 0;
  while (same < old.length && same < now.length && old[same] === now[same]) same += 1;
  const start = Math.max(0, same - EXCERPT_LEAD);
  return [excerpt(old, start), excerpt(now, start)];
}
