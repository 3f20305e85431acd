import type { Millis } from './millis.ts';

/**
 * The one vocabulary of failure. Every error becomes a `Failure`: its kind decides what happens next, its code is
 * the exact reason, its message is for engineers, and its cause is kept.
 *
 * | kind | meaning | what happens next | codes |
 * |---|---|---|---|
 * | unreachable | no answer, one that is not our server's, or one that says to come back later | retry with back-off | `no-answer`, `time-out`, `not-json`, `not-an-answer`, `no-part`, `ended`, or the server's |
 * | refused | the server won't serve this call as it stands | keep everything, retry slowly, say so | the server's, or `no-history`, `endless`, `empty-start`, `unanswered`, `damaged-snapshot` |
 * | signed-out | the server does not accept the session, or there is none | ask to sign in; reading goes on | the server's, or null |
 * | rejected | only for edits: this one cannot be made | tell its author; keep what was typed | `gone`, `invalid` |
 * | device | the device's storage isn't working | make room, say so | `full`, `blocked`, `other` |
 * | defect | a bug in the program | say so, report it | the error's name |
 *
 * The server's code is the SQLSTATE, the code of PostgREST or of the auth server, else the HTTP status.
 */
export type FailureKind =
  | 'unreachable'
  | 'refused'
  | 'signed-out'
  | 'rejected'
  | 'device'
  | 'defect';

/** A failure as the mirror stores it and screens see it. */
export interface FailureReport {
  readonly kind: FailureKind;
  readonly code: string | null;
  /** For engineers. */
  readonly message: string;
}

export class Failure extends Error implements FailureReport {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly code: string | null;
  /** How long the server asked us to wait; null if it did not say. */
  readonly retryAfterMs: Millis | null;

  constructor(
    kind: FailureKind,
    code: string | null,
    message: string,
    { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: Millis | null } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

export function toReport({ kind, code, message }: FailureReport): FailureReport {
  return { kind, code, message };
}

/** Whether two failures are the same news. Messages may differ each time. */
export function isSameFailure(a: FailureReport | null, b: FailureReport | null): boolean {
  return a?.kind === b?.kind && a?.code === b?.code;
}

/**
 * Turns any error into a failure. Errors of IndexedDB and Dexie are the device's; unknown errors are defects.
 *
 * Dexie reports the real error in three ways: as itself, wrapped in another error (a full disk as AbortError,
 * dexie #776), or as one of the failures of a bulk write.
 */
export function toFailure(error: unknown): Failure {
  const told = layersOf(error);
  const known = told.find((layer) => layer instanceof Failure);
  if (known instanceof Failure) return known;
  const names = told.map((layer) => String(Object(layer).name));
  const message = String(error);
  for (const [code, ofThis] of deviceErrors) {
    if (names.some((name) => ofThis.has(name))) {
      return new Failure('device', code, message, { cause: error });
    }
  }
  return new Failure('defect', error instanceof Error ? error.name : null, message, {
    cause: error,
  });
}

function layersOf(error: unknown): unknown[] {
  const { inner, failures } = Object(error) as { inner?: unknown; failures?: unknown };
  const within = [inner, ...(Array.isArray(failures) ? failures : [])];
  return [error, ...within.filter((layer) => layer !== undefined && layer !== null)];
}

/** The error names with which IndexedDB and Dexie report a failing device. The first match counts. */
const deviceErrors: readonly (readonly [code: string, names: ReadonlySet<string>])[] = [
  ['full', new Set(['QuotaExceededError'])],
  ['blocked', new Set(['MissingAPIError', 'NotAllowedError', 'SecurityError'])],
  [
    'other',
    new Set([
      'AbortError',
      'BulkError',
      'DatabaseClosedError',
      'InvalidStateError',
      'ModifyError',
      'NotFoundError',
      'NotReadableError',
      'OpenFailedError',
      'PrematureCommitError',
      'TimeoutError',
      'TransactionInactiveError',
      'UnknownError',
      'VersionChangeError',
      'VersionError',
    ]),
  ],
];

/**
 * How error responses are classified; the only place that does so.
 *
 * | kind | codes |
 * |---|---|
 * | unreachable | 408, 425, 429; 5xx; SQLSTATE 40001, 40P01, 55P03, 57014: a retry may succeed |
 * | signed-out | 401; PGRST301, PGRST302, PGRST303 (token expired or not accepted) |
 * | refused | SQLSTATE classes 22 and 23, 42501, P0001; PGRST2xx (the schema is not the one this app knows); others |
 *
 * A SQLSTATE or PGRST code is more exact than the HTTP status, so it is read first.
 */
export function kindOfAnswer(answer: {
  status: number;
  code: string | null;
}): 'unreachable' | 'signed-out' | 'refused' {
  const { status, code } = answer;
  if (code !== null) {
    if (['40001', '40P01', '55P03', '57014'].includes(code)) return 'unreachable';
    if (['PGRST301', 'PGRST302', 'PGRST303'].includes(code)) return 'signed-out';
    if (/^(2[23][0-9A-Z]{3}|42501|P0001|PGRST2\d\d)$/.test(code)) return 'refused';
  }
  if (status === 401) return 'signed-out';
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'unreachable';
  return 'refused';
}
