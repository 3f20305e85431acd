import { fork } from 'node:child_process';
import { PUBLISHABLE_KEY } from '../../../tools/server/database/secrets.ts';
import type { Asked, Told } from './backend-process.ts';
import { type BenchRow, benchRows } from './rows.ts';

/**
 * The embedded backend with two tables of the same rows: `resources`, which our engine follows by the change feed of
 * the migrations, and `links`, which the other libraries follow by `updated_at`.
 */
export interface BenchBackend {
  readonly url: string;
  readonly key: string;
  /** Who may write `resources`. */
  readonly admin: { readonly email: string; readonly password: string };
  /** Replaces all rows. @returns them, newest first */
  seed(count: number): Promise<BenchRow[]>;
  setTitle(table: BenchTable, id: string, title: string): Promise<void>;
  countTitled(table: BenchTable, title: string): Promise<number>;
  stop(): void;
}

export type BenchTable = 'resources' | 'links';

/** Rows for each statement of a seeding. */
const AT_ONCE = 1_000;

export async function startBackend(): Promise<BenchBackend> {
  const child = fork(`${import.meta.dirname}/backend-process.ts`, {
    execArgv: ['--import', 'tsx'],
  });
  const waiting = new Map<number, (told: Told) => void>();
  let lastId = 0;

  const started = await new Promise<Extract<Told, { url: string }>>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The backend did not start.')));
    child.on('message', (told: Told) => {
      if ('url' in told) return resolve(told);
      waiting.get(told.id)?.(told);
      waiting.delete(told.id);
    });
  });

  function sql(text: string, ...parameters: unknown[]): Promise<Record<string, unknown>[]> {
    return new Promise((resolve, reject) => {
      const asked: Asked = { id: ++lastId, text, parameters };
      waiting.set(asked.id, (told) => {
        if ('rows' in told) resolve(told.rows);
        else reject(new Error('error' in told ? told.error : 'No answer.'));
      });
      child.send(asked);
    });
  }

  return {
    url: started.url,
    key: PUBLISHABLE_KEY,
    admin: started.admin,
    async seed(count) {
      const rows = benchRows(count);
      await sql('truncate public.resources');
      await sql('truncate public.links');
      // In the order in which a site got them: devices receive the oldest first.
      const oldestFirst = rows.toReversed();
      for (let i = 0; i < count; i += AT_ONCE) {
        const some = JSON.stringify(oldestFirst.slice(i, i + AT_ONCE));
        await sql(
          `insert into public.resources (${columns}) select ${columns} from json_populate_recordset(null::public.resources, $1::json)`,
          some,
        );
        await sql(
          `insert into public.links (${columns}, updated_at) select ${columns}, created_at from json_populate_recordset(null::public.links, $1::json)`,
          some,
        );
      }
      await sql('analyze');
      return rows;
    },
    async setTitle(table, id, title) {
      await sql(`update public.${table} set title = $2 where id = $1`, id, title);
    },
    async countTitled(table, title) {
      const [row] = await sql(
        `select count(*)::int as titled from public.${table} where title = $1`,
        title,
      );
      return Number(row?.titled);
    },
    stop: () => child.disconnect(),
  };
}

const columns = 'id, title, description, link_url, image_url, tags, type, "Source", created_at';
