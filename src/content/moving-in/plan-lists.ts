import type { AnyColumn, AnyKind } from '../../engine/index.ts';
import type { Row } from '../write-content-file.ts';
import type { BroughtNotes } from './brought.ts';
import { remembered } from './plan-notes.ts';

/**
 * What an import of lists would do to the rows that are there, by the rules of plan-notes.ts. Of a row those columns count that
 * the list has a value for: a list without dates says nothing of dates.
 */

export interface ListedRow {
  /** The list's path and the row's key: what it is remembered by. */
  readonly path: string;
  readonly id: string;
  readonly kind: AnyKind;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ListsPlan {
  readonly added: readonly ListedRow[];
  readonly changed: readonly (ListedRow & {
    /** What these columns hold on the site. */
    readonly base: Readonly<Record<string, unknown>>;
  })[];
  /** Paths. */
  readonly same: readonly string[];
  readonly edited: readonly string[];
  readonly deleted: readonly string[];
  readonly gone: readonly string[];
  /** What is to be remembered once the plan is carried out. */
  readonly brought: BroughtNotes;
}

export function planLists({
  listed,
  kinds,
  rowsOf,
  brought,
  epoch,
  replace,
  idOf,
  hashOf,
}: {
  listed: readonly ListedRow[];
  /** Those that lists may be of. */
  kinds: readonly AnyKind[];
  /** The rows of the site. */
  rowsOf: (table: string) => readonly Row[];
  brought: BroughtNotes;
  epoch: string;
  replace: boolean;
  idOf: (path: string) => string;
  hashOf: (text: string) => string;
}): ListsPlan {
  const held = new Map(
    kinds.flatMap(({ table }) => rowsOf(table).map((row) => [`${table} ${row.id}`, row])),
  );
  const added: ListedRow[] = [];
  const changed: ListsPlan['changed'][number][] = [];
  const [same, edited, deleted]: [string[], string[], string[]] = [[], [], []];
  const next = new Map(brought);
  const remember = ({ path, kind, values }: ListedRow) =>
    next.set(path, remembered(brought.get(path), hashOf(comparable(kind, values, values)), epoch));
  for (const row of listed) {
    const { path, id, kind, values } = row;
    const now = held.get(`${kind.table} ${id}`);
    const known = brought.get(path);
    if (now === undefined) {
      if (known?.sites.includes(epoch) === true && !replace) {
        deleted.push(path);
        continue;
      }
      added.push(row);
    } else {
      const differing = Object.keys(values).filter((column) => !isSame(kind, column, values, now));
      const wasBrought = known?.values.includes(hashOf(comparable(kind, now, values))) === true;
      if (differing.length === 0) same.push(path);
      else if (wasBrought || replace) {
        const of = (it: Readonly<Record<string, unknown>>) =>
          Object.fromEntries(differing.map((column) => [column, it[column] ?? null]));
        changed.push({ ...row, values: of(values), base: of(now) });
      } else {
        edited.push(path);
        continue;
      }
    }
    remember(row);
  }
  const paths = new Set(listed.map(({ path }) => path));
  const ids = new Set(kinds.flatMap(({ table }) => rowsOf(table).map(({ id }) => id)));
  const gone = [...brought.keys()].filter((path) => !paths.has(path) && ids.has(idOf(path)));
  return { added, changed, same, edited, deleted, gone, brought: next };
}

/** Databases write one time in several ways, and tags. */
function shown(kind: AnyKind, column: string, row: Readonly<Record<string, unknown>>): string {
  const it: AnyColumn | undefined = kind.columns[column];
  const value = row[column] ?? null;
  return JSON.stringify(it === undefined ? value : (it.toShown(value as never) ?? null));
}

function isSame(
  kind: AnyKind,
  column: string,
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  return shown(kind, column, one) === shown(kind, column, other);
}

/** What a row says in the columns of a list, so that equal ones are one text. */
function comparable(
  kind: AnyKind,
  row: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify(
    Object.keys(values)
      .sort()
      .map((column) => [column, shown(kind, column, row)]),
  );
}
