/** What the mirror knows of itself; screens read it like any other row. */

/** How far this device has followed the server's history. */
export interface Position {
  /** Identity of the server's history; null before the first page. */
  readonly epoch: string | null;
  /** Everything up to this version is on the device. */
  readonly cursor: number;
  /** The oldest version any row on the device may be of: the cursor, except while filling over several pages. */
  readonly horizon: number;
  /** False only while the very first filling is under way. */
  readonly complete: boolean;
}

export const startPosition: Position = { epoch: null, cursor: 0, horizon: 0, complete: false };

export type SyncPhase = 'idle' | 'pulling' | 'waiting' | 'offline';

/** Why the last exchange failed: nobody answered, or the server would not. */
export type SyncFailure = 'unreachable' | 'refused';

export interface SyncStatus {
  readonly phase: SyncPhase;
  /** Exchanges that failed since the last success, and why the last one did. */
  readonly failures: number;
  readonly failure: SyncFailure | null;
}

export const startStatus: SyncStatus = { phase: 'idle', failures: 0, failure: null };

export type MetaEntry =
  | { key: 'position'; value: Position }
  /** When this device last had everything: milliseconds since 1970, by this device's clock. */
  | { key: 'freshness'; value: number }
  | { key: 'status'; value: SyncStatus }
  /** Counts the visitor's requests to sync now; the engine watches it. */
  | { key: 'requests'; value: number };

export type MetaKey = MetaEntry['key'];
export type MetaValue<Key extends MetaKey> = Extract<MetaEntry, { key: Key }>['value'];
