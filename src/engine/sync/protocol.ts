import * as v from 'valibot';
import type { Columns } from '../outbox/mutation.ts';

/**
 * What the engine needs of a server. Implemented by remote/ for Supabase, and by tests.
 * Every exchange may be repeated.
 */
export interface Remote {
  /**
   * One page of what has changed since `request.cursor`.
   * @throws {Failure} when there is no answer, or none that can be used
   */
  pull(request: PullRequest, signal: AbortSignal): Promise<Page>;

  /**
   * Gets ready whatever a push needs besides the network: a session that has run out is renewed. Until it is done no
   * mutation has left the device.
   * @throws {Failure} when that takes a server and there is none
   */
  ready(): Promise<void>;

  /**
   * Sends mutations, as the account that made them and as no other, and asks what has changed since
   * `request.cursor`, what they have changed included: a page with the answers to them. On another history nothing
   * was applied, and the page starts over.
   * @throws {Failure} when there is no answer, or none that can be used; then any of them may have
   * been applied, and sending them again is harmless
   */
  push(request: PushRequest, signal: AbortSignal): Promise<Page>;

  /**
   * Listens for pokes until the returned function is called. Looks after its own connection;
   * nothing depends on it, for a device that is never poked still asks from time to time.
   */
  watch(listener: PokeListener): () => void;
}

export interface PokeListener {
  /** There is something to pull that has this version or a higher one. */
  poked(version: number): void;
  /** The channel has come up (pokes missed before are not repeated) or gone down. */
  live(isLive: boolean): void;
}

/** Where a device stands. Versions are whole numbers below 2^53. */
export interface Since {
  epoch: string | null;
  cursor: number;
  horizon: number;
}

/** See sync_pull in supabase/migrations. */
export interface PullRequest extends Since {
  /** Mutations that this device has had no answer for. */
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
  }),
);

const answers = v.array(
  v.object({
    id: v.string(),
    outcome: v.picklist(['applied', 'duplicate', 'rejected']),
    first: v.picklist(['applied', 'rejected']),
    code: v.nullable(v.string()),
    message: v.nullable(v.string()),
    met: v.array(
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
});

export type Page = v.InferOutput<typeof pageSchema>;
