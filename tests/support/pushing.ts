import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Page, SentChange } from '../../src/engine/sync/protocol.ts';
import { as, type Caller, migratedDatabase, newUser } from './database.ts';

/** sync_push on Postgres in WASM, and the edits that its tests send. The migration has its rules at the top. */

export let database: PGlite;
export let admin: { userId: string };
export let otherAdmin: { userId: string };
export let user: { userId: string };
export let epoch: string;

beforeAll(async () => {
  database = await migratedDatabase();
  admin = await newUser(database, { admin: true });
  otherAdmin = await newUser(database, { admin: true });
  user = await newUser(database, { admin: false });
  epoch = await epochFor(admin);
});

afterAll(() => database.close());

beforeEach(() =>
  database.exec(
    'delete from projects; delete from friends; delete from current_listening; delete from resources',
  ),
);

export function epochFor(caller: Caller): Promise<string> {
  return as(database, caller, async (query) => {
    const { rows } = await query<{ epoch: string }>('select sync.epoch() as epoch');
    return rows[0]!.epoch;
  });
}

/** After a change of the schema the device is on another history. */
export async function lookAtEpoch(): Promise<void> {
  epoch = await epochFor(admin);
}

export interface Sent {
  id: string;
  changes: unknown;
}

export function mutation(...changes: unknown[]): Sent {
  return { id: randomUUID(), changes };
}

/** As a device that has everything up to `cursor`, by default up to the newest version. */
export async function pushAs(
  caller: Caller,
  mutations: unknown,
  at = epoch,
  cursor?: number,
): Promise<Page> {
  const since = cursor ?? (await newest());
  return as(database, caller, async (query) => {
    const { rows } = await query<{ answer: Page }>('select sync_push($1, $2, $3, $3) as answer', [
      at,
      JSON.stringify(mutations),
      since,
    ]);
    return rows[0]!.answer;
  });
}

export async function newest(): Promise<number> {
  const { rows } = await database.query<{ version: number }>(
    'select greatest(max(c.version), max(s.min_version)) as version from public.sync_state s left join sync.change c on true',
  );
  return Number(rows[0]!.version);
}

export const push = (...mutations: Sent[]) => pushAs(admin, mutations);
export const outcomes = ({ answers }: Page) => answers.map(({ outcome, code }) => [outcome, code]);

export const friend = (
  values: Record<string, unknown> = { name: 'Ada' },
  id: string = randomUUID(),
) => ({ op: 'insert', table: 'friends', id, values }) satisfies SentChange;

export const rename = (id: string, name: string, base: Record<string, unknown> = {}) =>
  ({ op: 'update', table: 'friends', id, values: { name }, base }) satisfies SentChange;

export const drop = (id: string, table = 'friends') =>
  ({ op: 'delete', table, id }) satisfies SentChange;

export async function namesOf(): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>('select name from friends order by name');
  return rows.map(({ name }) => name);
}
