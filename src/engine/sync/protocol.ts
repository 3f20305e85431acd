import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import type { Millis } from '../../lib/millis.ts';
import type { StoredFile } from '../file.ts';
import type { Columns } from '../mutation.ts';

/**
 * What the engine needs from a server. Implemented by supabase/ and by tests.
 * Every call is idempotent.
 */
export interface Remote {
  /** How old an answer to a pull may be if a cache stands in front of the server; undefined if none does. */
  readonly staleMs?: Millis;

  /**
   * One page of what has changed since `request.cursor`.
   * @throws {Failure} when there is no answer, or none that can be used
   */
  pull(request: PullRequest, signal: AbortSignal): Promise<Page>;

  /**
   * Prepares a push: renews an expired session. Until it resolves, no mutation has left the device.
   * @throws {NotRenewed} if that needs a server and there is none
   */
  ready(): Promise<void>;

  /**
   * Sends mutations, only as the account that made them, and asks for the changes since `request.cursor`, including
   * the mutations' own: the answer is a page with the answers to the mutations. On another history nothing is
   * applied, and the page starts over.
   * @throws {Failure} without a usable answer; any of the mutations may have been applied then, and sending them
   * again is harmless
   */
  push(request: PushRequest, signal: AbortSignal): Promise<Page>;

  /**
   * Listens for pokes until the returned function is called. It maintains its own connection;
   * nothing depends on it, because a device without pokes still polls.
   */
  watch(listener: PokeListener): () => void;
}

/**
 * Stores a file on the server under its name, as the signed-in account. A file that is there already is the same file, because
 * its name is made from its bytes.
 *
 * @param keep keeps with the file what the server calls its upload, for the next attempt to go on with
 * @throws {Failure} 'refused' if the server will not have this file; any other says nothing about it
 */
export type StoreFile = (
  file: StoredFile,
  signal: AbortSignal,
  keep?: (upload: string) => Promise<void>,
) => Promise<void>;

/**
 * A call was not made, because the session could not be renewed for it. Kind and code are those of the renewal: a
 * 'time-out', or a 413, says nothing about what the call carries.
 */
export class NotRenewed extends Failure {}

export interface PokeListener {
  /** There is something to pull with this version or a higher one. */
  poked(version: number): void;
  /** The channel has connected (earlier pokes are not repeated) or disconnected. */
  live(isLive: boolean): void;
}

/** What a device asks for: a page of what has changed since its position. Versions are whole numbers below 2^53. */
export interface Since {
  epoch: string | null;
  cursor: number;
  horizon: number;
  /** The most rows of the page. */
  rows: number;
}

/** See sync_pull in supabase/migrations. */
export interface PullRequest extends Since {
  /** Mutations without an answer. */
  pending: readonly string[];
}

/** See sync_push in supabase/migrations. */
export interface PushRequest extends Since {
  account: string;
  mutations: readonly SentMutation[];
}

export interface SentMutation {
  id: string;
  changes: readonly SentChange[];
}

export type SentChange =
  | { op: 'insert'; table: string; id: string; values: Columns }
  | { op: 'update'; table: string; id: string; values: Columns; base: Columns }
  | { op: 'delete'; table: string; id: string };

const version = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const changes = v.array(
  v.object({
    table: v.string(),
    id: v.string(),
    version,
    /** The row as it is now, unchecked; null for a tombstone. */
    row: v.nullable(v.looseObject({})),
    /**
     * What nobody but admins is told: the row, a draft; or the values of these columns, ids of drafts, which are null for
     * others. Missing from what others are given.
     */
    withheld: v.nullish(v.union([v.literal(true), v.array(v.string())])),
  }),
);

const answers = v.array(
  v.object({
    id: v.string(),
    outcome: v.picklist(['applied', 'duplicate', 'rejected']),
    first: v.picklist(['applied', 'rejected']),
    code: v.nullable(v.string()),
    message: v.nullable(v.string()),
    conflicts: v.array(
      v.object({ table: v.string(), id: v.string(), column: v.string(), was: v.unknown() }),
    ),
  }),
);

export const pageSchema = v.object({
  epoch: v.string(),
  cursor: version,
  version,
  reset: v.boolean(),
  more: v.boolean(),
  changes,
  answers,
  /** Published tables that cannot be read now (R36). */
  unread: v.nullish(v.array(v.string())),
  /** A row waits for somebody to write down that its time has come (`sync_release`). */
  due: v.optional(v.boolean()),
});

export interface Page extends v.InferOutput<typeof pageSchema> {
  /** The account that it was given to; null for a visitor. */
  readonly reader?: string | null;
}
