import * as v from 'valibot';
import type { SessionStore } from '../mirror/session-store.ts';
import type { History } from '../past.ts';
import { createDatabaseFunctions } from './ask-function.ts';
import type { Backend } from './http.ts';
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
  const { read } = createDatabaseFunctions(backend, store, session);

  return {
    versions: (table, id) =>
      read({ name: 'sync_versions', body: { of_table: table, of_row: id } }, versionsSchema),
    version: (place) => read({ name: 'sync_version', body: { at_place: place } }, versionSchema),
    deleted: () => read({ name: 'sync_deleted', body: {} }, deletedSchema),
  };
}
