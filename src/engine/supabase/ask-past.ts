import * as v from 'valibot';
import { Failure, toFailure } from '../../lib/failure.ts';
import { openShelf } from '../../lib/shelf.ts';
import type { SessionStore } from '../mirror/session-store.ts';
import type { History, Told } from '../past.ts';
import { shelfOf } from '../shelf-names.ts';
import { type Backend, callRpc } from './http.ts';
import { asAccount } from './role.ts';
import type { Session } from './session.ts';

/**
 * What rows were, asked of the server when somebody looks at it; devices do not follow it. What was looked at stays on the
 * device until its account signs out, and is shown again where the server is out of reach.
 */

const row = v.looseObject({ id: v.string() });
const email = v.nullable(v.string());
const counts = v.record(v.string(), v.number());
const ofTable = { table: v.string(), id: v.string() };

const versionsSchema = v.array(
  v.object({
    place: v.number(),
    op: v.picklist(['update', 'delete']),
    at: v.string(),
    by: email,
    changed: v.array(v.string()),
  }),
);
const versionSchema = v.nullable(
  v.object({
    place: v.number(),
    ...ofTable,
    row,
    parts: v.array(v.object({ ...ofTable, row })),
    pointed: v.array(v.object({ ...ofTable, column: v.string() })),
  }),
);
const deletedSchema = v.array(
  v.object({
    place: v.number(),
    ...ofTable,
    at: v.string(),
    by: email,
    row,
    parts: counts,
    pointed: counts,
  }),
);

export function createHistory(backend: Backend, store: SessionStore, session: Session): History {
  const reader = async () => (await store.read()).account?.userId ?? null;

  async function ask<Schema extends v.GenericSchema>(
    call: { readonly name: string; readonly body: Readonly<Record<string, unknown>> },
    schema: Schema,
  ): Promise<Told<v.InferOutput<Schema>>> {
    const account = await reader();
    if (account === null) throw new Failure('signed-out', null, 'Nobody is signed in.');
    const shelf = openShelf(shelfOf(store.engine, account));
    const place = [call.name, ...Object.values(call.body)].join('/');
    try {
      const received = await asAccount(session, ({ token }) =>
        callRpc(backend, { ...call, token }),
      );
      const read = v.safeParse(schema, received);
      if (!read.success)
        throw new Failure('unreachable', 'not-an-answer', `${call.name}: not an answer`);
      // Who has signed out meanwhile leaves nothing behind.
      if ((await reader()) === account) await shelf.put(place, received);
      return { answer: read.output, isEarlier: false };
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind !== 'unreachable' && failure.kind !== 'signed-out') throw failure;
      const kept = v.safeParse(schema, await shelf.get(place));
      if (!kept.success) throw failure;
      return { answer: kept.output, isEarlier: true };
    }
  }

  return {
    versions: (table, id) =>
      ask({ name: 'sync_versions', body: { of_table: table, of_row: id } }, versionsSchema),
    version: (place) => ask({ name: 'sync_version', body: { at_place: place } }, versionSchema),
    deleted: () => ask({ name: 'sync_deleted', body: {} }, deletedSchema),
  };
}
