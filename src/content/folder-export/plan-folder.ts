import {
  type AnyColumn,
  type AnyKind,
  kindReferredTo,
  milliseconds,
  NOW,
} from '../../engine/index.ts';
import type { BroughtNote, BroughtNotes } from '../moving-in/brought.ts';
import { remembered } from '../moving-in/plan-notes.ts';
import type { Row, TableRows } from '../write-content-file.ts';
import type { NamedKinds } from './folder-layout.ts';
import type { FolderRow } from './folder-rows.ts';

/**
 * What an import of a folder would do to a site.
 *
 * | on the site | in the folder | |
 * |---|---|---|
 * | not there | was never on this site | added |
 * | not there | was on this site | deleted here since: left away |
 * | there, the same | | same |
 * | there, as it was exported or brought | has changed | changed |
 * | there, otherwise | | edited here since: left alone |
 * | there | is no more | gone: left alone |
 *
 * `replace` brings back what was deleted, and overwrites what was edited here. Nothing is ever deleted.
 *
 * What the server writes by itself is no change: the date of an update counts if the file's is later, former addresses if the file
 * has more of them, and a date that a file lacks is the server's. So is the address of a row whose own is another's.
 */

/** What is remembered of a row, by `nameOfRow`. */
export type BroughtRows = BroughtNotes;

export function nameOfRow({ table, id }: { readonly table: string; readonly id: string }): string {
  return `${table}/${id}`;
}

export interface ChangedRow {
  readonly row: FolderRow;
  readonly values: Readonly<Record<string, unknown>>;
  /** What these columns hold on the site. */
  readonly base: Readonly<Record<string, unknown>>;
}

export interface FolderPlan {
  /** Each after those that it refers to, if the kinds are in such an order. */
  readonly added: readonly FolderRow[];
  readonly changed: readonly ChangedRow[];
  readonly same: readonly FolderRow[];
  readonly edited: readonly FolderRow[];
  readonly deleted: readonly FolderRow[];
  /** They refer to what was deleted here, and cannot come without it. */
  readonly orphaned: readonly FolderRow[];
  /** By `nameOfRow`. */
  readonly gone: readonly string[];
}

export interface FolderPlanning {
  readonly rows: readonly FolderRow[];
  /** Those referred to first. */
  readonly kinds: readonly AnyKind[];
  /** The content of the site. */
  readonly there: TableRows;
  readonly brought: BroughtRows;
  /** The history that the site's content belongs to. */
  readonly epoch: string;
  readonly replace: boolean;
  readonly hashOf: (text: string) => string;
}

export function planFolder(planning: FolderPlanning): FolderPlan {
  const { rows, kinds, there, brought, epoch, replace, hashOf } = planning;
  const [added, changed]: [FolderRow[], ChangedRow[]] = [[], []];
  const [same, edited, deleted]: [FolderRow[], FolderRow[], FolderRow[]] = [[], [], []];
  const held = heldRows(there);
  for (const kind of kinds) {
    const holders = slugHolders(there.get(kind.table) ?? []);
    for (const row of rows.filter(({ table }) => table === kind.table)) {
      const known = brought.get(nameOfRow(row));
      const now = held.get(nameOfRow(row));
      if (now === undefined) {
        if (known?.sites.includes(epoch) === true && !replace) deleted.push(row);
        else added.push(row);
        continue;
      }
      const { values, base } = differences(kind, row, now, holders);
      if (Object.keys(values).length === 0) same.push(row);
      else if (replace || known?.values.includes(hashOf(rowText(kind, now))) === true)
        changed.push({ row, values, base });
      else edited.push(row);
    }
  }
  const withReferences = withoutOrphans(kinds, added, changed, (name) => held.has(name));
  const named = new Set(rows.map(nameOfRow));
  const gone = [...brought.keys()].filter((name) => !named.has(name) && held.has(name));
  return { ...withReferences, same, edited, deleted, gone };
}

function withoutOrphans(
  kinds: readonly AnyKind[],
  added: readonly FolderRow[],
  changed: readonly ChangedRow[],
  isThere: (name: string) => boolean,
) {
  const [left, orphaned]: [FolderRow[], FolderRow[]] = [[], []];
  const coming = new Set<string>();
  const byTable = new Map(kinds.map((kind) => [kind.table, kind]));
  const isOrphan = (table: string, values: FolderRow['values']) =>
    Object.entries<AnyColumn>(byTable.get(table)?.columns ?? {}).some(([name, column]) => {
      const id = values[name];
      if (column.sort !== 'reference' || typeof id !== 'string') return false;
      const other = nameOfRow({ table: kindReferredTo(column).table, id });
      return !isThere(other) && !coming.has(other);
    });
  for (const row of added) {
    if (isOrphan(row.table, row.values)) orphaned.push(row);
    else {
      left.push(row);
      coming.add(nameOfRow(row));
    }
  }
  const kept = changed.filter(({ row, values }) => {
    const isKept = !isOrphan(row.table, values);
    if (!isKept) orphaned.push(row);
    return isKept;
  });
  return { added: left, changed: kept, orphaned };
}

/**
 * What is remembered of rows that are on a site: an import knows by it which were edited there since.
 *
 * @param before what was remembered; only what it says of the rows of `names` changes
 */
export function rememberedRows(
  before: BroughtRows,
  names: Iterable<string>,
  kinds: NamedKinds,
  there: TableRows,
  epoch: string,
  hashOf: (text: string) => string,
): BroughtRows {
  const held = heldRows(there);
  const byTable = new Map(Object.values(kinds).map((kind) => [kind.table, kind]));
  const next = new Map<string, BroughtNote>(before);
  for (const name of names) {
    const row = held.get(name);
    const kind = byTable.get(name.slice(0, name.indexOf('/')));
    if (row === undefined || kind === undefined) continue;
    const print = hashOf(rowText(kind, row));
    next.set(name, remembered(before.get(name), print, epoch, REMEMBERED));
  }
  return next;
}

/** Values that are remembered of a row: several sites may have it, in different states. */
const REMEMBERED = 5;

function heldRows(there: TableRows): ReadonlyMap<string, Row> {
  return new Map(
    [...there].flatMap(([table, all]) =>
      all.map((row) => [nameOfRow({ table, id: row.id }), row] as const),
    ),
  );
}

/** What a person writes of a row, as a text that databases of two sorts make alike. */
export function rowText(kind: AnyKind, row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(
    Object.entries<AnyColumn>(kind.columns)
      .filter(([name, column]) => !isServers(name, column))
      .map(([name, column]) => [name, shown(column, row[name])]),
  );
}

function isServers(name: string, { options }: AnyColumn): boolean {
  return options.by === 'change' || name === 'former_slugs';
}

function shown(column: AnyColumn, value: unknown): unknown {
  return column.toShown((value ?? column.empty) as never) ?? null;
}

/** Whose a slug is, or was. */
function slugHolders(rows: readonly Row[]): ReadonlyMap<unknown, string> {
  const holders = new Map<unknown, string>();
  for (const { id, slug, former_slugs } of rows)
    for (const it of [slug, ...(Array.isArray(former_slugs) ? former_slugs : [])])
      holders.set(it, id);
  return holders;
}

function differences(
  kind: AnyKind,
  { values }: FolderRow,
  now: Row,
  holders: ReadonlyMap<unknown, string>,
) {
  const changed: Record<string, unknown> = {};
  for (const [name, column] of Object.entries<AnyColumn>(kind.columns)) {
    if (!(name in values)) continue;
    const isTaken = name === 'slug' && (holders.get(values[name]) ?? now.id) !== now.id;
    const value = isTaken ? undefined : valueToWrite(name, column, values[name], now);
    const differs =
      JSON.stringify(shown(column, value)) !== JSON.stringify(shown(column, now[name]));
    if (value !== undefined && differs) changed[name] = value;
  }
  const base = Object.fromEntries(Object.keys(changed).map((name) => [name, now[name] ?? null]));
  return { values: changed, base };
}

/** @returns undefined where the site's value stays */
function valueToWrite(name: string, column: AnyColumn, value: unknown, now: Row): unknown {
  const held = now[name];
  if (column.options.by === 'change') return isLater(value, held) ? value : undefined;
  if (name === 'former_slugs') return withMore(value, held, [now.slug, now.id]);
  if (name === 'slug' && (value === null || value === '')) return undefined;
  if (name === 'created_at' && value === null) return undefined;
  // Only what is not out yet can be published.
  if (value === NOW && typeof held === 'string') return undefined;
  return value;
}

function isLater(value: unknown, than: unknown): boolean {
  const at = typeof value === 'string' ? milliseconds(value) : null;
  return at !== null && (typeof than !== 'string' || at > (milliseconds(than) ?? at));
}

function withMore(value: unknown, held: unknown, others: readonly unknown[]): unknown {
  const had = Array.isArray(held) ? held : [];
  const more = Array.isArray(value)
    ? value.filter((it) => !had.includes(it) && !others.includes(it))
    : [];
  return more.length === 0 ? undefined : [...had, ...more];
}
