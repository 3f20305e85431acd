/**
 * The one vocabulary of failure. Everything that goes wrong becomes a `Failure`: of a kind that says what
 * follows, with a code that says which one it is, a message for engineers, and its cause.
 *
 * | kind | meaning | what follows | codes |
 * |---|---|---|---|
 * | unreachable | nobody answered, or not the server, or not now | try again, with back-off | `no-answer`, `time-out`, `not-json`, `not-an-answer`, `no-part`, `ended`, or the server's |
 * | refused | the server will not serve this call as it is | keep everything, ask again slowly, say so | the server's, or `no-history`, `endless`, `empty-start`, `unanswered` |
 * | signed-out | the server takes no session of this device, or there is none | ask to sign in; reading goes on | the server's, or null |
 * | rejected | of an edit only: it cannot be made | tell its author; what was typed stays | `gone`, `invalid` |
 * | device | the device's storage fails | make room, say so | `full`, `blocked`, `other` |
 * | defect | a mistake in the program | say so, report it | the error's name |
 *
 * The server's code is the SQLSTATE, PostgREST's code or that of the auth server, else the HTTP status.
 */
export type FailureKind =
  | 'unreachable'
  | 'refused'
  | 'signed-out'
  | 'rejected'
  | 'device'
  | 'defect';

/** What the mirror keeps of a failure, and screens see of it. */
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
  /** How long the server asked to be left alone, in ms; null where it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: FailureKind,
    code: string | null,
    message: string,
    { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: number | null } = {},
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

/** Whether two failures are the same news. Messages may differ from one to the next. */
export function isSameFailure(a: FailureReport | null, b: FailureReport | null): boolean {
  return a?.kind === b?.kind && a?.code === b?.code;
}

/**
 * Any error as a failure. An error of IndexedDB or Dexie is the device's; what is unknown is a defect.
 *
 * Dexie tells of what went wrong in three ways: by the error itself, as an error with it inside (a full disk as
 * AbortError, dexie #776), and as one of the failures of a bulk write.
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

/** Names of the errors by which IndexedDB and Dexie tell that the device fails; the first code that fits counts. */
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
 * The one table that says what an answer means that is not a success.
 *
 * | kind | codes |
 * |---|---|
 * | unreachable | 408, 425, 429; 5xx; SQLSTATE 40001, 40P01, 55P03, 57014: another time it may go well |
 * | signed-out | 401; PGRST301, PGRST302, PGRST303 (token expired or not accepted) |
 * | refused | SQLSTATE classes 22 and 23, 42501, P0001; PGRST2xx (the schema is not the one this app knows); the rest |
 *
 * A SQLSTATE or PGRST code is more exact than the status it comes with, so it is read first.
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
