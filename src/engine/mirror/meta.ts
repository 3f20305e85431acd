import type { FailureReport } from '../../lib/failure.ts';
import type { Instant } from '../../lib/millis.ts';

/** The mirror's own state; screens read it like any other row. */

/** How far this device has followed the server's history. */
export interface Position {
  /** Identity of the server's history; null before the first page. */
  readonly epoch: string | null;
  /** The device has everything up to this version. */
  readonly cursor: number;
  /** The oldest version that any row on the device may have: the cursor, except while filling over several pages. */
  readonly horizon: number;
  /** False only during the very first filling. */
  readonly complete: boolean;
}

/** The epoch of a device that has asked for everything anew. No history has this name, so the server lets it start over. */
export const NO_HISTORY = '';

export const startPosition: Position = { epoch: null, cursor: 0, horizon: 0, complete: false };

export type SyncPhase = 'idle' | 'pushing' | 'pulling' | 'waiting' | 'offline';

export interface SyncStatus {
  readonly phase: SyncPhase;
  /** How many exchanges have failed since the last success, and why the last one did. */
  readonly failures: number;
  readonly failure: FailureReport | null;
}

/** `at`: when it first occurred, by this device's clock. */
export interface LastFailure extends FailureReport {
  readonly at: Instant;
}

export const startStatus: SyncStatus = { phase: 'idle', failures: 0, failure: null };

/**
 * Who is signed in, as far as this device knows. The server has the last word, but an admin who opens the site
 * offline is still an admin here. Edits belong to the account that made them.
 */
export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly isAdmin: boolean;
  /** The server no longer accepts the session: nothing is lost, but nothing is sent before the next sign-in. */
  readonly expired: boolean;
}

/** The last write of pages; see stored-rows.ts. */
export interface PagesMark {
  /** Identifies this database: one that is made anew under its name counts from 0 again. */
  readonly of: string;
  readonly stamp: number;
}

export type MetaEntry =
  | { key: 'position'; value: Position }
  /** When this device last had everything, by this device's clock. */
  | { key: 'freshness'; value: Instant }
  | { key: 'status'; value: SyncStatus }
  | { key: 'pages'; value: PagesMark }
  /** The model by which the rows were read; see derive.ts. */
  | { key: 'model'; value: string }
  /** The `MIRROR_VERSION` of the newest version of the site that has used this mirror. */
  | { key: 'format'; value: number }
  /** The last failure of an exchange, kept after it is over. */
  | { key: 'failure'; value: LastFailure }
  /** Null or missing if nobody is signed in. */
  | { key: 'account'; value: Account | null }
  /** Whether rows on the device may have what only admins may see; missing where that is not known. */
  | { key: 'withheld'; value: boolean }
  /** How often that was to leave the device: an answer that was asked for before may still bring it. */
  | { key: 'drops'; value: number }
  /** The addresses of the other accounts that have edits here, by their ids; see claim.ts. */
  | { key: 'authors'; value: Readonly<Record<string, string>> }
  /** The session as supabase-js writes it: JSON with access and refresh token. */
  | { key: 'session'; value: string | null }
  /** The address of an account that this device has signed up and that is to be confirmed by e-mail; missing for none. */
  | { key: 'awaited'; value: string };

export type MetaKey = MetaEntry['key'];
export type MetaValue<Key extends MetaKey> = Extract<MetaEntry, { key: Key }>['value'];
