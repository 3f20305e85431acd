import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { readMigrations } from '../../tools/owner/migrations.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { startFaultProxy } from '../lab/fault-proxy.ts';
import { type Command, startCommand } from '../support/command.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { freePort } from '../support/free-port.ts';
import { copyRepository } from '../support/repository-copy.ts';
import { takeConsole } from '../support/setup.ts';
import { root } from '../support/supabase-command.ts';

/** `npm run setup`, in a copy of the repository whose `.env` a test may write, against a real backend. */

/** The version of the newest migration. */
const newest = readdirSync(join(root, 'supabase/migrations')).sort().at(-1)?.split('_')[0];

let copy: string;
let project: Embedded;
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'fieldnotes-setup-'));
  copyRepository(copy);
  project = await startEmbedded({ seed: false });
});
afterAll(async () => {
  await project.stop();
  rmSync(copy, { recursive: true, force: true });
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  // Visitors are not shown the roles, and the embedded API writes that to the console.
  const printed = takeConsole().filter((line) => !line.endsWith('denied for table user_roles'));
  expect(printed).toEqual([]);
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(join(copy, '.env'), { force: true });
});

function start(
  words: readonly string[],
  url = '',
  key = '',
  env: Record<string, string> = {},
): Command {
  const command = startCommand('node', ['--import', 'tsx', ...words], {
    ...(url !== '' && { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key }),
    ...env,
  });
  ends.push(async () => {
    command.process.kill('SIGKILL');
    await command.ended;
  });
  return command;
}

async function check(
  url: string,
  key = PUBLISHABLE_KEY,
): Promise<{ code: number | null; said: string }> {
  const command = start([join(copy, 'tools/owner/setup.ts'), '--check'], url, key);
  return { code: await command.ended, said: command.printed() };
}

async function setUp(...answers: string[]): Promise<{ code: number | null; said: string }> {
  const command = start([join(copy, 'tools/owner/setup.ts')]);
  command.process.stdin?.end(answers.map((answer) => `${answer}\n`).join(''));
  return { code: await command.ended, said: command.printed() };
}

const env = () => readFileSync(join(copy, '.env'), 'utf8');

/** Adds a migration to the copy, which the project has not run. */
function inNewestMigration(sql: string): void {
  const file = join(copy, 'supabase/migrations/20991231000000_new.sql');
  writeFileSync(file, sql);
  ends.push(() => rmSync(file));
}

/** A later form of a function that several migrations define. */
const pageBody = (body: string) =>
  `create or replace function sync.page(\n  epoch text\n) returns json\nlanguage plpgsql as $$${body}$$;\n`;

/** A server that answers everything like this. */
async function answering(status: number, body: string): Promise<string> {
  return listen(createServer((_, response) => response.writeHead(status).end(body)));
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('SETUP-1: npm run setup -- --check', () => {
  it('says that nothing is missing, and how sign-up can be closed', async () => {
    const { code, said } = await check(project.url);
    expect(said).toMatch(new RegExp(`Migrations +all there, up to ${newest}`));
    expect(said).toMatch(/Realtime +on/);
    expect(said).toMatch(/Pictures +can be uploaded/);
    expect(said).toMatch(/Content +all of it can be shown; drafts only the dashboard sees$/m);
    expect(said).not.toContain('Inbox');
    expect(said).toMatch(/Confirmation mails +off/);
    expect(said).toMatch(/Sign-up +open/);
    expect(said).toMatch(/Administrators +1/);
    expect(said).toMatch(/1\. Close sign-up/);
    expect(said).not.toMatch(/3\. /);
    expect(code).toBe(0);
  });

  it('says how the bucket for pictures is made', async () => {
    await project.sql(`delete from storage.buckets`);
    ends.push(() => project.sql('select sync.make_picture_bucket()'));
    const { code, said } = await check(project.url);
    expect(said).toMatch(/Pictures +cannot be uploaded/);
    expect(said).toContain('select sync.make_picture_bucket();');
    expect(code).toBe(1);
  });

  it('says that the inbox is closed, where the contact form needs it', async () => {
    const config = join(copy, 'src/site.config.ts');
    const own = readFileSync(config, 'utf8');
    ends.push(() => writeFileSync(config, own));
    writeFileSync(config, own.replace("contact: 'nothing',", "contact: 'inbox',"));
    const closed = await check(project.url);
    expect(closed.said).toMatch(/Inbox +closed/);
    expect(closed.said).toContain('press “Open the inbox”');
    expect(closed.code).toBe(1);
    await project.sql('update sync.inbox set is_open = true');
    ends.push(() => project.sql('update sync.inbox set is_open = false'));
    const open = await check(project.url);
    expect(open.said).toMatch(/Inbox +open/);
    expect(open.said).not.toContain('Open the inbox');
    expect(open.code).toBe(0);
  });

  it('MOVE-33: says which values of rows this site does not know, for all rows at once', async () => {
    const word = (sql: string) => project.sql(`do $$ begin ${sql}; end $$`);
    await word(`alter table projects drop constraint projects_status_known;
      insert into projects (title, status) values ('One', 'paused'), ('Two', 'paused'),
        ('Strange', chr(155) || '2J' || repeat('x', 100000))`);
    await project.sql(
      "insert into commentaries (title, content, created_at) values ('Of old', 'x', '1000-01-01')",
    );
    await word(`alter table commentaries drop constraint commentaries_created_at_readable;
      update commentaries set created_at = 'infinity' where title = 'Of old'`);
    ends.push(() =>
      word(`delete from projects where title in ('One', 'Two', 'Strange'); delete from commentaries where title = 'Of old';
        alter table projects add constraint projects_status_known
          check (status is not null and status in ('idea', 'in-progress', 'donezo', 'done'));
        alter table commentaries add constraint commentaries_created_at_readable
          check (created_at >= '1000-01-01 00:00+00' and created_at < '9999-01-01 00:00+00')`),
    );
    const { code, said } = await check(project.url);
    expect(said).toMatch(/Content +4 rows cannot be shown/);
    // Whoever wrote it, a terminal gets the beginning of it, and nothing that it would obey.
    expect(said).toContain('Pages leave out 1 row of projects with "?2Jxxx');
    expect(said.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(said.length).toBeLessThan(5_000);
    expect(said).toContain(
      'Pages leave out 2 rows of projects with "paused" in status, which takes idea, in-progress, donezo, done. The dashboard of your site (/admin) mends all of them with a press.',
    );
    expect(said).toContain(
      '1 row of commentaries with "infinity" in created_at, which takes nothing.',
    );
    expect(code).toBe(1);
  });

  it('says how the first administrator is made', async () => {
    const roles = await project.sql('delete from public.user_roles returning user_id');
    ends.push(() =>
      project.sql('insert into public.user_roles (user_id) values ($1)', [roles[0]?.user_id]),
    );
    const { code, said } = await check(project.url);
    expect(said).toMatch(/Administrators +0/);
    expect(said).toMatch(/1\. Reserve the site: .*claim_by.*could sign up.*open \/admin/);
    expect(code).toBe(1);
  });

  it('says which migration is missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-migrations-'));
    const files = readdirSync(join(root, 'supabase/migrations')).sort();
    const version = (name?: string) => name?.split('_')[0];
    for (const file of files.slice(0, 2)) {
      copyFileSync(join(root, 'supabase/migrations', file), join(folder, file));
    }
    const older = await startEmbedded({ seed: false, migrationsDir: folder });
    ends.push(() => older.stop());
    const { code, said } = await check(older.url);
    expect(said).toContain(
      `has the migrations up to ${version(files[1])}; ${version(files[2])} is missing`,
    );
    expect(said).toMatch(/`npx supabase@\S+ db push --remote`/);
    expect(code).toBe(1);
    takeConsole();
  });

  it.each([
    ['replaces a function', pageBody('-- Another one.')],
    ['adds a policy', 'create policy "new" on public.friends as restrictive using (true);'],
    ['adds a column', 'alter table public.friends add column new text;'],
  ])('says that a migration is missing that only %s', async (_, sql) => {
    inNewestMigration(sql);
    const { code, said } = await check(project.url);
    expect(said).toContain(`has the migrations up to ${newest}; 20991231000000 is missing`);
    expect(code).toBe(1);
  });

  it('knows each function of the database by the hash of its last form', async () => {
    const last = new Map(
      readMigrations(join(root, 'supabase/migrations')).flatMap(({ definitions }) =>
        definitions.map(({ name, hash }) => [name, hash] as const),
      ),
    );
    const [{ said } = {}] = await project.sql('select public.sync_migrations() as said');
    expect((said as { functions: string[] }).functions.sort()).toEqual([...last.values()].sort());
  });

  describe('where no ledger of migrations is kept', () => {
    beforeEach(async () => {
      await project.sql('alter schema supabase_migrations rename to elsewhere');
      ends.push(() => project.sql('alter schema elsewhere rename to supabase_migrations'));
    });

    it('says that a function is older than the newest migration', async () => {
      inNewestMigration(pageBody('-- Another one.'));
      const { code, said } = await check(project.url);
      expect(said).toContain(`has the migrations up to ${newest}; 20991231000000 is missing`);
      expect(code).toBe(1);
    });

    it("leaves the owner's own form of a function alone", async () => {
      const [{ was } = {}] = await project.sql(
        "select pg_get_functiondef('public.admin_count'::regproc) as was",
      );
      ends.push(() => project.sql(String(was)));
      await project.sql(
        'create or replace function public.admin_count() returns bigint language sql as $$ select 1::bigint $$',
      );
      const { code, said } = await check(project.url);
      expect(said).toMatch(new RegExp(`Migrations +all there, up to ${newest}`));
      expect(code).toBe(0);
    });
  });

  it('says that Realtime refuses the connection', async () => {
    const faulty = await startFaultProxy(project.url, { live: false });
    ends.push(faulty.stop);
    const { code, said } = await check(faulty.url);
    expect(said).toMatch(/Realtime +off/);
    expect(said).toMatch(/1\. Switch Realtime on/);
    expect(code).toBe(1);
  });

  it('says that Realtime accepts the connection and does not publish the table', async () => {
    const server = createServer(async (request, response) => {
      const body = request.method === 'POST' ? '{}' : null;
      const headers = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' };
      const asked = { method: request.method ?? 'GET', headers, body };
      const answer = await fetch(`${project.url}${request.url}`, asked);
      response.writeHead(answer.status).end(await answer.text());
    });
    const sockets = new WebSocketServer({ server });
    ends.push(() => sockets.close());
    sockets.on('connection', (socket) =>
      socket.on('message', (data) => {
        const [joinRef, ref, topic, event, payload] = JSON.parse(String(data));
        if (event !== 'phx_join') return;
        const accepted = payload.config.postgres_changes.map((one: object) => ({ id: 1, ...one }));
        const reply = { status: 'ok', response: { postgres_changes: accepted } };
        const problem = { extension: 'postgres_changes', status: 'error', message: 'no' };
        socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', reply]));
        socket.send(JSON.stringify([joinRef, null, topic, 'system', problem]));
      }),
    );
    expect((await check(await listen(server))).said).toMatch(/Realtime +off/);
  });

  it('says that no project is set', async () => {
    const { code, said } = await check('');
    expect(said).toMatch(/^No hosted project is set.*npm run setup/);
    expect(code).toBe(1);
  });
});

describe('SETUP-2: npm run setup', () => {
  it('writes what it was told to .env, keeps the other lines, and takes an empty answer for the same again', async () => {
    writeFileSync(join(copy, '.env'), '# Mine\nPORT=5000\n');
    const { code, said } = await setUp(`${project.url}/`, PUBLISHABLE_KEY);
    expect(said).toContain('Written to .env');
    expect(code).toBe(0);
    const written = `# Mine\nPORT=5000\nVITE_SUPABASE_URL=${project.url}\nVITE_SUPABASE_PUBLISHABLE_KEY=${PUBLISHABLE_KEY}\n`;
    expect(env()).toBe(written);
    expect((await setUp('', '')).code).toBe(0);
    expect(env()).toBe(written);
  });

  it('says that a file of settings is not read, instead of going on without it', async () => {
    const file = join(copy, '.env.local');
    writeFileSync(file, Buffer.from('\ufeffOWNER=1\n', 'utf16le'));
    ends.push(() => rmSync(file));
    const { code, said } = await setUp();
    expect(said).toContain('.env.local is not read as it is: save it as UTF-8');
    expect(code).toBe(1);
  });

  it('says so where the shell says otherwise, because the shell wins', async () => {
    const command = start(
      [join(copy, 'tools/owner/setup.ts')],
      'http://localhost:1',
      PUBLISHABLE_KEY,
    );
    command.process.stdin?.end(`${project.url}\n\n`);
    await command.ended;
    expect(command.printed()).toContain('VITE_SUPABASE_URL is also set in the shell');
    expect(command.printed()).not.toContain('VITE_SUPABASE_PUBLISHABLE_KEY is also set');
    expect(env()).toContain(`VITE_SUPABASE_URL=${project.url}\n`);
  });

  it.each([
    ['a wrong key', () => [project.url, 'sb_publishable_wrong'], /does not accept this key/],
    ['a secret key', () => [project.url, 'sb_secret_hunter2'], /holds a secret key/],
    ['one answer only', () => [project.url], /There was no answer/],
  ])('writes nothing after %s', async (_, answers, problem) => {
    const { code, said } = await setUp(...answers());
    expect(said).toMatch(problem);
    expect(said).not.toContain('hunter2');
    expect(existsSync(join(copy, '.env'))).toBe(false);
    expect(code).toBe(1);
  });
});

describe('FIRST-2: npm run setup -- --check', () => {
  it('lists each value of the sample that is left', async () => {
    const { said } = await check(project.url);
    expect(said).toMatch(/2\. Put your own words into src\/site\.config\.ts/);
    expect(said).toMatch(/^ +profile\.name: Robin Fielding$/m);
    expect(said).toMatch(/^ +tagline: Learning AI by building with it$/m);
    expect(said).toMatch(/^ +social, GitHub: https:\/\/github\.com$/m);
  });

  it('leaves out what was changed on the site', async () => {
    await project.sql(
      `insert into public.site_profile (name, links) values ('Rosa', 'Code https://code.example/rosa')`,
    );
    ends.push(() => project.sql('delete from public.site_profile'));
    const { said } = await check(project.url);
    expect(said).toMatch(/^ +profile\.description: /m);
    expect(said).not.toMatch(/^ +(profile\.name|social, )/m);
  });
});

describe('FIRST-1: npm run setup', () => {
  const config = () => join(copy, 'src/site.config.ts');
  const text = () => readFileSync(config(), 'utf8');
  const own = readFileSync(join(root, 'src/site.config.ts'), 'utf8');
  afterEach(() => {
    expect(readdirSync(join(copy, 'src')).filter((name) => name.includes('site.config'))).toEqual([
      'site.config.ts',
    ]);
    writeFileSync(config(), own);
  });

  /** Whoever it asks sits at a terminal. */
  const terminal = 'data:text/javascript,process.stdin.isTTY=process.stdout.isTTY=true';

  const questions = [
    'Name of the site',
    'Tagline',
    'Description',
    'Your name',
    'About you',
    'Time zone',
    'your GitHub',
    'your LinkedIn',
    'Another link',
    'Address of the Supabase project',
    'Publishable key',
  ];

  /** Answers as the questions come; the last one may be Ctrl+C. */
  async function sit(...answers: string[]): Promise<{ code: number | null; said: string }> {
    const words = ['--import', terminal, join(copy, 'tools/owner/setup.ts')];
    const command = start(words, '', '', { CI: '' });
    for (const [place, answer] of answers.entries()) {
      await command.untilPrinted(new RegExp(questions[place] ?? 'more than it asks'));
      command.process.stdin?.write(answer);
    }
    return { code: await command.ended, said: command.printed() };
  }

  const enter = (count: number) => Array.from({ length: count }, () => '\r');

  it('asks for the words of the site, writes them, and then knows what is left of the sample', async () => {
    const answers = [
      "Rosa's",
      '"Bread"',
      'a\\b',
      'Rosa </script> 😀',
      '',
      'Europe/Berlin',
      '-',
      '',
      '',
    ];
    const { code, said } = await sit(
      ...answers.map((answer) => `${answer}\r`),
      `${project.url}\r`,
      `${PUBLISHABLE_KEY}\r`,
    );
    expect(code, said).toBe(0);
    expect(text()).toContain(`brand: "Rosa's",`);
    expect(text()).toContain(`name: 'Rosa </script> 😀',`);
    expect(
      text()
        .split('\n')
        .filter((line) => line.includes('*')),
    ).toEqual(own.split('\n').filter((line) => line.includes('*')));
    expect(said).toMatch(/^ +social, LinkedIn: /m);
    expect(said).not.toMatch(/^ +(brand|tagline|profile\.name|social, GitHub): /m);
  });

  it('writes nothing where nothing is answered, and needs no project', async () => {
    const { code, said } = await sit(...enter(10));
    expect(code, said).toBe(0);
    expect(said).toContain('Nothing to change in src/site.config.ts');
    expect(said).toContain('the site goes on with its own backend');
    expect(text()).toBe(own);
    expect(existsSync(join(copy, '.env'))).toBe(false);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'writes nothing when it is interrupted at question %i',
    async (place) => {
      const answers = ['A', 'B', 'C', 'D', 'E', 'Asia/Tokyo', '-', 'a.example'];
      const { code } = await sit(...answers.slice(0, place).map((it) => `${it}\r`), '\u0003');
      expect(code).toBe(130);
      expect(text()).toBe(own);
    },
  );

  it('has written all of it when it is interrupted at the project', async () => {
    expect((await sit('Mine\r', ...enter(8), '\u0003')).code).toBe(130);
    expect(text()).toBe(own.replace("'Fieldnotes'", "'Mine'"));
  });

  it.each([
    ['a pipe answers', [], {}],
    ['it runs in CI', ['--import', terminal], { CI: 'true' }],
  ])('asks for no words where %s', async (_, before, env) => {
    const command = start([...before, join(copy, 'tools/owner/setup.ts')], '', '', env);
    command.process.stdin?.end();
    expect(await command.ended).toBe(1);
    expect(command.printed()).not.toContain('Name of the site');
    expect(text()).toBe(own);
  });
});

describe('SETUP-3: one line says what is wrong with', () => {
  const wrong: [string, () => Promise<string>, RegExp][] = [
    ['a wrong key', async () => project.url, /^The project at \S+ does not accept this key\. Copy/],
    ['a paused project', () => answering(540, ''), /^The project at \S+ is paused\. Open it/],
    ['a restricted project', () => answering(402, '{}'), /^The project at \S+ is restricted/],
    ['a project that starts', () => answering(503, ''), /^The project at \S+ answers 503: it is/],
    [
      'another site',
      () => answering(200, '<p>Hello'),
      /is no Supabase project\. The address looks/,
    ],
    ['another API', () => answering(404, '{}'), /is no Supabase project\. The address looks/],
    [
      'a closed port',
      async () => `http://127.0.0.1:${await freePort()}`,
      /^Nothing answers at \S+ \(ECONNREFUSED\)/,
    ],
    [
      'a name that does not exist',
      async () => 'https://nothing.invalid',
      /^There is no nothing\.invalid: /,
    ],
  ];
  it.each(wrong)('%s', async (_, addressOf, problem) => {
    const { code, said } = await check(await addressOf(), 'sb_publishable_wrong');
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toMatch(problem);
    expect(code).toBe(1);
  });

  it('a paused project, and so do a build and npm start', async () => {
    const url = await answering(540, '');
    mkdirSync(join(copy, 'built'));
    const build = start(
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', copy, '--outDir', join(copy, 'built')],
      url,
      'sb_publishable_x',
    );
    await build.untilPrinted(/The project at \S+ is paused\. Open it/);
    const site = start([join(copy, 'tools/server/commands/start.ts')], url, 'sb_publishable_x');
    await site.untilPrinted(/The project at \S+ is paused\. Open it/);
  });
});
