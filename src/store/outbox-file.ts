import * as v from 'valibot';
import { Failure } from '../lib/failure.ts';
import type { AnyKind } from '../model/kind.ts';
import type { MirrorDatabase } from './database.ts';
import { rowKey } from './mutation.ts';
import { queueAsItIs, readOutbox } from './outbox.ts';
import { ownEdits } from './own.ts';

/** Waiting and refused edits as a file, to be taken to safety or to another device. */

const row = v.nullable(v.looseObject({ id: v.string() }));
const columns = v.record(v.string(), v.unknown());
const named = { table: v.string(), id: v.pipe(v.string(), v.uuid()) };
const change = v.variant('op', [
  v.object({ op: v.literal('insert'), ...named, values: columns, blank: columns }),
  v.object({ op: v.literal('update'), ...named, values: columns, before: row }),
  v.object({ op: v.literal('delete'), ...named, before: row }),
]);
const mutation = v.object({
  place: v.number(),
  id: v.pipe(v.string(), v.uuid()),
  account: v.string(),
  label: v.string(),
  at: v.number(),
  changes: v.pipe(v.array(change), v.minLength(1)),
  after: v.array(v.string()),
  attempts: v.number(),
  sent: v.boolean(),
});
const rejected = v.object({
  id: v.string(),
  mutation,
  code: v.nullable(v.string()),
  reason: v.string(),
  cause: v.nullable(v.string()),
  at: v.number(),
});
const file = v.object({
  fieldnotes: v.literal('outbox'),
  version: v.literal(1),
  waiting: v.array(mutation),
  rejected: v.array(rejected),
});

/**
 * The signed-in account's edits as text. They may be sent from the file by another device, and so count as sent from here on: what
 * was squeezed into one of them afterwards would be lost with the answer that the server knows it already.
 */
export async function exportOutbox(database: MirrorDatabase): Promise<string> {
  const { outbox, rejected: refused, overwritten, meta } = database;
  const { waiting, rejected } = await database.transaction(
    'rw',
    outbox,
    refused,
    overwritten,
    meta,
    async () => {
      await outbox.filter(await ownEdits(database)).modify({ sent: true });
      return readOutbox(database);
    },
  );
  return JSON.stringify({ fieldnotes: 'outbox', version: 1, waiting, rejected }, null, 2);
}

export interface Imported {
  readonly own: number;
  readonly others: number;
}

/**
 * Takes the edits of an export in that are not here yet. They keep their ids, so that one which has
 * reached the server meanwhile is not applied again, and their account: they are sent by it or not at all.
 *
 * @returns how many came in; those of other accounts wait for them, unseen
 * @throws {Failure} 'invalid' where the text is no export, or names kinds that are unknown here
 */
export async function importOutbox(
  database: MirrorDatabase,
  kinds: readonly AnyKind[],
  json: string,
): Promise<Imported> {
  const read = v.safeParse(file, parse(json));
  if (!read.success) throw new Failure('rejected', 'invalid', 'This is no export of an outbox.');
  const { waiting, rejected } = read.output;
  const tables = [...waiting, ...rejected.map((it) => it.mutation)].flatMap((it) =>
    it.changes.map(({ table }) => table),
  );
  if (tables.some((table) => !kinds.some((kind) => kind.table === table))) {
    throw new Failure(
      'rejected',
      'invalid',
      'It names content that this version of the site does not know.',
    );
  }
  return database.transaction('rw', database.tables, async () => {
    const isOwn = await ownEdits(database);
    const came: { account: string }[] = [];
    for (const { place: _, ...one } of waiting.sort((a, b) => a.place - b.place)) {
      if (await isHere(database, one.id)) continue;
      const rows = one.changes.map(rowKey);
      await queueAsItIs(database, kinds, { ...one, rows, heldUntil: null, sent: true });
      came.push(one);
    }
    for (const one of rejected) {
      if (await isHere(database, one.mutation.id)) continue;
      const rows = one.mutation.changes.map(rowKey);
      await database.rejected.put({
        ...one,
        id: one.mutation.id,
        mutation: { ...one.mutation, rows, heldUntil: null },
      });
      came.push(one.mutation);
    }
    const own = came.filter(isOwn).length;
    return { own, others: came.length - own };
  });
}

async function isHere(database: MirrorDatabase, id: string): Promise<boolean> {
  const found = (await database.outbox.get({ id })) ?? (await database.rejected.get(id));
  return found !== undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
