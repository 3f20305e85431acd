import type { BaseRow } from '../../src/engine/define.ts';
import { compareOrder } from '../../src/engine/define.ts';
import { itemOf, toMember } from '../../src/engine/mirror/collection.ts';
import { type SyncStatus, startPosition, startStatus } from '../../src/engine/mirror/meta.ts';
import {
  type Content,
  type Mirror,
  type MirrorState,
  matches,
  type Query,
  questionOf,
  toContent,
} from '../../src/engine/mirror/query.ts';

/** Rows by table name, as the server would send them. */
export type Rows = Readonly<Record<string, readonly BaseRow[]>>;

/**
 * A mirror that is a plain value: nothing is stored and nothing changes.
 * Rows are taken as they are; check them before if they come from outside.
 */
export function memoryMirror(
  rows: Rows,
  about: { freshness?: number | null; status?: SyncStatus } = {},
): Mirror {
  const state: MirrorState = {
    freshness: about.freshness ?? null,
    status: about.status ?? startStatus,
    malformed: 0,
  };

  const answers = new Map<string, Content<unknown>>();

  function peek<Item>(query: Query<Item>): Content<Item> {
    const known = answers.get(questionOf(query));
    if (known !== undefined) return known as Content<Item>;
    const entries = (rows[query.kind.table] ?? [])
      .map((row) => toMember(query.kind, row))
      .filter((entry) => matches(entry, query))
      .sort((a, b) => compareOrder(a.order, b.order));
    const items = entries.slice(0, query.limit).map((entry) => itemOf(query.kind, entry));
    const content = toContent(items, { complete: state.freshness !== null }, state.status);
    answers.set(questionOf(query), content);
    return content;
  }

  return {
    keeping: 'kept',
    peek,
    peekState: () => state,
    onChange: () => () => {},
    read: async (query) => peek(query),
    state: async () => state,
    diagnosis: async () => ({ position: startPosition, lastFailure: null, malformed: [] }),
    requestSync() {},
  };
}
