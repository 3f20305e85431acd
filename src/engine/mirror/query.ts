import type { Instant } from '../../lib/millis.ts';
import { asInRows } from '../../lib/uuid.ts';
import type { Kind } from '../define.ts';
import type { LastFailure, Position, SyncStatus } from './meta.ts';
import type { Keeping } from './storage.ts';

/**
 * A question to the mirror: rows of one kind in their list order, all of them or those that a lookup
 * of the kind finds, the first `limit` of them or all.
 */
export interface Query<Item> {
  // biome-ignore lint/suspicious/noExplicitAny: the row type stays inside the kind
  readonly kind: Kind<any, Item, any>;
  readonly where?: { readonly lookup: string; readonly is: string };
  readonly limit?: number;
}

/**
 * What a screen can show for a query (DIFF-3). There is no state 'failed although there is content': content on the
 * device is shown, whatever the last sync did.
 *
 * | state | when |
 * |---|---|
 * | ready | the device has rows for it |
 * | empty | no rows, and the device has had everything once |
 * | unreadable | a whole list has no rows except some that this version of the site cannot read |
 * | error | no rows, never had everything, and the last sync failed or there is no network |
 * | loading | no rows, never had everything, and a sync may bring them |
 */
export type Content<Item> =
  | { readonly state: 'loading' }
  | { readonly state: 'error' }
  | { readonly state: 'empty' }
  | { readonly state: 'unreadable'; readonly count: number }
  | { readonly state: 'ready'; readonly items: readonly Item[] };

/** The mirror's state as screens see it. */
export interface MirrorState {
  /** When this device last had everything; null if never. */
  readonly freshness: Instant | null;
  readonly status: SyncStatus;
  /** Rows set aside because this version of the app cannot read them. */
  readonly malformed: number;
}

export interface Diagnosis {
  readonly position: Position;
  readonly lastFailure: LastFailure | null;
  readonly malformed: readonly { table: string; id: string; reason: string }[];
}

/**
 * The readable side of the mirror: here on Dexie (read.ts), in tests a plain value.
 */
export interface Mirror {
  /** Whether the device stores what is read here; if that changes, another mirror takes its place. */
  readonly keeping: Keeping;
  read<Item>(query: Query<Item>): Promise<Content<Item>>;
  state(): Promise<MirrorState>;
  /** The same from memory, where it is there already. It is the same object until it changes. */
  peek<Item>(query: Query<Item>): Content<Item> | undefined;
  peekState(): MirrorState | undefined;
  /** Calls `listener` when what `peek` says may have changed. @returns a function that stops it */
  onChange(listener: () => void): () => void;
  /** More of the mirror's state, for engineers. */
  diagnosis(): Promise<Diagnosis>;
  /** Asks the engine of this page to sync now. */
  requestSync(): void;
}

/** The table above as a function.
 *
 * @param unreadable rows of the list that are set aside
 */
export function toContent<Item>(
  items: readonly Item[],
  position: Pick<Position, 'complete'>,
  status: SyncStatus,
  unreadable = 0,
): Content<Item> {
  if (items.length > 0) return { state: 'ready', items };
  if (unreadable > 0) return { state: 'unreadable', count: unreadable };
  if (position.complete) return { state: 'empty' };
  const isHopeless = status.failures > 0 || status.phase === 'offline';
  return { state: isHopeless ? 'error' : 'loading' };
}

/** All rows of a kind, or the first `limit`, in the order its definition gives. */
export function list<Item>(
  // biome-ignore lint/suspicious/noExplicitAny: the row type stays inside the kind
  kind: Kind<any, Item, any>,
  limit?: number,
): Query<Item> {
  return limit === undefined ? { kind } : { kind, limit };
}

/** The rows that a lookup of the kind finds, e.g. `find(tasks, 'project', id)`. */
export function find<Item, Lookup extends string>(
  // biome-ignore lint/suspicious/noExplicitAny: the row type stays inside the kind
  kind: Kind<any, Item, Lookup>,
  lookup: NoInfer<Lookup>,
  is: string,
): Query<Item> {
  return { kind, where: { lookup, is } };
}

/** The row with this id, as a list of one or none. */
export function byId<Item>(
  // biome-ignore lint/suspicious/noExplicitAny: the row type stays inside the kind
  kind: Kind<any, Item, any>,
  id: string,
): Query<Item> {
  return { kind, where: { lookup: 'id', is: asInRows(id) } };
}

/** Whether a query finds a row. */
export function matches<Item>(
  row: { readonly id: string; readonly by: Readonly<Record<string, readonly string[]>> },
  { where }: Query<Item>,
): boolean {
  if (where === undefined) return true;
  if (where.lookup === 'id') return row.id === where.is;
  return row.by[where.lookup]?.includes(where.is) === true;
}

/** The same text for the same query. */
export function questionOf<Item>({ kind, where, limit }: Query<Item>): string {
  return JSON.stringify([kind.table, where?.lookup, where?.is, limit]);
}
