/**
 * What a failed exchange means for the engine.
 *
 * | kind | meaning | what follows |
 * |---|---|---|
 * | unreachable | nobody answered, or not the server | try again, with back-off |
 * | refused | the server answered and will not serve this as it is | keep what there is, ask again slowly |
 * | rejected | the server will never take this request | of a push: half of it, or the one edit that it is about |
 * | signed-out | the server takes no session of this device | ask to sign in; reading goes on |
 */
export type FailureKind = 'unreachable' | 'refused' | 'rejected' | 'signed-out';

export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly kind: FailureKind;
  /** How long the server asked to be left alone, in ms; null where it did not say. */
  readonly retryAfterMs: number | null;
  /** SQLSTATE or PostgREST's code, else the HTTP status; null where nobody answered. */
  readonly code: string | null;

  constructor(
    kind: FailureKind,
    message: string,
    retryAfterMs: number | null = null,
    code: string | null = null,
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.code = code;
  }
}

/** Any error as the engine sees it: what it does not know is a server out of reach. */
export function toFailure(error: unknown): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  return new RemoteFailure('unreachable', error instanceof Error ? error.message : String(error));
}
