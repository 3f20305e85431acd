import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type BackendOptions,
  createBackend,
  type EmbeddedBackend,
} from '../../tools/server/database/backend.ts';
import { markOf, openDataFolder } from '../../tools/server/database/data-folder.ts';
import { migrate } from '../../tools/server/database/migrate.ts';
import { emptyDatabase } from '../support/database.ts';
import { startEmbedded } from '../support/embedded.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { supabaseClient } from '../support/supabase-client.ts';

describe('data in a folder', () => {
  const root = resolve(import.meta.dirname, '../..');
  let dataDir: string;
  let options: BackendOptions;
  const newFolder = () => mkdtempSync(join(tmpdir(), 'fieldnotes-'));
  const optionsFor = (folder: string): BackendOptions => ({
    dataDir: folder,
    migrationsDir: resolve(root, 'supabase/migrations'),
    seedFile: resolve(root, 'supabase/seed.sql'),
    demoEmail: 'Admin@Fieldnotes.local',
    demoPassword: null,
  });
  beforeEach(() => {
    dataDir = newFolder();
    options = optionsFor(dataDir);
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** A folder after its first start with as little as possible, for tests that are not about the content. */
  let small: BackendOptions;
  let smallAdmin: EmbeddedBackend['demoAdmin'];
  let smallDir: string;
  beforeAll(async () => {
    smallDir = newFolder();
    const migrationsDir = join(smallDir, 'migrations');
    mkdirSync(migrationsDir);
    writeFileSync(
      join(migrationsDir, '1_first.sql'),
      'create table user_roles (user_id uuid, role text); create table steps (n int);',
    );
    small = { ...optionsFor(smallDir), migrationsDir, seedFile: null };
    const first = await createBackend(small);
    smallAdmin = first.demoAdmin;
    await first.close();
  });
  afterAll(() => rmSync(smallDir, { recursive: true, force: true }));

  it('is read by its owner only, also where it was there before', async () => {
    mkdirSync(join(dataDir, 'postgres'));
    for (const it of [dataDir, join(dataDir, 'postgres')]) chmodSync(it, 0o755);
    openDataFolder(dataDir).release();
    for (const it of [dataDir, join(dataDir, 'postgres')]) {
      expect(statSync(it).mode & 0o777).toBe(0o700);
    }
  });

  it('is kept over the next start, which repeats neither migrations nor seed', async () => {
    const first = await startEmbedded({ dataDir });
    const { jwtSecret } = first.backend;
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0);
    await first.sql("delete from friends; insert into friends (name) values ('Kept')");
    await first.stop();
    const second = await startEmbedded({ dataDir });
    expect(await second.sql('select name from friends')).toEqual([{ name: 'Kept' }]);
    expect(second.backend.jwtSecret).toBe(jwtSecret);
    const client = supabaseClient(second.url);
    expect((await client.auth.signInWithPassword(second.backend.demoAdmin)).error).toBeNull();
    expect((await client.from('friends').select('name')).data).toEqual([{ name: 'Kept' }]);
    await second.stop();
  });

  it('gets a later migration at the next start', async () => {
    writeFileSync(join(small.migrationsDir, '2_second.sql'), 'insert into steps values (2)');
    await (await createBackend(small)).close();
    const third = await createBackend(small);
    const query = async (text: string) =>
      (await third.exclusively((database) => database.query(text))).rows;
    expect(await query('select n from steps')).toEqual([{ n: 2 }]);
    expect(
      await query(
        'select version, name from supabase_migrations.schema_migrations order by version',
      ),
    ).toEqual([
      { version: '1', name: 'first' },
      { version: '2', name: 'second' },
    ]);
    await third.close();
  });

  it('is left as it is, with a message how to start anew, when migrations that have run were changed since', async () => {
    const file = join(small.migrationsDir, '1_first.sql');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, `${before} -- changed`);
    await expect(createBackend(small)).rejects.toThrow(
      /was made by another version of the migrations \(1_first\.sql\)\. To start anew, move that folder away\./,
    );
    writeFileSync(file, before);
    const again = await createBackend(small);
    await again.close();
  });

  it.each([
    '03377830ef46335b3b92889f0e28feedbdc723e71b1a7fa060cb0a18ea8a5bce',
    '6ce66eaa448d7a1c7891b55f0eeddc41f36a8b8b97589e536746c9d4ef8257d4',
  ])(
    'goes on where a file has since got a part that only matters before it has run: %s',
    async (hash) => {
      const database = await emptyDatabase();
      const migrations = resolve(import.meta.dirname, '../../supabase/migrations');
      await migrate(database, migrations, null);
      await database.query(
        "update supabase_migrations.schema_migrations set hash = $1 where version = '20261120000000'",
        [hash],
      );
      await expect(migrate(database, migrations, null)).resolves.toBeUndefined();
      await database.close();
    },
  );

  it('has the sample content and the admin even if the first start was interrupted', async () => {
    const seedFile = join(dataDir, 'seed.sql');
    writeFileSync(seedFile, 'select 1 / 0');
    await expect(createBackend({ ...options, seedFile })).rejects.toThrow('seed.sql');
    copyFileSync(resolve(root, 'supabase/seed.sql'), seedFile);
    const backend = await createBackend({ ...options, seedFile });
    const { rows } = await backend.exclusively((database) =>
      database.query('select from friends limit 1; '),
    );
    const admins = await backend.exclusively((database) =>
      database.query('select role from user_roles'),
    );
    expect([rows.length, admins.rows]).toEqual([1, [{ role: 'admin' }]]);
    await backend.close();
  });

  it('keeps the first sign-in of the demo admin, whatever the environment says later', async () => {
    const second = await createBackend({ ...small, demoPassword: 'another-password' });
    expect(second.demoAdmin).toEqual(smallAdmin);
    await second.close();
  });

  it('belongs to one process at a time, and is free when that one is gone', async () => {
    const mark = join(smallDir, 'in-use-by');
    writeFileSync(mark, markOf(process.ppid));
    await expect(createBackend(small)).rejects.toThrow(`in use by process ${process.ppid}`);
    const [, start] = markOf(process.ppid).split(' ');
    // Empty, unreadable, of a process that is gone, and with the number of a program that was started later.
    for (const left of [
      '',
      'nonsense',
      '99999999 1',
      `${process.ppid} ${start}1`,
      `${process.ppid}`,
    ]) {
      writeFileSync(mark, left);
      const folder = openDataFolder(smallDir);
      expect(readFileSync(mark, 'utf8')).toBe(markOf(process.pid));
      folder.release();
    }
    expect(existsSync(join(smallDir, 'in-use-by'))).toBe(false);
  });

  it('causes a message that the disk is full, and no advice to move the data away', async () => {
    const failure = await onSmallDisk(dataDir, 1_000_000, () =>
      createBackend(options).then(
        () => 'none',
        (error: Error) => error.message,
      ),
    );
    expect(failure).toContain('disk is full');
    expect(failure).not.toMatch(/move/i);
  });

  it('causes a message with what to do when it is damaged', async () => {
    writeFileSync(join(dataDir, 'secrets.json'), 'nonsense');
    mkdirSync(join(dataDir, 'postgres'));
    await expect(createBackend(options)).rejects.toThrow('secrets.json is damaged');
    rmSync(join(dataDir, 'secrets.json'));
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '3');
    await expect(createBackend(options)).rejects.toThrow('cannot be opened');
  });
});
