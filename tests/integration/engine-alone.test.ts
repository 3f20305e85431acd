import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { startCommand } from '../support/command.ts';
import { as, emptyDatabase, migrations } from '../support/database.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';

/** The engine without the site: its README is followed, as it is written there, in an empty folder and an empty database. */

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(resolve(root, 'src/engine/README.md'), 'utf8');

/** What the README shows in a language, in order. */
const shown = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text]) => text!,
  );

let embedded: Embedded;
let folder: string;
beforeAll(async () => {
  embedded = await startEmbedded({ seed: false });
  for (const sql of shown('sql')) await embedded.sql(sql);
  folder = mkdtempSync(join(tmpdir(), 'fieldnotes-engine-'));
});
afterAll(async () => {
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What runs TypeScript, of the folder's own packages. */
const tsx = () => join(folder, 'node_modules/tsx/dist/loader.mjs');

/** Runs the README's lines for the shell. Instead of a download, the packages of the repository are linked, and no others. */
function follow(lines: string): void {
  const [installs, others] = partition(lines.split('\n'), (line) =>
    line.startsWith('npm install '),
  );
  for (const name of installs.flatMap((line) => line.split(' ').slice(2))) {
    if (name.startsWith('--')) continue;
    const [, bare = '', version] = /^(@?[^@]+)@(.+)$/.exec(name) ?? [];
    const from = join(root, 'node_modules', bare);
    const { version: here } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    expect(`${bare}@${version}`, 'the version of package.json').toBe(`${bare}@${here}`);
    const to = join(folder, 'node_modules', bare);
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to);
  }
  execFileSync('bash', ['-euc', others.join('\n')], {
    cwd: folder,
    env: { ...process.env, FIELDNOTES: root },
  });
}

function partition<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

describe('the engine, taken by its README', () => {
  it('works in an empty folder with its own kind: an edit of one device shows on another in the same process', async () => {
    follow(shown('sh').join(''));
    const script = join(folder, 'books.ts');
    writeFileSync(script, shown('ts').join(''));
    const { email, password } = embedded.backend.demoAdmin;
    const words = ['--import', tsx(), script, embedded.url, PUBLISHABLE_KEY, email, password];
    const run = startCommand(process.execPath, words, {});
    // Stopped, engines leave nothing behind that would keep the process alive.
    expect([await run.ended, run.printed()]).toEqual([0, expect.any(String)]);
    expect(run.printed()).toMatch(/^desk[\s\S]*Dune[\s\S]*^phone[\s\S]*Dune/m);
    expect(await embedded.sql('select title from public.books')).toEqual([{ title: 'Dune' }]);
  });

  it('has every file and package that any of its files imports', async () => {
    const engine = readdirSync(join(folder, 'src/engine'), { recursive: true, encoding: 'utf8' });
    const files = engine.filter((file) => /\.tsx?$/.test(file));
    const imports = files.map((file) => `await import('./src/engine/${file}');`);
    writeFileSync(
      join(folder, 'all.ts'),
      ["import 'fake-indexeddb/auto';", ...imports, "console.log('all');"].join('\n'),
    );
    const run = startCommand(process.execPath, ['--import', tsx(), join(folder, 'all.ts')], {});
    expect([await run.ended, run.printed().trim()]).toEqual([0, 'all']);
    expect(files.length).toBeGreaterThan(50);
  });

  it('finds its SQL enough in an empty PostgreSQL, where visitors then follow the table', async () => {
    const database = await emptyDatabase();
    for (const sql of [...migrations, ...shown('sql')]) await database.exec(sql);
    await database.exec("insert into public.books (title) values ('Dune')");
    const changes = await as(database, 'anon', async (query) => {
      const { rows } = await query<{ page: { changes: { table: string; row: unknown }[] } }>(
        'select public.sync_pull() as page',
      );
      return rows[0]!.page.changes.filter(({ row }) => row !== null);
    });
    expect(changes).toMatchObject([{ table: 'books', row: { title: 'Dune' } }]);
    await database.close();
  });
});
