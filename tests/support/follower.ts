import type { Page } from '../../src/engine/sync/protocol.ts';

/** More pages than any test needs: beyond it the server leads in circles. */
const PAGES_AT_MOST = 200;

/**
 * Follows the change feed as a device does, without a device: it keeps rows by table and id, and its position. `ask` is
 * one call of sync_pull.
 */
export class Follower {
  readonly rows = new Map<string, Record<string, unknown>>();
  /** The version of each row that it was told, deleted rows included. */
  readonly versions = new Map<string, number>();
  epoch: string | null = null;
  cursor = 0;
  resets = 0;
  pages = 0;
  private horizon = 0;
  private readonly ask: (epoch: string | null, cursor: number, horizon: number) => Promise<Page>;

  constructor(ask: (epoch: string | null, cursor: number, horizon: number) => Promise<Page>) {
    this.ask = ask;
  }

  /** Pages until there is no more; `between` runs after each page except the last. */
  async catchUp(between: () => Promise<unknown> = async () => {}): Promise<void> {
    for (let pages = 0; pages < PAGES_AT_MOST; pages += 1) {
      const page = await this.page();
      if (!page.more) return;
      await between();
    }
    throw new Error('the server has ever more pages');
  }

  async page(): Promise<Page> {
    const page = await this.ask(this.epoch, this.cursor, this.horizon);
    this.pages += 1;
    if (page.reset) {
      this.resets += 1;
      this.rows.clear();
      this.versions.clear();
      this.horizon = page.version;
    }
    for (const { table, id, version, row } of page.changes) {
      this.versions.set(`${table}/${id}`, version);
      if (row === null) this.rows.delete(`${table}/${id}`);
      else this.rows.set(`${table}/${id}`, row);
    }
    this.epoch = page.epoch;
    this.cursor = page.cursor;
    if (!page.more) this.horizon = page.cursor;
    return page;
  }

  /** The rows of a table, by id. */
  table(name: string): Map<string, Record<string, unknown>> {
    const rows = new Map<string, Record<string, unknown>>();
    for (const [key, row] of this.rows) {
      const [table, id] = key.split('/');
      if (table === name && id !== undefined) rows.set(id, row);
    }
    return rows;
  }
}
