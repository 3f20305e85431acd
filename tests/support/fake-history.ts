import type { DeletedRow, History, Told, Version, VersionEnd } from '../../src/engine/past.ts';
import type { Failure } from '../../src/lib/failure.ts';

/** A server that knows what some rows were. A test can make it fail. */
export interface FakeHistory extends History {
  /** By `table/id`. */
  readonly ends: Map<string, readonly VersionEnd[]>;
  readonly held: Map<number, Version>;
  gone: readonly DeletedRow[];
  /** Every question fails with it; null if none fails. */
  failure: Failure | null;
  /** Answers are of an earlier time. */
  isEarlier: boolean;
}

export function fakeHistory(): FakeHistory {
  async function told<Answer>(answer: Answer): Promise<Told<Answer>> {
    if (history.failure !== null) throw history.failure;
    return { answer, isEarlier: history.isEarlier };
  }
  const history: FakeHistory = {
    ends: new Map(),
    held: new Map(),
    gone: [],
    failure: null,
    isEarlier: false,
    versions: (table, id) => told(history.ends.get(`${table}/${id}`) ?? []),
    version: (place) => told(history.held.get(place) ?? null),
    deleted: () => told(history.gone),
  };
  return history;
}
