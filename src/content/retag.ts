import {
  type AnyKind,
  type BaseRow,
  type Change,
  type Columns,
  splitTags,
  uniqueTags,
  update,
} from '../engine/index.ts';
import { sameTag } from './tags.ts';

/** Tags over all kinds that have some: who has which, and changing one wherever it is. */

/** A kind with its rows on this device. */
export interface TaggedRows {
  readonly kind: AnyKind;
  readonly rows: readonly BaseRow[];
}

/** A tag in its most common spelling, how many items have it, and how many of each kind, by table. */
export interface TagEverywhere {
  readonly tag: string;
  readonly uses: number;
  readonly byTable: ReadonlyMap<string, number>;
}

/** The columns of a kind that hold tags, or one. */
export function tagColumns({ columns }: AnyKind): readonly string[] {
  return Object.entries(columns).flatMap(([name, { sort, options }]) => {
    const isFilled = options.by === undefined || options.by === 'form';
    const isOne = sort === 'text' && name === 'tag';
    return isFilled && (sort === 'tags' || isOne) ? [name] : [];
  });
}

function tagsIn(kind: AnyKind, row: BaseRow, column: string): readonly string[] {
  const held = (kind.filled(row) as unknown as Columns)[column];
  if (Array.isArray(held)) return uniqueTags(held.map(String));
  if (typeof held !== 'string') return [];
  return kind.columns[column]?.sort === 'tags' ? splitTags(held) : uniqueTags([held]);
}

/** All tags of a row. */
export function tagsOfRow(kind: AnyKind, row: BaseRow): readonly string[] {
  return tagColumns(kind).flatMap((column) => tagsIn(kind, row, column));
}

/** Every tag once, the most used first; `RAG` and `rag` are one, as the search has it. */
export function tagsEverywhere(all: readonly TaggedRows[]): readonly TagEverywhere[] {
  const found = new Map<string, { spelled: Map<string, number>; byTable: Map<string, number> }>();
  for (const { kind, rows } of all) {
    for (const row of rows) {
      for (const tag of tagsOfRow(kind, row)) {
        const key = tag.toLowerCase();
        const held = found.get(key) ?? { spelled: new Map(), byTable: new Map() };
        found.set(key, held);
        held.spelled.set(tag, (held.spelled.get(tag) ?? 0) + 1);
        held.byTable.set(kind.table, (held.byTable.get(kind.table) ?? 0) + 1);
      }
    }
  }
  const alphabetical = new Intl.Collator('en');
  return [...found.values()]
    .map(({ spelled, byTable }) => ({
      tag: [...spelled].reduce((most, next) => (next[1] > most[1] ? next : most))[0],
      uses: [...byTable.values()].reduce((sum, count) => sum + count),
      byTable,
    }))
    .sort((a, b) => b.uses - a.uses || alphabetical.compare(a.tag, b.tag));
}

/** A tag without what people spell in different ways: `github-actions`, `Github Actions` and `github_actions` are one. */
function bareTag(tag: string): string {
  return tag
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
}

/** Tags that may be meant as one, together; the most used first, of equals the plainest spelling. */
export function alikeGroups(all: readonly TagEverywhere[]): readonly (readonly TagEverywhere[])[] {
  const groups = new Map<string, TagEverywhere[]>();
  for (const one of all) {
    const group = groups.get(bareTag(one.tag)) ?? [];
    groups.set(bareTag(one.tag), [...group, one]);
  }
  const isBare = ({ tag }: TagEverywhere) => (tag === bareTag(tag) ? 0 : 1);
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => group.sort((a, b) => b.uses - a.uses || isBare(a) - isBare(b)));
}

/**
 * Gives every item with one of these tags another one instead, in the place of the first of them. An item that has that one
 * already keeps it once.
 */
export function retag(
  all: readonly TaggedRows[],
  from: readonly string[],
  to: string,
): readonly Change[] {
  const isMeant = (tag: string) => from.some((one) => sameTag(one, tag));
  return all.flatMap(({ kind, rows }) =>
    rows.flatMap((row) => {
      const values: Record<string, unknown> = {};
      for (const column of tagColumns(kind)) {
        const tags = tagsIn(kind, row, column);
        if (!tags.some(isMeant)) continue;
        const changed = tags.map((tag) => (isMeant(tag) || sameTag(tag, to) ? to : tag));
        const held = (row as unknown as Columns)[column];
        values[column] = Array.isArray(held)
          ? [...new Set(changed)]
          : [...new Set(changed)].join(',');
      }
      return Object.keys(values).length === 0 ? [] : [update(kind, row.id, values)];
    }),
  );
}

/** A typed tag in the spelling that is here already, if one is meant as the same. */
export function knownSpelling(typed: string, known: readonly string[]): string {
  return (
    known.find((tag) => tag === typed) ??
    known.find((tag) => bareTag(tag) === bareTag(typed)) ??
    typed
  );
}
