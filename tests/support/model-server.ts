import type { Page, PullRequest } from '../../src/sync/remote.ts';

type Row = { id: string } & Record<string, unknown>;

/**
 * A server in a few lines that keeps the promises of sync_pull, for tests that need thousands of
 * pulls. That the real one keeps them too is tested in tests/integration/feed.
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

  /** A new history with the rows there are. */
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

  pull({ epoch, cursor, horizon }: PullRequest): Page {
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
