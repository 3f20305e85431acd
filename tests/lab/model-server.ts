import type { Page, PullRequest, PushRequest, SentChange } from '../../src/engine/sync/protocol.ts';

type Row = { id: string } & Record<string, unknown>;

/**
 * A short server that keeps the promises of sync_pull and sync_push, for tests that need thousands of servers.
 * tests/integration/feed proves that the real one keeps them too.
 */
export class ModelServer {
  epoch = 'first';
  private newest = 0;
  private oldest = 0;
  private index = new Map<
    string,
    { table: string; id: string; version: number; row: Row | null }
  >();

  constructor(private pageSize = 500) {}

  put(table: string, row: Row): number {
    return this.note(table, row.id, row);
  }

  remove(table: string, id: string): number {
    return this.note(table, id, null);
  }

  private note(table: string, id: string, row: Row | null): number {
    this.newest += 1;
    this.index.set(`${table}/${id}`, { table, id, version: this.newest, row });
    return this.newest;
  }

  /** A new history with the present rows. */
  reset(): void {
    this.epoch = `${this.epoch}'`;
    this.prune();
  }

  /** Forgets all tombstones. */
  prune(): void {
    for (const [key, entry] of this.index) {
      if (entry.row !== null) continue;
      this.oldest = Math.max(this.oldest, entry.version);
      this.index.delete(key);
    }
  }

  /** Says why a change is refused, or null; a test may replace it. */
  refuse: (change: SentChange) => string | null = () => null;
  /** How often each mutation was applied. */
  readonly applied = new Map<string, number>();
  /** The outcome of each when it was applied. */
  readonly taken = new Map<string, readonly SentChange[]>();
  private ledger = new Map<string, Page['answers'][number]>();

  push({ mutations, ...since }: Omit<PushRequest, 'account' | 'rows'>): Page {
    if (since.epoch !== this.epoch) {
      return this.pull({ ...since, pending: mutations.map(({ id }) => id) });
    }
    const answers = mutations.map(({ id, changes }) => {
      const known = this.ledger.get(id);
      if (known !== undefined) return { ...known, outcome: 'duplicate' as const };
      const result = this.apply(id, changes);
      // A refusal for lack of rights is not recorded: the edit can be sent again when the right is back.
      if (result.code !== '42501') this.ledger.set(id, result);
      return result;
    });
    return structuredClone({ ...this.pull(since), answers });
  }

  private apply(id: string, changes: readonly SentChange[]): Page['answers'][number] {
    const before = new Map(this.index);
    const conflicts: Page['answers'][number]['conflicts'] = [];
    for (const change of changes) {
      const row = this.index.get(`${change.table}/${change.id}`)?.row ?? null;
      const code = this.refuse(change) ?? codeOf(change, row);
      if (code !== null) {
        this.index = before;
        return {
          id,
          outcome: 'rejected',
          first: 'rejected',
          code,
          message: 'refused',
          conflicts: [],
        };
      }
      if (change.op === 'delete') {
        if (row !== null) this.remove(change.table, change.id);
        continue;
      }
      if (change.op === 'update' && row !== null) {
        for (const [column, base] of Object.entries(change.base)) {
          const was = row[column];
          if (was !== base && was !== change.values[column]) {
            conflicts.push({ table: change.table, id: change.id, column, was });
          }
        }
      }
      this.put(change.table, { ...this.blank, ...row, ...change.values, id: change.id });
    }
    this.applied.set(id, (this.applied.get(id) ?? 0) + 1);
    this.taken.set(id, structuredClone(changes));
    return { id, outcome: 'applied', first: 'applied', code: null, message: null, conflicts };
  }

  /** The columns that the server fills in. */
  blank: Record<string, unknown> = {};

  pull({
    epoch,
    cursor,
    horizon,
    pending = [],
  }: Omit<PullRequest, 'pending' | 'rows'> & Partial<PullRequest>): Page {
    const reset = epoch !== this.epoch || horizon < this.oldest || cursor > this.newest;
    const since = reset ? 0 : cursor;
    const after = [...this.index.values()]
      .filter((entry) => entry.version > since)
      .sort((a, b) => a.version - b.version);
    const changes = structuredClone(after.slice(0, this.pageSize));
    const more = after.length > changes.length;
    return {
      epoch: this.epoch,
      cursor: more ? changes.at(-1)!.version : this.newest,
      version: this.newest,
      reset,
      more,
      changes,
      answers: pending.flatMap((id) => {
        const known = this.ledger.get(id);
        return known === undefined ? [] : [{ ...known, outcome: 'duplicate' as const }];
      }),
    };
  }

  /** The rows of a table, by id. */
  rows(table: string): Map<string, Row> {
    const rows = new Map<string, Row>();
    for (const entry of this.index.values()) {
      if (entry.table === table && entry.row !== null) rows.set(entry.id, entry.row);
    }
    return rows;
  }
}

function codeOf({ op }: SentChange, row: Row | null): string | null {
  if (op === 'insert' && row !== null) return '23505';
  return op === 'update' && row === null ? 'P0002' : null;
}
