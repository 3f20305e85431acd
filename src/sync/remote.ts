import * as v from 'valibot';

/**
 * What the engine needs of a server. Implemented by remote/ for Supabase, and by tests.
 * Every exchange may be repeated.
 */
export interface Remote {
  /**
   * One page of what has changed since `request.cursor`.
   * @throws {RemoteFailure} when there is no answer, or none that can be used
   */
  pull(request: PullRequest, signal: AbortSignal): Promise<Page>;

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

/** See sync_pull in supabase/migrations: versions are whole numbers below 2^53. */
export interface PullRequest {
  epoch: string | null;
  cursor: number;
  horizon: number;
}

const version = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const pageSchema = v.object({
  epoch: v.string(),
  cursor: version,
  version,
  reset: v.boolean(),
  more: v.boolean(),
  changes: v.array(
    v.object({
      table: v.string(),
      id: v.string(),
      version,
      /** The row as it is now, unchecked; null for a tombstone. */
      row: v.nullable(v.looseObject({})),
    }),
  ),
});

export type Page = v.InferOutput<typeof pageSchema>;
