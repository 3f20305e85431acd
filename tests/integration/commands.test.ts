import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedSite, openToNetwork } from '../../tools/server/commands/build-site.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { type Command, startCommand } from '../support/command.ts';
import { copyFirstStarted } from '../support/embedded.ts';
import { endlessFilter, longName } from '../support/endless.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { copyRepository } from '../support/repository-copy.ts';
import { takeConsole } from '../support/setup.ts';
import { demoOwner, root, startSupabase } from '../support/supabase-command.ts';

/** The commands of package.json, as an owner types them. */

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fieldnotes-command-'));
  await copyFirstStarted(dataDir, { seed: false });
});
const started: Command[] = [];
afterEach(async () => {
  for (const command of started.splice(0)) {
    command.process.kill('SIGKILL');
    await command.ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string>, folder = root): Command {
  const server = startSupabase(env, folder);
  started.push(server);
  return server;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a command that serves', () => {
  it('stops when npm is stopped, and releases its folder', async () => {
    const npm = startCommand('npm', ['run', 'supabase'], {
      SITE_DATA_DIR: dataDir,
      SUPABASE_PORT: '0',
    });
    await npm.untilPrinted(/VITE_SUPABASE_URL=(\S+)/);
    const server = Number.parseInt(readFileSync(join(dataDir, 'in-use-by'), 'utf8'), 10);
    expect(isRunning(server)).toBe(true);
    npm.process.kill('SIGTERM');
    await eventually(() => expect(isRunning(server)).toBe(false));
    expect(existsSync(join(dataDir, 'in-use-by'))).toBe(false);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops at %s while a statement runs without end',
    async (signal) => {
      const server = start({ SITE_DATA_DIR: dataDir });
      const { url, owner } = await demoOwner(server);
      expect((await owner.from('friends').insert({ name: longName })).status).toBe(201);
      const stuck = owner
        .from('friends')
        .select('name')
        .filter(...endlessFilter);
      const answer = stuck.then(({ data }) => data);
      // The server has received it when it answers a later question.
      expect((await fetch(url)).status).toBe(404);
      server.process.kill(signal);
      expect(await server.ended).toBe(0);
      expect(await answer).toBeNull();
      takeConsole();
    },
  );

  it('X3: prints a line for what a stranger asks wrongly, and nothing of their own making', async () => {
    const server = start({ SITE_DATA_DIR: dataDir });
    const { url } = await demoOwner(server);
    const before = server.printed();
    const wrong = encodeURIComponent(
      '\u001b[2Jname\n  Demo admin stranger@example.com / pressed\n',
    );
    for (const path of [
      `rest/v1/friends?select=${wrong}`,
      `rest/v1/friends?${wrong}=eq.1`,
      `rest/v1/${wrong}`,
    ])
      await fetch(`${url}/${path}`, { headers: { apikey: PUBLISHABLE_KEY } });
    await fetch(`${url}/rest/v1/friends?id=eq.${'x'.repeat(10_000)}`, {
      headers: { apikey: PUBLISHABLE_KEY },
    });
    await eventually(() => expect(server.printed()).not.toBe(before));
    server.process.kill('SIGTERM');
    await server.ended;
    const lines = server
      .printed()
      .slice(before.length)
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.filter((line) => !line.startsWith('database: '))).toEqual([]);
    expect(lines.filter((line) => line.length > 400 || line.includes('\u001b'))).toEqual([]);
  });

  it('serves a build of its own, which no other command of this checkout replaces', async () => {
    const words = ['--import', 'tsx', 'tools/server/commands/start.ts'];
    const command = startCommand(process.execPath, words, {
      SITE_DATA_DIR: dataDir,
      PORT: String(await freePort()),
    });
    started.push(command);
    const [, url] = await command.untilPrinted(/Fieldnotes is at\s+(\S+)/);
    // One process at a time has the data folder.
    const page = join(dataDir, 'site/index.html');
    expect(await (await fetch(`${url}/`)).text()).toBe(readFileSync(page, 'utf8'));
  });

  it('prefers the shell to .env.local, and .env.local to .env', async () => {
    // The files are beside package.json, where an owner's may be: so everything is copied.
    const copy = join(dataDir, 'copy');
    copyRepository(copy, ['supabase', 'tools', 'src', 'package.json']);
    const settings = [
      'SUPABASE_PORT=not-a-port',
      'SITE_DATA_DIR=data-of-env',
      'DEMO_ADMIN_EMAIL=env@example.com',
      'DEMO_ADMIN_PASSWORD=password-of-env',
    ];
    writeFileSync(join(copy, '.env'), settings.join('\n'));
    writeFileSync(join(copy, '.env.local'), 'DEMO_ADMIN_EMAIL=local@example.com\n');
    const server = start({}, copy);
    await server.untilPrinted(/Demo admin local@example\.com \/ password-of-env/);
    expect(existsSync(join(copy, 'data-of-env'))).toBe(true);
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});

describe('a site for the embedded backend', () => {
  const admin = { email: 'admin@fieldnotes.local', password: 'a-secret' };

  it('knows the demo sign-in if only this machine can reach it', () => {
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1']) {
      expect(embeddedSite(host, admin)).toMatchObject({ VITE_DEMO_ADMIN_PASSWORD: 'a-secret' });
      expect(openToNetwork(host)).toBeNull();
    }
  });

  it('does not know it if the network can reach it, and its owner is told so', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.2', 'my-machine', '127.0.0.1.example.com']) {
      expect(JSON.stringify(embeddedSite(host, admin))).not.toMatch(/a-secret|admin@/);
      expect(openToNetwork(host)).toContain('open to the network');
    }
  });
});
