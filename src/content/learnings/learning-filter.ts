import { SEARCHED_LENGTH } from '../../lib/limits.ts';
import { ownersYear } from '../../lib/owner-days.ts';
import { tagPlace } from '../tag-place.ts';
import type { LearningFilter } from './filtered-address.ts';
import type { Learning } from './learnings.ts';

/** LEARNINGS-3 to LEARNINGS-5: the learnings that match, in the order given. */
export function filterLearnings(
  all: readonly Learning[],
  { words, tag, year }: LearningFilter,
): readonly Learning[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0 && tag === '' && year === '') return all;
  const place = tagPlace(tag);
  return all.filter(
    (learning) =>
      (tag === '' || learning.tags.some((it) => tagPlace(it) === place)) &&
      (year === '' || yearIn(learning) === year) &&
      (wanted.length === 0 || hasAll(learning, wanted)),
  );
}

/** A year, and how many learnings are of it. */
export interface YearCount {
  readonly year: string;
  readonly count: number;
}

/** LEARNINGS-5: every year of a learning, the newest first. */
export function learningYears(all: readonly Learning[]): readonly YearCount[] {
  const counts = new Map<string, number>();
  for (const year of all.map(yearIn))
    if (year !== '') counts.set(year, (counts.get(year) ?? 0) + 1);
  return [...counts]
    .map(([year, count]) => ({ year, count }))
    .sort((a, b) => Number(b.year) - Number(a.year));
}

function yearIn({ createdAt }: Learning): string {
  return createdAt === null ? '' : ownersYear(createdAt);
}

function hasAll(learning: Learning, wanted: readonly string[]): boolean {
  const text = textOf(learning);
  return wanted.every((word) => text.includes(word));
}

const texts = new WeakMap<Learning, string>();

/**
 * What is searched of a learning, without the addresses behind its links. It is the source: to make the words of thousands
 * (content/markdown/plain-words.ts) would take a second at the first key.
 */
function textOf(learning: Learning): string {
  const known = texts.get(learning);
  if (known !== undefined) return known;
  const { title, tags, description, content } = learning;
  const source = (content ?? '').slice(0, SEARCHED_LENGTH).replace(addresses, ']');
  const text = [title, ...tags, description, source].join('\n').toLowerCase();
  texts.set(learning, text);
  return text;
}

/** Of links, pictures and definitions. Code that only looks like a link, as `list[0](event)`, is none. */
const addresses = /\](?:\(|:[ \t]*)<?(?:[a-z]+:|[/.#])[^\s)>]*/gi;
