import * as v from 'valibot';
import { fromBase64, toBase64 } from '../../lib/base64.ts';
import { Failure } from '../../lib/failure.ts';
import { IMPORT_AT_ONCE, IMPORT_COUNT } from '../../lib/limits.ts';
import { asInRows } from '../../lib/uuid.ts';
import type { NewFile, StoredFile } from '../file.ts';
import { getMeta, kindOf, type MirrorDatabase, ownEdits } from '../mirror/database.ts';
import { noteAuthors } from '../mirror/session-store.ts';
import { storable } from '../mirror/storable.ts';
import { type NewMutation, type RejectedMutation, rowKey } from '../mutation.ts';
import { filesNamedBy } from './files.ts';
import { readOutbox } from './queue.ts';
import { queueAsTheyAre } from './review.ts';

/** Waiting and refused edits as a file, with the files that they name (R48), for a backup or another device. */

const row = v.nullable(v.looseObject({ id: v.string() }));
const columns = v.record(v.string(), v.unknown());
const id = v.pipe(v.string(), v.uuid(), v.transform(asInRows));
const other = v.pipe(v.string(), v.transform(asInRows));
const ofRow = { table: v.string(), id };
const change = v.variant('op', [
  v.object({ op: v.literal('insert'), ...ofRow, values: columns, blank: columns }),
  v.object({ op: v.literal('update'), ...ofRow, values: columns, before: row }),
  v.object({ op: v.literal('delete'), ...ofRow, before: row }),
]);
const mutation = v.object({
  place: v.number(),
  id,
  account: other,
  label: v.string(),
  at: v.number(),
  changes: v.pipe(v.array(change), v.minLength(1)),
  after: v.array(other),
  attempts: v.number(),
  sent: v.boolean(),
});
const rejected = v.object({
  id: other,
  mutation,
  code: v.nullable(v.string()),
  reason: v.string(),
  cause: v.nullable(other),
  at: v.number(),
});
const filed = v.object({
  name: v.string(),
  type: v.string(),
  bytes: v.pipe(v.string(), v.check(isBase64), v.transform(fromBase64)),
  at: v.number(),
});
const file = v.object({
  /** 2 if there are files: an earlier version of the site would send the edits without them. */
  version: v.picklist([1, 2]),
  /** Of their author. */
  email: v.optional(v.string()),
  waiting: v.array(mutation),
  rejected: v.array(rejected),
  files: v.optional(v.array(filed), []),
});

/**
 * The signed-in account's edits as text. Another device may send them from the file, so they count as sent from
 * here on (R29): an edit coalesced into one of them later would be lost, because the server would answer 'duplicate'.
 */
export async function exportOutbox(database: MirrorDatabase): Promise<string> {
  const { outbox, rejected: refused, overwritten, meta, files: stored } = database;
  const { email, waiting, rejected, files } = await database.transaction(
    'rw',
    outbox,
    refused,
    overwritten,
    meta,
    stored,
    async () => {
      const own = await readOutbox(database);
      const waiting = own.waiting.map((one) => ({ ...one, sent: true }));
      await outbox.bulkPut(waiting);
      const account = await getMeta(database, 'account');
      const files = await stored.bulkGet([...new Set(Object.values(own.files).flat())]);
      return { ...own, waiting, email: account?.email, files: files.flatMap((it) => it ?? []) };
    },
  );
  const file = {
    [database.engine]: 'outbox',
    version: files.length === 0 ? 1 : 2,
    email,
    waiting,
    rejected,
    ...(files.length > 0 && {
      files: files.map(({ upload: _, ...one }) => ({ ...one, bytes: toBase64(one.bytes) })),
    }),
  };
  return JSON.stringify(file, null, 2);
}

export interface Imported {
  readonly own: number;
  readonly others: number;
}

/** How many edits of a file have been processed; those not here yet were imported. */
export interface ImportProgress {
  readonly done: number;
  readonly of: number;
}

/**
 * Imports the edits of an export that are not here yet. They keep their ids, so that one that has reached the
 * server meanwhile is not applied twice, and their account: only that account sends them.
 *
 * They are written in batches, in order, so that other writes need not wait for all of them. After a failure the
 * earlier batches stay; importing the same file again adds the rest.
 *
 * @param options.kept runs a write; see editor.ts
 * @param options.onProgress called before the first batch and after each
 * @param options.isAsNamed whether a file is what its name says: the content knows (engine/file.ts)
 * @returns how many were imported; edits of other accounts wait for them, unseen
 * @throws {Failure} 'invalid' if the text is no export, is too long, contains unknown kinds or files that are not as named
 */
export async function importOutbox(
  database: MirrorDatabase,
  json: string,
  options: {
    kept?: <T>(write: () => Promise<T>) => Promise<T>;
    onProgress?: ((progress: ImportProgress) => void) | undefined;
    isAsNamed?: ((file: NewFile) => Promise<boolean>) | undefined;
  } = {},
): Promise<Imported> {
  const {
    kept = (write) => write(),
    onProgress = () => {},
    isAsNamed = async () => true,
  } = options;
  const { edits: all, files } = readFile(database, json);
  for (const one of files) {
    // It would be stored under that name for ever.
    if (!(await isAsNamed(one))) throw invalid('A picture in this file is not what its name says.');
  }
  let [own, others] = [0, 0];
  onProgress({ done: 0, of: all.length });
  for (let done = 0; done < all.length; ) {
    const lot = all.slice(done, done + IMPORT_AT_ONCE);
    const came = await kept(() => takeIn(database, lot, files));
    own += came.own;
    others += came.others;
    done += lot.length;
    onProgress({ done, of: all.length });
  }
  return { own, others };
}

/** An edit in a file; `refusal` is null for a waiting one. */
interface FiledEdit {
  readonly mutation: NewMutation & { place?: number };
  readonly refusal: Omit<RejectedMutation, 'id' | 'mutation'> | null;
  /** Its author's address, if the file names it. */
  readonly email: string | undefined;
}

/** @throws {Failure} */
function readFile(
  database: MirrorDatabase,
  json: string,
): { edits: FiledEdit[]; files: readonly StoredFile[] } {
  const found = parse(json);
  // Of an engine with this name (R32).
  const isOurs = Object(found)[database.engine] === 'outbox';
  const read = v.safeParse(file, found);
  if (!isOurs || !read.success) throw invalid('This is no export of an outbox.');
  const { email, waiting, rejected, files } = read.output;
  const count = waiting.length + rejected.length;
  if (count > IMPORT_COUNT) {
    const [held, most] = [count, IMPORT_COUNT].map((it) => it.toLocaleString('en-GB'));
    throw invalid(`It holds ${held} edits; at most ${most} can be taken in at once.`);
  }
  const tables = [...waiting, ...rejected.map((it) => it.mutation)].flatMap((it) =>
    it.changes.map(({ table }) => table),
  );
  if (tables.some((table) => kindOf(database, table) === undefined)) {
    throw invalid('It names content that this version of the site does not know.');
  }
  const edits: FiledEdit[] = [
    ...waiting
      .sort((a, b) => a.place - b.place)
      .map(({ place: _, ...one }) => ({
        mutation: { ...one, rows: one.changes.map(rowKey), heldUntil: null, sent: true },
        refusal: null,
        email,
      })),
    ...rejected.map(({ id: _, mutation: one, ...refusal }) => ({
      mutation: { ...one, rows: one.changes.map(rowKey), heldUntil: null },
      refusal,
      email,
    })),
  ];
  return { edits, files };
}

const invalid = (message: string) => new Failure('rejected', 'invalid', message);

/** Imports the edits of a batch that are not here yet, with the files that they name, all of them or none. */
function takeIn(
  database: MirrorDatabase,
  lot: readonly FiledEdit[],
  files: readonly StoredFile[],
): Promise<Imported> {
  return database.transaction('rw', database.tables, async () => {
    const ids = lot.map(({ mutation }) => mutation.id);
    const held = [
      ...(await database.outbox.where('id').anyOf(ids).keys()),
      ...(await database.rejected.where('id').anyOf(ids).keys()),
    ];
    const here = new Set(held.map(String));
    // A file may contain an edit twice.
    const news = new Map(lot.map((one) => [one.mutation.id, one]));
    for (const id of here) news.delete(id);
    const came = [...news.values()];
    const wanted = new Set(
      files.length === 0
        ? []
        : came.flatMap(({ mutation }) => filesNamedBy(database, mutation.changes)),
    );
    await database.files.bulkPut(files.filter(({ name }) => wanted.has(name)));
    await queueAsTheyAre(
      database,
      came.flatMap(({ mutation, refusal }) => (refusal === null ? [mutation] : [])),
    );
    await database.rejected.bulkPut(
      came.flatMap(({ mutation, refusal }) =>
        refusal === null
          ? []
          : [
              {
                ...refusal,
                id: mutation.id,
                mutation: { ...mutation, place: mutation.place ?? 0 },
              },
            ],
      ),
    );
    const named = came.flatMap(({ mutation, email }) =>
      email === undefined ? [] : [[mutation.account, email]],
    );
    const isOwn = await ownEdits(database);
    const own = came.filter(({ mutation }) => isOwn(mutation)).length;
    const others = came.length - own;
    if (named.length + others > 0) await noteAuthors(database, Object.fromEntries(named));
    return { own, others };
  });
}

function parse(json: string): unknown {
  try {
    return storable(JSON.parse(json));
  } catch {
    return null;
  }
}

function isBase64(text: string): boolean {
  try {
    return atob(text).length > 0;
  } catch {
    return false;
  }
}
