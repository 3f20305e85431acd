import type { Learning } from './learnings.ts';

const titles = new Intl.Collator('en', { sensitivity: 'base' });

/** PROJECT-3: the order of a project's learnings. Those of one title stay in the order of all lists. */
export const byTitle = (a: Learning, b: Learning): number => titles.compare(a.title, b.title);
