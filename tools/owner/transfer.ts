import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Row, TableRows } from '../../src/content/write-content-file.ts';
import type { AnyKind } from '../../src/engine/index.ts';
import { ask, type Backend, callRpc } from '../../src/engine/supabase/http.ts';
import { pageSchema, type SentChange } from '../../src/engine/sync/protocol.ts';
import { PAGE_ROWS } from '../../src/lib/limits.ts';
import { patiently } from './patience.ts';
import { differing, inOrder } from './read-content-file.ts';

/** Reads all content of a site, and adds content to it, by the calls that devices make. */

/** The site that the settings name, opened for an admin. */
export interface OwnersSite {
  backend: Backend;
  /** The admin's. */
  token: string;
  /** Where its content is, for the owner. */
  name: string;
}

/** Something that stops it; the message is for the owner. */
export class NotTransferred extends Error {
  override name = 'NotTransferred';
}

/**
 * Signs in with an admin's account.
 *
 * @returns an access token
 * @throws {NotTransferred} if the server refuses it
 */
export async function signIn(backend: Backend, email: string, password: string): Promise<string> {
  const path = '/auth/v1/token?grant_type=password';
  const { body } = await patiently(() =>
    ask(backend, { path, method: 'POST', body: { email, password } }),
  );
  const { access_token } = Object(body) as { access_token?: unknown };
  if (typeof access_token === 'string') return access_token;
  throw new NotTransferred('The sign-in was refused. Is it the account of an administrator?');
}

export interface AllContent {
  content: TableRows;
  /** The history that the content belongs to. */
  epoch: string;
}

/** Everything that the account may read; with null everything that visitors may. */
export async function readTables(backend: Backend, token: string | null): Promise<AllContent> {
  const rows = new Map<string, Map<string, Row>>();
  let [epoch, cursor, horizon]: [string | null, number, number] = [null, 0, 0];
  for (;;) {
    const body = { epoch, cursor, horizon, page_size: PAGE_ROWS, pending: [] };
    const page: v.InferOutput<typeof wholePage> = v.parse(
      wholePage,
      await patiently(() => callRpc(backend, { name: 'sync_pull', body, token })),
    );
    if (page.unread.length > 0) {
      throw new NotTransferred(
        `The database cannot read ${page.unread.join(', ')}; its log says why. Nothing was exported or imported, as a part would be missing.`,
      );
    }
    if (page.reset) {
      rows.clear();
      horizon = page.version;
    }
    for (const { table, id, row } of page.changes) {
      const held = rows.get(table) ?? new Map<string, Row>();
      rows.set(table, held);
      if (row === null) held.delete(id);
      else held.set(id, row as Row);
    }
    ({ epoch, cursor } = page);
    if (!page.more) break;
  }
  const content = new Map([...rows].map(([table, held]) => [table, [...held.values()]]));
  return { content, epoch };
}

/** With the tables that the database could not read (R36). A project that lacks newer migrations names none. */
const wholePage = v.object({
  ...pageSchema.entries,
  unread: v.optional(v.array(v.string()), []),
});

export interface Added {
  added: number;
  /** Rows that were there already. */
  same: number;
  /** Rows that are there with other values; they stay as they are. */
  different: number;
}

/** The most rows that one mutation may hold, and the most bytes of a request; see sync_push. */
const ROWS_AT_ONCE = 1_000;
const BYTES_AT_ONCE = 3_000_000;

/**
 * Adds the rows of `wanted` that the site does not have, with their ids, and changes no other.
 *
 * Up to 1,000 rows and 3 MB are added as a whole or not at all. A larger content is added in parts; after a failure the
 * earlier ones stay, and adding it again adds the rest.
 *
 * @throws {NotTransferred} if the server refuses it
 */
export async function addContent(
  backend: Backend,
  token: string,
  kinds: readonly AnyKind[],
  wanted: TableRows,
  there: AllContent,
): Promise<Added> {
  const { added, same, different } = contentPlan(kinds, wanted, there, false);
  await sendChanges(backend, token, there.epoch, added);
  return { added: added.length, same: same.length, different: different.length };
}

/** What adding content would do. */
export interface ContentPlan {
  readonly added: readonly SentChange[];
  /** Rows that are there with other values, if these are to be replaced. */
  readonly changed: readonly SentChange[];
  /** Tables and ids. */
  readonly same: readonly string[];
  readonly different: readonly string[];
}

/** @param replace whether rows that are there with other values get those of `wanted` */
export function contentPlan(
  kinds: readonly AnyKind[],
  wanted: TableRows,
  there: AllContent,
  replace: boolean,
): ContentPlan {
  const [added, changed]: [SentChange[], SentChange[]] = [[], []];
  const [same, different]: [string[], string[]] = [[], []];
  for (const kind of inOrder(kinds)) {
    const held = new Map(there.content.get(kind.table)?.map((row) => [row.id, row]));
    for (const row of wanted.get(kind.table) ?? []) {
      const now = held.get(row.id);
      const name = `${kind.table} ${row.id}`;
      if (now === undefined) {
        added.push(toInsert(kind, row));
        continue;
      }
      const columns = differing(kind, row, now);
      if (columns.length === 0) same.push(name);
      else if (replace) changed.push(toUpdate(kind, row, now, columns));
      else different.push(name);
    }
  }
  return { added, changed, same, different };
}

/**
 * Sends changes in parts that the server takes, each as a whole or not at all.
 *
 * @throws {NotTransferred} if the server refuses one; those before it stay
 */
export async function sendChanges(
  backend: Backend,
  token: string,
  epoch: string,
  all: readonly SentChange[],
): Promise<void> {
  let before = 0;
  for (const changes of inParts(all)) {
    await push(backend, token, epoch, changes, before);
    before += changes.length;
  }
}

/** A row with its id, as an edit that adds it. */
export function toInsert(kind: AnyKind, { id, ...values }: Row): SentChange {
  return { op: 'insert', table: kind.table, id, values: asKept(kind, Object.entries(values)) };
}

function toUpdate(kind: AnyKind, row: Row, now: Row, columns: readonly string[]): SentChange {
  const values = asKept(
    kind,
    columns.map((column) => [column, row[column]]),
  );
  const base = Object.fromEntries(columns.map((column) => [column, now[column]]));
  return { op: 'update', table: kind.table, id: row.id, values, base } as SentChange;
}

/** An earlier site's table may have held text where this one has a list. */
function asKept(
  kind: AnyKind,
  values: readonly (readonly [string, unknown])[],
): Record<string, unknown> {
  const given = values.map(([column, value]) => {
    const it = kind.columns[column];
    const isList = it?.sort === 'tags' && it.kept === 'list' && typeof value === 'string';
    return [column, isList ? it.toShown(value) : value];
  });
  return Object.fromEntries(given);
}

function inParts(changes: readonly SentChange[]): SentChange[][] {
  const parts: SentChange[][] = [];
  let bytes = 0;
  for (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(change));
    const part = parts.at(-1);
    if (part === undefined || part.length === ROWS_AT_ONCE || bytes + size > BYTES_AT_ONCE) {
      parts.push([change]);
      bytes = size;
    } else {
      part.push(change);
      bytes += size;
    }
  }
  return parts;
}

async function push(
  backend: Backend,
  token: string,
  epoch: string,
  changes: readonly SentChange[],
  before: number,
): Promise<void> {
  const mutation = { id: randomUUID(), changes };
  const body = { epoch, cursor: 0, horizon: 0, mutations: [mutation], page_size: 1 };
  // Its id makes it safe to send again.
  const { answers } = v.parse(
    pageSchema,
    await patiently(() => callRpc(backend, { name: 'sync_push', body, token })),
  );
  const answer = answers.find(({ id }) => id === mutation.id);
  if (answer?.first === 'applied') return;
  const why = answer === undefined ? 'its history has just changed' : answer.message;
  const so =
    before === 0
      ? 'Nothing was changed.'
      : `${before} items were added before; importing the file again adds the rest.`;
  throw new NotTransferred(`The server did not take it: ${why}. ${so}`);
}
