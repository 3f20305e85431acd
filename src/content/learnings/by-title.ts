import type { Learning } from './learnings.ts';

let titles: Intl.Collator | undefined;

/** PROJECT-3: the order of a project's learnings. Those of one title stay in the order of all lists. */
export function byTitle(a: Learning, b: Learning): number {
  titles ??= new Intl.Collator('en', { sensitivity: 'base' });
  return titles.compare(a.title, b.title);
}
