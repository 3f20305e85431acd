/**
 * What a failed exchange means for the engine.
 *
 * | kind | meaning | what follows |
 * |---|---|---|
 * | unreachable | nobody answered, or not the server | try again, with back-off |
 * | refused | the server answered and will not serve this as it is | keep what there is, ask again slowly |
 */
export type FailureKind = 'unreachable' | 'refused';

export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly kind: FailureKind;
  /** How long the server asked to be left alone, in ms; null where it did not say. */
  readonly retryAfterMs: number | null;

  constructor(kind: FailureKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Any error as the engine sees it: what it does not know is a server out of reach. */
export function toFailure(error: unknown): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  return new RemoteFailure('unreachable', error instanceof Error ? error.message : String(error));
}
