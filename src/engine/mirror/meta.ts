import type { FailureReport } from '../../lib/failure.ts';

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

export type SyncPhase = 'idle' | 'pushing' | 'pulling' | 'waiting' | 'offline';

export interface SyncStatus {
  readonly phase: SyncPhase;
  /** Exchanges that failed since the last success, and why the last one did. */
  readonly failures: number;
  readonly failure: FailureReport | null;
}

/** `at`: when it was first met, in ms since 1970 by this device's clock. */
export interface LastFailure extends FailureReport {
  readonly at: number;
}

export const startStatus: SyncStatus = { phase: 'idle', failures: 0, failure: null };

/**
 * Who is signed in on this device, as far as it knows: the server decides in the end, but an admin who
 * opens the site offline is still one here. Edits belong to the account that made them.
 */
export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly isAdmin: boolean;
  /** The server no longer takes the session: nothing is lost, but nothing is sent before the next sign-in. */
  readonly expired: boolean;
}

export type MetaEntry =
  | { key: 'position'; value: Position }
  /** When this device last had everything: milliseconds since 1970, by this device's clock. */
  | { key: 'freshness'; value: number }
  | { key: 'status'; value: SyncStatus }
  /** By which model order and lookups of the rows are derived; see derive.ts. */
  | { key: 'model'; value: string }
  /** The `MIRROR_VERSION` of the newest version of the site that has been here. */
  | { key: 'format'; value: number }
  /** The last failure of an exchange, kept when it is over. */
  | { key: 'failure'; value: LastFailure }
  /** Null, or missing, while nobody is signed in. */
  | { key: 'account'; value: Account | null }
  /** The session as supabase-js writes it: JSON with access and refresh token. */
  | { key: 'session'; value: string | null }
  /** Counts the visitor's requests to sync now; the engine watches it. */
  | { key: 'requests'; value: number }
  /** The last of those requests that has been met. */
  | { key: 'served'; value: number };

export type MetaKey = MetaEntry['key'];
export type MetaValue<Key extends MetaKey> = Extract<MetaEntry, { key: Key }>['value'];
