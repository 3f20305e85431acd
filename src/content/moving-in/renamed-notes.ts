import type { BroughtNote, BroughtNotes, NoteMarks } from './brought.ts';
import { fingerprint } from './note-ids.ts';
import type { ReadNote } from './read-note.ts';

/**
 * Recognises notes that lie at another path than when they were brought, so that each keeps its learning.
 *
 * | the note at a new path | and one that is gone | |
 * |---|---|---|
 * | has its id, slug or permalink in the front matter | | renamed |
 * | is the same, letter by letter | neither has such a name, or one that the other lacks too | renamed |
 * | otherwise | | another note |
 *
 * What two notes share tells of neither: of the notes that are there only one may have it, and of those that are gone only one.
 */

/** @returns null of what does not come from a file of its own: a post keeps its path when it is renamed */
export function marksOf({ source }: ReadNote): NoteMarks | null {
  if (source === undefined) return null;
  return { text: fingerprint(source.text), names: source.names.map(fingerprint) };
}

/** @returns by the new path of a note the one that it had */
export function renamedNotes(
  notes: readonly ReadNote[],
  brought: BroughtNotes,
): ReadonlyMap<string, string> {
  const here = new Set(notes.map(({ path }) => path));
  const gone = [...brought].filter(([path]) => !here.has(path));
  const renamed = new Map<string, string>();
  if (gone.length === 0) return renamed;
  const marked = notes.map((note) => ({ path: note.path, marks: marksOf(note) }));
  const holders = byKey(marked.flatMap(({ path, marks }) => keysOf(path, marks)));
  const former = byKey(gone.flatMap(([path, { marks }]) => keysOf(path, marks ?? null)));
  const taken = new Set<string>();
  for (const isOfNames of [true, false]) {
    for (const { path, marks } of marked) {
      if (marks === null || brought.has(path) || renamed.has(path)) continue;
      const keys = isOfNames ? marks.names : [marks.text];
      const before = keys.map((key) => only(holders.get(key)) && only(former.get(key)));
      const [old] = before.filter((it) => it !== undefined);
      const then = old === undefined ? undefined : brought.get(old)?.marks;
      if (old === undefined || then === undefined || taken.has(old)) continue;
      const isOther = then.names.join() !== marks.names.join();
      if (!isOfNames && isOther) continue;
      renamed.set(path, old);
      taken.add(old);
    }
  }
  return renamed;
}

/**
 * The path that a note's id is made of: the first that it had. A new note at a path that a renamed one has had gets another.
 *
 * @param renamed as `renamedNotes` says
 */
export function originsOf(
  brought: BroughtNotes,
  renamed: ReadonlyMap<string, string>,
): (path: string) => string {
  const origin = (path: string, known: BroughtNote | undefined) => known?.origin ?? path;
  const taken = new Set([...brought].map(([path, known]) => origin(path, known)));
  return (path) => {
    const before = renamed.get(path) ?? path;
    const known = brought.get(before);
    if (known !== undefined) return origin(before, known);
    let free = path;
    while (taken.has(free)) free = `${free}+`;
    return free;
  };
}

function keysOf(path: string, marks: NoteMarks | null): [key: string, path: string][] {
  return marks === null ? [] : [marks.text, ...marks.names].map((key) => [key, path]);
}

function byKey(pairs: readonly [string, string][]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const [key, path] of pairs) {
    const held = all.get(key);
    if (held === undefined) all.set(key, [path]);
    else held.push(path);
  }
  return all;
}

function only<Item>(items: readonly Item[] | undefined): Item | undefined {
  return items?.length === 1 ? items[0] : undefined;
}
