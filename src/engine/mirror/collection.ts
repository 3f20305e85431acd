import { type AnyKind, type BaseRow, compareOrder, type OrderPart } from '../define.ts';
import type { QueuedChange } from '../mutation.ts';
import type { Query } from './query.ts';
import { shownRow, takesFlag } from './rebase.ts';
import type { RowPage, StoredRow } from './row-page.ts';
import { asideIn, type SetAside } from './set-aside.ts';

/** A row as screens see it. The same object as long as nothing of it changes. */
export interface Member {
  readonly id: string;
  readonly row: BaseRow;
  readonly order: readonly OrderPart[];
  /** Its values in the kind's lookups. */
  readonly by: Readonly<Record<string, readonly string[]>>;
}

export function toMember(kind: AnyKind, row: BaseRow): Member {
  const by = Object.entries(kind.lookups).map(([lookup, lookUp]) => [
    lookup,
    [lookUp(row) ?? []].flat(),
  ]);
  return { id: row.id, row, order: kind.order(row), by: Object.fromEntries(by) };
}

const items = new WeakMap<AnyKind, WeakMap<Member, unknown>>();

/**
 * The item of an member, made when it is first asked for: a list may show only its first ones.
 *
 * @param kind any with the table: forms have other items than screens
 */
export function itemOf<Item>(kind: Query<Item>['kind'], member: Member): Item {
  const ofKind = items.get(kind) ?? new WeakMap<Member, unknown>();
  items.set(kind, ofKind);
  const item = ofKind.get(member) ?? kind.toItem(member.row);
  ofKind.set(member, item);
  return item as Item;
}

/**
 * The rows of one kind in memory (R41), as shown (invariant 1), in the kind's order. What a change costs depends on what has
 * changed, not on how many rows there are.
 */
export interface Collection {
  /** The stamp up to which it has the pages on the disk. */
  readonly seen: number;
  /** These pages. A row in them may be of an older version with the same values. */
  pages(): Pick<RowPage, 'n' | 'rows'>[];
  /**
   * Takes in pages; they show with the next `replay`.
   *
   * @param newer all pages since `seen`
   * @param stamp the last one on the disk
   */
  take(newer: readonly RowPage[], stamp: number): void;
  /**
   * Shows the rows with the account's pending changes on top, in order.
   *
   * @param aside rows that cannot be read, which the changes may mend
   */
  replay(pending: readonly QueuedChange[], aside?: readonly SetAside[]): void;
  get(id: string): Member | undefined;
  /** What a query finds, regardless of its limit: the same array as long as nothing of it changes. */
  find(query: Pick<Query<unknown>, 'where'>): readonly Member[];
}

const none: readonly Member[] = [];

export function createCollection(kind: AnyKind): Collection {
  let seen = 0;
  /** The server's rows, and the page that each is in. */
  const held = new Map<string, { readonly stored: StoredRow; readonly n: number }>();
  const idsOf = new Map<number, readonly string[]>();
  /** Ids of rows that may look different with the pending edits than without. */
  let edited = new Set<string>();
  const shown = new Map<string, Member>();
  const members = new WeakMap<BaseRow, Member>();
  /** What edited rows were shown as before their last change: an edit that is undone leaves that, not one like it. */
  const previous = new Map<string, Member>();
  let sorted: readonly Member[] = none;
  /** By lookup and value; made when a lookup is first used. */
  const groups = new Map<string, Map<string, readonly Member[]>>();

  /** Ids of rows that came, changed or went since the last replay. */
  let changed = new Set<string>();

  function take(newer: readonly RowPage[], stamp: number): void {
    seen = stamp;
    const before = new Map<string, StoredRow>();
    for (const { n } of newer) {
      for (const id of idsOf.get(n) ?? []) {
        const row = held.get(id);
        if (row?.n !== n) continue;
        before.set(id, row.stored);
        held.delete(id);
      }
    }
    for (const { n, rows } of newer) {
      idsOf.set(
        n,
        rows.map(({ id }) => id),
      );
      for (const row of rows) {
        const known = before.get(row.id);
        // A row that only moved to another page, or came again, stays the same object.
        const isSame = known !== undefined && isSameRow(known.row, row.row);
        held.set(row.id, { stored: isSame ? known : row, n });
        if (!isSame) changed.add(row.id);
        before.delete(row.id);
      }
    }
    for (const id of before.keys()) if (!held.has(id)) changed.add(id);
  }

  function replay(pending: readonly QueuedChange[], aside: readonly SetAside[] = []): void {
    const { ofRow, flags } = sortedOut(pending);
    // A row whose flag an edit takes may look different, too.
    const rivals = flags.length === 0 ? [] : [...held.keys()].filter(isFlagged);
    const now = new Set([...ofRow.keys(), ...rivals]);
    const ids = new Set([...changed, ...edited, ...now]);
    changed = new Set();
    edited = now;
    const gone: Member[] = [];
    const come: Member[] = [];
    for (const id of ids) {
      const changes = flags.length === 0 ? ofRow.get(id) : flags;
      const pristine = held.get(id)?.stored.row ?? null;
      const row = shownRow(kind, id, pristine, changes ?? [], asideIn(aside, kind.table, id));
      const member = shown.get(id);
      const last = previous.get(id);
      if (row === null) shown.delete(id);
      else if (member !== undefined && isSameRow(member.row, row)) {
        members.set(row, member);
        continue;
      }
      if (member !== undefined) {
        gone.push(member);
        previous.set(id, member);
        members.set(member.row, member);
      }
      if (row === null) continue;
      // With other edits beneath it, the row is computed anew, and only equals what was there.
      const known = members.get(row) ?? (last && isSameRow(last.row, row) ? last : undefined);
      const next = known ?? toMember(kind, row);
      shown.set(id, next);
      come.push(next);
    }
    for (const id of previous.keys()) if (!now.has(id)) previous.delete(id);
    if (gone.length + come.length > 0) patch(gone, come);
  }

  /**
   * The kind's pending changes by row, in order. `flags` is empty unless one of them gives its row the exclusive flag; then it
   * is all of them, because they concern every row.
   */
  function sortedOut(pending: readonly QueuedChange[]) {
    const own = pending.filter(({ table }) => table === kind.table);
    const ofRow = new Map<string, QueuedChange[]>();
    for (const change of own) {
      const known = ofRow.get(change.id);
      if (known === undefined) ofRow.set(change.id, [change]);
      else known.push(change);
    }
    return { ofRow, flags: own.some((change) => takesFlag(kind, change)) ? own : [] };
  }

  function isFlagged(id: string): boolean {
    const row = held.get(id)?.stored.row;
    return kind.exclusive !== undefined && row !== undefined && kind.filled(row)[kind.exclusive];
  }

  function patch(gone: readonly Member[], come: readonly Member[]): void {
    sorted = patched(sorted, gone, come);
    for (const [lookup, ofLookup] of groups) {
      const values = new Set([...gone, ...come].flatMap(({ by }) => by[lookup] ?? []));
      for (const value of values) {
        const has = ({ by }: Member) => by[lookup]?.includes(value) === true;
        const rest = patched(ofLookup.get(value) ?? none, gone.filter(has), come.filter(has));
        if (rest.length === 0) ofLookup.delete(value);
        else ofLookup.set(value, rest);
      }
    }
  }

  function groupsOf(lookup: string): Map<string, readonly Member[]> {
    const known = groups.get(lookup);
    if (known !== undefined) return known;
    const made = new Map<string, Member[]>();
    for (const member of sorted) {
      for (const value of new Set(member.by[lookup])) {
        const group = made.get(value);
        if (group === undefined) made.set(value, [member]);
        else group.push(member);
      }
    }
    groups.set(lookup, made);
    return made;
  }

  return {
    get seen() {
      return seen;
    },
    pages: () =>
      [...idsOf].map(([n, ids]) => ({
        n,
        rows: ids.flatMap((id) => {
          const row = held.get(id);
          return row?.n === n ? row.stored : [];
        }),
      })),
    take,
    replay,
    get: (id) => shown.get(id),
    find({ where }) {
      if (where === undefined) return sorted;
      if (where.lookup !== 'id') return groupsOf(where.lookup).get(where.is) ?? none;
      const member = shown.get(where.is);
      return member === undefined ? none : [member];
    },
  };
}

/** A sorted list with some members taken out and others put in; those that are taken out are in it. */
function patched(
  list: readonly Member[],
  gone: readonly Member[],
  come: readonly Member[],
): readonly Member[] {
  if (gone.length === 0 && come.length === 0) return list;
  // A few are found by halving; for many it is quicker to sort once.
  if (gone.length + come.length > 50) {
    const out = new Set(gone);
    return [...list.filter((member) => !out.has(member)), ...come].sort(byOrder);
  }
  const next = list.slice();
  for (const member of gone) next.splice(placeOf(member, next), 1);
  for (const member of come) next.splice(placeOf(member, next), 0, member);
  return next;
}

/** Where an member is in a sorted list, or belongs. No two have the same key, because it ends with the id. */
function placeOf(member: Member, list: readonly Member[]): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = list[middle];
    if (at !== undefined && byOrder(at, member) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function byOrder(a: Member, b: Member): number {
  return compareOrder(a.order, b.order);
}

/** Whether two rows have the same columns with the same values. */
function isSameRow(a: BaseRow, b: BaseRow): boolean {
  if (a === b) return true;
  const [left, right] = [Object.entries(a), b as unknown as Record<string, unknown>];
  return (
    left.length === Object.keys(b).length &&
    left.every(([name, value]) => isSame(value, right[name]))
  );
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
