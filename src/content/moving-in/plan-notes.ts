import { uniqueTags } from '../../engine/index.ts';
import type { Row } from '../write-content-file.ts';
import type { BroughtNote, BroughtNotes } from './brought.ts';
import { firstDescription } from './first-description.ts';
import type { NoteValues, ReadNote } from './read-note.ts';
import { marksOf } from './renamed-notes.ts';

/**
 * What an import of notes would do to the learnings that are there.
 *
 * | on the site | the note | |
 * |---|---|---|
 * | not there | never brought here | added |
 * | not there | brought here before | deleted here since: left away |
 * | there, as the note is | | same |
 * | there, as it was brought once | has changed | changed |
 * | there, otherwise | | edited here since: left alone |
 * | there | is no more | gone: left alone |
 * | any of these | lies at another path now | the same, and moved (renamed-notes.ts) |
 *
 * `replace` brings back what was deleted, and overwrites what was edited here. Nothing is ever deleted.
 *
 * A first paragraph follows the text as a description while it is one here, too. An address is given once: a later slug of the
 * note does not take it away. Former addresses are added where the learning lacks them and no other one has them. A date that is only
 * the file's is not compared: a copy of a folder changes it.
 */

export interface ChangedNote {
  readonly path: string;
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** What these columns hold on the site. */
  readonly base: Readonly<Record<string, unknown>>;
}

export interface NotesPlan {
  readonly added: readonly { readonly path: string; readonly row: Row }[];
  readonly changed: readonly ChangedNote[];
  /** Paths. */
  readonly same: readonly string[];
  readonly edited: readonly string[];
  readonly deleted: readonly string[];
  readonly gone: readonly string[];
  readonly moved: readonly { readonly path: string; readonly from: string }[];
  /** What is remembered before it is carried out, by the paths that the notes have now. */
  readonly before: BroughtNotes;
  /** What is to be remembered once the plan is carried out. */
  readonly brought: BroughtNotes;
}

/** Values that are remembered of a note or a row: an older state of a site is one of them. */
const REMEMBERED = 20;

/** What is remembered once values with this fingerprint are on the site of this history. */
export function remembered(
  before: BroughtNote | undefined,
  print: string,
  epoch: string,
  most = REMEMBERED,
): BroughtNote {
  const earlier = (before?.values ?? []).filter((it) => it !== print);
  return {
    ...before,
    values: [...earlier, print].slice(-most),
    sites: [...new Set([...(before?.sites ?? []), epoch])],
  };
}

export function planNotes({
  notes,
  rows,
  brought,
  renamed,
  epoch,
  replace,
  originOf,
  idOf,
  hashOf,
}: {
  notes: readonly ReadNote[];
  /** The learnings of the site. */
  rows: readonly Row[];
  brought: BroughtNotes;
  /** By their paths, those that they had (renamed-notes.ts). */
  renamed: ReadonlyMap<string, string>;
  epoch: string;
  replace: boolean;
  /** Of a path, the one that the id is made of. */
  originOf: (path: string) => string;
  idOf: (origin: string) => string;
  hashOf: (text: string) => string;
}): NotesPlan {
  const held = new Map(rows.map((row) => [row.id, row]));
  const isTaken = addressesTaken(rows);
  const added: { path: string; row: Row }[] = [];
  const changed: ChangedNote[] = [];
  const [same, edited, deleted]: [string[], string[], string[]] = [[], [], []];
  const movedFrom = new Set(renamed.values());
  const originAt = (path: string) => (originOf(path) === path ? {} : { origin: originOf(path) });
  const before = new Map([...brought].filter(([path]) => !movedFrom.has(path)));
  for (const [path, from] of renamed) {
    const { origin: _, ...known } = brought.get(from) ?? { values: [], sites: [] };
    before.set(path, { ...known, ...originAt(path) });
  }
  const next = new Map(before);
  const remember = (note: ReadNote, values: object) => {
    const { path } = note;
    const news = remembered(before.get(path), hashOf(comparable(values)), epoch);
    next.set(path, { ...news, ...originAt(path), marks: marksOf(note) ?? undefined });
  };
  for (const note of notes) {
    const { path } = note;
    const id = idOf(originOf(path));
    const row = held.get(id);
    const known = before.get(path);
    if (row === undefined) {
      if (known?.sites.includes(epoch) === true && !replace) {
        deleted.push(path);
        continue;
      }
      added.push({ path, row: { id, ...note.values } });
      remember(note, note.values);
      continue;
    }
    const dated = note.isDated ? note.values : withDateOf(row, note.values);
    const wanted = note.isDescribed === false ? withDescriptionOf(row, dated) : dated;
    const [now, then] = [comparable(row), comparable(wanted)];
    if (now !== then && known?.values.includes(hashOf(now)) !== true && !replace) {
      edited.push(path);
      continue;
    }
    const former = withFormer(row, wanted, isTaken);
    if (now === then && former === null) same.push(path);
    else {
      const { values, base } = now === then ? { values: {}, base: {} } : differences(row, wanted);
      changed.push({
        path,
        id,
        values: { ...values, ...(former === null ? {} : { former_slugs: former }) },
        base: { ...base, ...(former === null ? {} : { former_slugs: row.former_slugs ?? null }) },
      });
    }
    remember(note, wanted);
  }
  const paths = new Set(notes.map(({ path }) => path));
  const gone = [...before.keys()].filter(
    (path) => !paths.has(path) && held.has(idOf(originOf(path))),
  );
  const moved = [...renamed].map(([path, from]) => ({ path, from }));
  return { added, changed, same, edited, deleted, gone, moved, before, brought: next };
}

/** Whether an address leads to a row already: its present one, a former one, or its id. */
function addressesTaken(rows: readonly Row[]): (address: string) => boolean {
  const taken = new Set<unknown>(
    rows.flatMap((row) => [row.id, row.slug, ...formerAddresses(row.former_slugs)]),
  );
  return (address) => taken.has(address);
}

/** @returns null if it has all that it can have */
function withFormer(
  row: Row,
  wanted: NoteValues,
  isTaken: (address: string) => boolean,
): readonly string[] | null {
  const more = (wanted.former_slugs ?? []).filter((it) => !isTaken(it));
  return more.length === 0 ? null : [...formerAddresses(row.former_slugs), ...new Set(more)];
}

const formerAddresses = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

function withDateOf(row: Row, values: NoteValues): NoteValues {
  const date = typeof row.created_at === 'string' ? row.created_at : values.created_at;
  return { ...values, created_at: date, published_at: values.published_at === null ? null : date };
}

/** One that is not the text's first paragraph was written here, or taken away. */
function withDescriptionOf(row: Row, values: NoteValues): NoteValues {
  const [content, description] = [row.content, row.description ?? ''];
  const isFirst = description === firstDescription(typeof content === 'string' ? content : null);
  return isFirst ? values : { ...values, description: String(description) };
}

/** What both a note and a row say, so that equal ones are one text. */
function compared(values: object) {
  const it = values as Readonly<Record<string, unknown>>;
  return {
    title: it.title ?? '',
    description: it.description ?? '',
    content: it.content ?? '',
    tags: Array.isArray(it.tags) ? uniqueTags(it.tags.map(String)) : [],
    link: it.link ?? '',
    created_at: typeof it.created_at === 'string' ? Date.parse(it.created_at) : null,
    published_at: it.published_at === null || it.published_at === undefined ? 'draft' : 'published',
  };
}

const comparable = (values: object) => JSON.stringify(compared(values));

function differences(row: Row, wanted: NoteValues) {
  const [now, then] = [compared(row), compared(wanted)];
  const columns = (Object.keys(then) as (keyof typeof then)[]).filter(
    (column) => JSON.stringify(now[column]) !== JSON.stringify(then[column]),
  );
  const differs = (column: 'updated_at' | 'published_at') =>
    wanted[column] !== null && Date.parse(wanted[column]) !== Date.parse(String(row[column]));
  // What was published or scheduled for its date goes along with it.
  const isOfItsDate =
    then.published_at === now.published_at &&
    now.created_at === Date.parse(String(row.published_at)) &&
    differs('published_at');
  const all: readonly (keyof NoteValues)[] = [
    ...columns,
    ...(isOfItsDate ? (['published_at'] as const) : []),
    ...(differs('updated_at') ? (['updated_at'] as const) : []),
  ];
  return {
    values: Object.fromEntries(all.map((column) => [column, wanted[column]])),
    base: Object.fromEntries(all.map((column) => [column, row[column] ?? null])),
  };
}
