import type { Contents, Group } from '../../content/search/groups.ts';
import type { Hit } from '../../content/search/search-index.ts';
import { type Way, wayTo } from '../../content/search/ways.ts';
import { RESULTS_SHOWN } from '../../lib/limits.ts';
import { tokenizeWithin } from '../../lib/search-words.ts';
import { excerptAround } from './marks.ts';

/** A result as shown. */
export interface Result {
  readonly key: string;
  readonly group: Group;
  readonly title: string;
  /** The text that matched, if it was not the title, or the beginning of the text. */
  readonly detail: string;
  readonly terms: ReadonlySet<string>;
  readonly way: Way;
}

/**
 * The best results by group. Groups are ordered by their best result, so that the first result is the best
 * of all.
 */
export function toResults(hits: readonly Hit[], contents: Contents): Result[] {
  const byGroup = new Map<Group, Result[]>();
  for (const { entry, terms } of hits.slice(0, RESULTS_SHOWN)) {
    const way = wayTo(entry.group, entry.id, contents);
    if (way === null) continue;
    const found = new Set(terms);
    const of = byGroup.get(entry.group) ?? [];
    of.push({
      key: entry.key,
      group: entry.group,
      title: entry.title,
      detail: [...says(way), ...tagsWith(entry.tags, found), excerptAround(entry.text, found)]
        .filter((part) => part !== '')
        .join(' · '),
      terms: found,
      way,
    });
    byGroup.set(entry.group, of);
  }
  return [...byGroup.values()].flat();
}

/** The results under the titles of their groups. */
export function grouped(
  results: readonly Result[],
): { readonly group: Group; readonly results: readonly Result[] }[] {
  const present = [...new Set(results.map(({ group }) => group))];
  return present.map((group) => ({
    group,
    results: results.filter((result) => result.group === group),
  }));
}

function says({ of, leaves }: Way): string[] {
  return [of === undefined ? '' : `In ${of}`, leaves === true ? 'Opens in a new tab' : ''];
}

function tagsWith(tags: readonly string[], found: ReadonlySet<string>): string[] {
  return tags.filter((tag) => tokenizeWithin(tag).some(({ term }) => found.has(term)));
}
