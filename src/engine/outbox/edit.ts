import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import { UNDO_MS } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import { asInRows, uuid } from '../../lib/uuid.ts';
import type { AnyKind, BaseRow } from '../define.ts';
import { getMeta, kindOf, type MirrorDatabase, recordsOf } from '../mirror/database.ts';
import { takesFlag } from '../mirror/rebase.ts';
import { keepPristine, showRows } from '../mirror/show.ts';
import { storable } from '../mirror/storable.ts';
import type { Change, Columns } from '../mutation.ts';
import { type Mutation, type NewMutation, type QueuedChange, rowKey } from '../mutation.ts';
import { replaceRefused } from './review.ts';

export interface EditDraft {
  /** Its name for people: 'Add learning “Chunking”'. */
  readonly label: string;
  /** Atomic: applied together or not at all, here and on the server. */
  readonly changes: readonly Change[];
  /** The refused edit that it replaces; edits refused because of that one are retried after it. */
  readonly replaces?: string | undefined;
  /** The key of the draft that it completes: the draft is deleted with the transaction that keeps the edit. */
  readonly draft?: string | undefined;
  /** It can be taken back for a while, and is not sent before (hold.ts). */
  readonly holds?: boolean;
}

/**
 * Makes an edit: shown rows and outbox entry in one transaction (invariant 3). Once the promise resolves, the edit
 * shows in every tab and survives a crash. Returns null if nothing would change.
 *
 * - Text that the database could not store is repaired (storable.ts).
 * - Columns that would keep their value are left out.
 * - The draft that it completes goes with it. A page may end at any moment, and the next one would offer to save it again.
 * - An edit of one row is coalesced into the last unsent one of that row (R24), so that a hundred keystrokes are one
 *   mutation. A sent mutation is never changed, because it may be repeated. An edit that can be taken back is
 *   never coalesced.
 *
 * @throws {Failure} if it cannot be stored; nothing has changed then
 */
export function edit(
  database: MirrorDatabase,
  draft: EditDraft,
  now: Instant,
): Promise<Mutation | null> {
  return database.transaction('rw', database.tables, async () => {
    const account = await getMeta(database, 'account');
    if (!account) throw new Failure('signed-out', null, 'nobody is signed in');
    const changes: QueuedChange[] = [];
    for (const change of storable(draft.changes)) {
      const queued = await toQueued(database, { ...change, id: asInRows(change.id) }, now);
      if (queued !== null) changes.push(queued);
    }
    const { replaces } = draft;
    if (draft.draft !== undefined) await database.drafts.delete(draft.draft);
    if (changes.length === 0) {
      if (replaces !== undefined) await replaceRefused(database, replaces, null);
      return null;
    }
    const mutation: NewMutation = {
      id: uuid(),
      account: account.userId,
      label: draft.label,
      at: now,
      changes,
      rows: changes.map(rowKey),
      after: await insertsBehind(database, account.userId, changes),
      attempts: 0,
      sent: false,
      heldUntil: draft.holds === true ? now + UNDO_MS : null,
    };
    const queued = await enqueue(database, mutation);
    if (replaces !== undefined) await replaceRefused(database, replaces, queued);
    return queued;
  });
}

/** Appends a mutation to the outbox, or coalesces it into the last one of its row, and shows its effect. */
export async function enqueue(database: MirrorDatabase, mutation: NewMutation): Promise<Mutation> {
  for (const change of mutation.changes) await keepPristine(database, change);
  const queued =
    (await coalesce(database, mutation)) ??
    (await database.outbox.get(await database.outbox.add(mutation)));
  if (queued === undefined)
    throw new Failure('device', 'other', 'the outbox did not keep the edit');
  await showRows(database, mutation.rows);
  return queued;
}

/** The change together with the present values; null if it would change nothing. */
async function toQueued(
  database: MirrorDatabase,
  change: Change,
  now: Instant,
): Promise<QueuedChange | null> {
  const kind = knownKind(database, change.table);
  const before = (await recordsOf(database, kind).get(change.id))?.row ?? null;
  switch (change.op) {
    case 'insert': {
      if (before !== null)
        throw new Failure('rejected', 'invalid', `${rowKey(change)} is there already`);
      const blank = kind.blank(new Date(now).toISOString());
      check(kind, { ...blank, ...change.values, id: change.id });
      return { ...change, blank };
    }
    case 'update': {
      if (before === null) throw new Failure('rejected', 'gone', `${rowKey(change)} is not there`);
      const values = changed(kind.filled(before), change.values);
      if (Object.keys(values).length === 0) return null;
      check(kind, { ...before, ...values });
      return { ...change, values, before };
    }
    case 'delete':
      return before === null ? null : { ...change, before };
  }
}

/** @throws {Failure} */
function knownKind(database: MirrorDatabase, table: string): AnyKind {
  const kind = kindOf(database, table);
  if (kind === undefined) throw new Failure('rejected', 'invalid', `there is no kind ${table}`);
  return kind;
}

function check(kind: AnyKind, row: unknown): void {
  const reading = v.safeParse(kind.row, row);
  if (!reading.success) throw new Failure('rejected', 'invalid', v.summarize(reading.issues));
}

/** The columns whose value would change; lists are compared by their contents. */
function changed(before: BaseRow, values: Columns): Columns {
  const held = before as unknown as Columns;
  return Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => JSON.stringify(held[column] ?? null) !== JSON.stringify(value ?? null),
    ),
  );
}

/** The pending mutations that insert a row which one of the changes touches or refers to, found by their rows. */
async function insertsBehind(
  database: MirrorDatabase,
  account: string,
  changes: readonly QueuedChange[],
): Promise<string[]> {
  const named = new Set<unknown>(
    changes.flatMap((change) => [
      change.id,
      ...knownKind(database, change.table).references.map((column) =>
        'values' in change ? change.values[column] : null,
      ),
    ]),
  );
  const rows = [...named].flatMap((id) =>
    typeof id === 'string' ? database.kinds.map(({ table }) => rowKey({ table, id })) : [],
  );
  const pending = await database.outbox.where('rows').anyOf(rows).distinct().sortBy('place');
  return pending
    .filter(
      (mutation) =>
        mutation.account === account &&
        mutation.changes.some(({ op, id }) => op === 'insert' && named.has(id)),
    )
    .map(({ id }) => id);
}

/** Coalesces an update into the last pending change of its row, if allowed. */
async function coalesce(database: MirrorDatabase, mutation: NewMutation): Promise<Mutation | null> {
  const [change, ...others] = mutation.changes;
  if (change?.op !== 'update' || others.length > 0 || mutation.heldUntil !== null) return null;
  // It would move before a later choice of another row, and lose against it.
  if (database.kinds.some((kind) => takesFlag(kind, change))) return null;
  const pending = await database.outbox.where('rows').equals(rowKey(change)).sortBy('place');
  const last = pending.filter(({ account }) => account === mutation.account).at(-1);
  const [earlier, ...more] = last?.changes ?? [];
  if (last === undefined || last.sent || last.heldUntil !== null) return null;
  if (earlier === undefined || earlier.op === 'delete' || more.length > 0) return null;
  // A row that it refers to must be inserted before the place it would move to.
  const behind = await database.outbox.where('id').anyOf(mutation.after).toArray();
  if (behind.some((maker) => maker.place > last.place)) return null;
  const coalesced: Mutation = {
    ...last,
    label: earlier.op === 'insert' ? last.label : mutation.label,
    changes: [merge(earlier, change)],
    after: [...new Set([...last.after, ...mutation.after.filter((id) => id !== last.id)])],
  };
  await database.outbox.put(coalesced);
  return coalesced;
}

/**
 * Coalesces two edits of a row. The base of a column is the value its author last saw (R25). A column changed by the
 * earlier edit keeps that edit's base, because since then the author has seen only their own value.
 */
function merge(
  earlier: Exclude<QueuedChange, { op: 'delete' }>,
  later: Extract<QueuedChange, { op: 'update' }>,
): QueuedChange {
  const values = { ...earlier.values, ...later.values };
  if (earlier.op === 'insert' || earlier.before === null || later.before === null) {
    return { ...earlier, values };
  }
  const own = (column: string) => column in earlier.values;
  const before = {
    ...Object.fromEntries(Object.entries(later.before).filter(([column]) => !own(column))),
    ...Object.fromEntries(Object.entries(earlier.before).filter(([column]) => own(column))),
    id: earlier.id,
  };
  return { ...earlier, values, before };
}
