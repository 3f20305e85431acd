import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrations, prelude } from './database.ts';
import { freePort } from './free-port.ts';

/** A real PostgreSQL server of this machine, started for a test: only it has true concurrency. */
export interface Postgres {
  /** Opens a connection. */
  connect(database?: string): Promise<Client>;
  /** Makes a database with the migrations in it. */
  createMigrated(database: string): Promise<void>;
  /** Runs one of PostgreSQL's programs against the server, such as pg_dump, in the server's own folder. */
  run(program: string, ...parameters: string[]): string;
  readonly port: number;
  /** Closes every open connection. */
  disconnect(): Promise<void>;
  stop(): Promise<void>;
}

/** The folder of the machine's PostgreSQL programs; null if there is none. */
export const postgresPrograms: string | null = (() => {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return null;
  const bins = readdirSync(versions)
    .sort()
    .reverse()
    .map((version) => join(versions, version, 'bin'));
  return bins.find((bin) => existsSync(join(bin, 'initdb'))) ?? null;
})();

/**
 * Whether the server beside these programs has an extension. Debian keeps an extension's files in
 * /usr/share/postgresql/15/extension if the programs are in /usr/lib/postgresql/15/bin.
 */
export function hasExtension(programs: string | null, name: string): boolean {
  if (programs === null) return false;
  const share = programs.replace(/\/lib\/(postgresql\/\d+)\/bin$/, '/share/$1');
  return existsSync(join(share, 'extension', `${name}.control`));
}

/**
 * @param options.superuser the role that owns the server; the migrations of most tests run as it
 * @param options.host where it listens besides the folder's socket; nowhere by itself
 */
export async function startPostgres(
  programs: string,
  { superuser = 'postgres', host = '' }: { superuser?: string; host?: string } = {},
): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-postgres-'));
  const port = await freePort();
  // PostgreSQL refuses to run as root; Debian's package creates a user for it.
  const identity = process.getuid?.() === 0 ? userNamed('postgres') : null;
  if (identity !== null) chownSync(folder, identity.uid, identity.gid);
  const env = {
    ...process.env,
    PGHOST: folder,
    PGPORT: String(port),
    PGUSER: superuser,
    PGDATABASE: 'postgres',
    LC_ALL: 'C.UTF-8',
  };
  const run = (program: string, ...parameters: string[]): string =>
    execFileSync(join(programs, program), parameters, {
      ...(identity ?? {}),
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const data = join(folder, 'data');
  run(
    'initdb',
    '--pgdata',
    data,
    '--username',
    superuser,
    '--auth',
    'trust',
    '--no-sync',
    '--encoding',
    'UTF8',
  );
  const settings = `-c listen_addresses='${host}' -k ${folder} -p ${port} -c fsync=off -c max_connections=60 -c deadlock_timeout=200ms`;
  run(
    'pg_ctl',
    'start',
    '--pgdata',
    data,
    '--wait',
    '--silent',
    '--log',
    join(folder, 'log'),
    '--options',
    settings,
  );
  const clients: Client[] = [];

  async function connect(database = 'postgres'): Promise<Client> {
    const client = new Client({ host: folder, port, user: superuser, database });
    // A connection is expected to end with the server.
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  }

  async function disconnect(): Promise<void> {
    await Promise.allSettled(clients.splice(0).map((client) => client.end()));
  }

  return {
    connect,
    run,
    port,
    async createMigrated(database) {
      run('createdb', database);
      const client = await connect(database);
      await client.query(prelude);
      for (const migration of migrations) await client.query(migration);
      await client.end();
    },
    disconnect,
    async stop() {
      await disconnect();
      run('pg_ctl', 'stop', '--pgdata', data, '--mode', 'immediate', '--silent');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function userNamed(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
