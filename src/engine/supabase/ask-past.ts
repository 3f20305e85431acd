import * as v from 'valibot';
import type { SessionStore } from '../mirror/session-store.ts';
import type { History, Told } from '../past.ts';
import { createAskKept } from './ask-kept.ts';
import { type Backend, callRpc } from './http.ts';
import type { Session } from './session.ts';

/** What rows were, asked of the server when somebody looks at it. */

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
  const askKept = createAskKept(store, session);

  function ask<Schema extends v.GenericSchema>(
    call: { readonly name: string; readonly body: Readonly<Record<string, unknown>> },
    schema: Schema,
  ): Promise<Told<v.InferOutput<Schema>>> {
    const place = [call.name, ...Object.values(call.body)].join('/');
    return askKept(place, schema, (token) => callRpc(backend, { ...call, token }));
  }

  return {
    versions: (table, id) =>
      ask({ name: 'sync_versions', body: { of_table: table, of_row: id } }, versionsSchema),
    version: (place) => ask({ name: 'sync_version', body: { at_place: place } }, versionSchema),
    deleted: () => ask({ name: 'sync_deleted', body: {} }, deletedSchema),
  };
}
