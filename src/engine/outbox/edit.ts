import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import { UNDO_MS } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import { asInRows, uuid } from '../../lib/uuid.ts';
import { type AnyKind, type BaseRow, isUnnamed } from '../define.ts';
import type { NewFile } from '../file.ts';
import { getMeta, kindOf, type MirrorDatabase } from '../mirror/database.ts';
import { type Memory, memoryOf } from '../mirror/memory.ts';
import { takesFlag } from '../mirror/rebase.ts';
import { asideIn } from '../mirror/set-aside.ts';
import { storable } from '../mirror/storable.ts';
import { found } from '../mirror/unreadable.ts';
import type { Change, Columns } from '../mutation.ts';
import { type Mutation, type NewMutation, type QueuedChange, rowKey } from '../mutation.ts';
import { dropDraft } from './draft-files.ts';
import { dropFiles, filesNamedBy } from './files.ts';
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
  /** It brings back what rows were: a name of which nothing can be seen, too, which a row from before had. */
  readonly restores?: boolean;
  /** Files that it names: stored with it, and sent before it (R44). */
  readonly files?: readonly NewFile[] | undefined;
}

/**
 * Makes an edit. It is checked against what this page shows, and shown at once; then one transaction puts it into the
 * outbox (invariant 3). Once the promise resolves, the edit survives a crash. Returns null if nothing would change.
 *
 * - Text that the database could not store is repaired (storable.ts).
 * - Columns that would keep their value are left out.
 * - A name of which nothing can be seen is refused, as the server refuses it, unless the row had it.
 * - The draft that it completes goes with it. A page may end at any moment, and the next one would offer to save it again.
 * - An edit of one row is coalesced into the last unsent one of that row (R24), so that a hundred keystrokes are one
 *   mutation. A sent mutation is never changed, because it may be repeated. An edit that can be taken back is
 *   never coalesced.
 *
 * @throws {Failure} if it cannot be stored; nothing has changed then, and what was shown is as before
 */
export async function edit(
  database: MirrorDatabase,
  draft: EditDraft,
  now: Instant,
): Promise<Mutation | null> {
  const memory = memoryOf(database);
  const changes = storable(draft.changes).map((change) => ({ ...change, id: asInRows(change.id) }));
  const kinds = changes.map(({ table }) => knownKind(database, table));
  const attempt = () => show(database, { ...draft, changes }, now);
  // What its author sees counts. Only if that does not fit, something may have come that is not seen yet.
  if (kinds.every((kind) => memory.collection(kind) !== undefined) && !memory.isCurrent) {
    const made = await attempt().catch(() => null);
    if (made !== null) return made;
  }
  await memory.load(kinds);
  return attempt();
}

async function show(
  database: MirrorDatabase,
  draft: EditDraft,
  now: Instant,
): Promise<Mutation | null> {
  const memory = memoryOf(database);
  const account = memory.about?.account ?? null;
  if (account === null) throw signedOut();
  const changes = draft.changes.flatMap(
    (change) => toQueued(memory, database, change, now, draft) ?? [],
  );
  const made: NewMutation = {
    id: uuid(),
    account: account.userId,
    label: draft.label,
    at: now,
    changes,
    rows: changes.map(rowKey),
    after: [],
    attempts: 0,
    sent: false,
    heldUntil: draft.holds === true ? now + UNDO_MS : null,
  };
  const ahead = memory.showAhead({ ...made, place: Number.POSITIVE_INFINITY });
  try {
    const queued = await store(database, draft, made);
    ahead.kept();
    return queued;
  } catch (error) {
    ahead.refused();
    throw error;
  }
}

/** @param made its changes may be none: then there is nothing to queue */
function store(
  database: MirrorDatabase,
  { draft, replaces, files: given = [] }: EditDraft,
  made: NewMutation,
): Promise<Mutation | null> {
  const { drafts, files, outbox, rejected, meta } = database;
  return database.transaction('rw', drafts, files, outbox, rejected, meta, async () => {
    const account = await getMeta(database, 'account');
    if (account?.userId !== made.account) throw signedOut();
    await files.bulkPut(given.map((file) => ({ ...file, at: made.at })));
    const queued = made.changes.length === 0 ? null : await enqueue(database, made);
    if (replaces !== undefined) await replaceRefused(database, replaces, queued);
    if (draft !== undefined) await dropDraft(database, draft);
    return queued;
  });
}

function signedOut(): Failure {
  return new Failure('signed-out', null, 'nobody is signed in');
}

/** Appends a mutation to the outbox, or coalesces it into the last one of its row. */
async function enqueue(database: MirrorDatabase, made: NewMutation): Promise<Mutation> {
  const after = await insertsBehind(database, made.account, made.changes);
  const mutation = { ...made, after };
  const queued =
    (await coalesce(database, mutation)) ??
    (await database.outbox.get(await database.outbox.add(mutation)));
  if (queued === undefined)
    throw new Failure('device', 'other', 'the outbox did not keep the edit');
  return queued;
}

/** The change together with the values that are shown; null if it would change nothing. */
function toQueued(
  memory: Memory,
  database: MirrorDatabase,
  change: Change,
  now: Instant,
  { restores = false }: EditDraft,
): QueuedChange | null {
  const kind = knownKind(database, change.table);
  const before = shownOrAside(memory, kind, change);
  switch (change.op) {
    case 'insert': {
      if (before !== null)
        throw new Failure('rejected', 'invalid', `${rowKey(change)} is there already`);
      const blank = kind.blank(new Date(now).toISOString());
      check(kind, { ...blank, ...change.values, id: change.id });
      if (!restores) checkName(kind, change.values);
      return { ...change, blank };
    }
    case 'update': {
      if (before === null) throw new Failure('rejected', 'gone', `${rowKey(change)} is not there`);
      const seen = kind.filled(before);
      const values = changed(seen, change.values);
      if (Object.keys(values).length === 0) return null;
      check(kind, { ...before, ...values });
      if (kind.name in values && !restores) checkName(kind, values);
      // An older version of the site may send it, and cannot fill in a column that it does not know (R38).
      return { ...change, values, before: { ...before, ...columnsOf(seen, values) } };
    }
    case 'delete':
      return before === null ? null : { ...change, before };
  }
}

/** What a change begins with. A row that cannot be read may be mended by an update (R10). */
function shownOrAside(memory: Memory, kind: AnyKind, { op, table, id }: Change): BaseRow | null {
  const shown = memory.collection(kind)?.get(id)?.row ?? null;
  if (shown !== null || op !== 'update') return shown;
  return asideIn(memory.about?.aside ?? [], table, id);
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

/** A row from before may have such a name, and keeps it while others of its columns are edited. */
function checkName(kind: AnyKind, values: Columns): void {
  if (isUnnamed(kind, values))
    throw new Failure('rejected', 'invalid', `nothing can be seen of its ${kind.name}`);
}

/** Of a row the columns that are named. */
function columnsOf(row: BaseRow, names: Columns): Columns {
  const held = row as unknown as Columns;
  return Object.fromEntries(Object.keys(names).map((column) => [column, held[column]]));
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
  const pending = await found(database.outbox, database.outbox.where('rows').anyOf(rows));
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
  const makers = database.outbox.where('id').anyOf(mutation.after);
  const behind = await found(database.outbox, makers);
  if (behind.some((maker) => maker.place > last.place)) return null;
  const coalesced: Mutation = {
    ...last,
    label: earlier.op === 'insert' ? last.label : mutation.label,
    changes: [merge(earlier, change)],
    after: [...new Set([...last.after, ...mutation.after.filter((id) => id !== last.id)])],
  };
  await database.outbox.put(coalesced);
  // It may have named another picture before.
  await dropFiles(database, filesNamedBy(database, [earlier]));
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
