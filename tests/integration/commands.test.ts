import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedSite, openToNetwork } from '../../supabase/embedded/build-site.ts';
import { startCommand } from '../support/command.ts';
import { copyFirstStarted } from '../support/embedded.ts';

/** The commands of package.json, as an owner types them. */

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fieldnotes-command-'));
  await copyFirstStarted(dataDir, { seed: false });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a command that serves', () => {
  it('stops when npm is stopped, and gives its folder free', async () => {
    const npm = startCommand('npm', ['run', 'supabase'], {
      SITE_DATA_DIR: dataDir,
      SUPABASE_PORT: '0',
    });
    await npm.untilPrinted(/VITE_SUPABASE_URL=(\S+)/);
    const server = Number.parseInt(readFileSync(join(dataDir, 'in-use-by'), 'utf8'), 10);
    expect(isRunning(server)).toBe(true);
    npm.process.kill('SIGTERM');
    await vi.waitFor(() => expect(isRunning(server)).toBe(false), {
      timeout: 60_000,
      interval: 100,
    });
    expect(existsSync(join(dataDir, 'in-use-by'))).toBe(false);
  });
});

describe('a site for the embedded backend', () => {
  const admin = { email: 'admin@fieldnotes.local', password: 'a-secret' };

  it('knows the demo sign-in where only this machine can reach it', () => {
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1']) {
      expect(embeddedSite(host, admin)).toMatchObject({ VITE_DEMO_ADMIN_PASSWORD: 'a-secret' });
      expect(openToNetwork(host)).toBeNull();
    }
  });

  it('is told nothing of it where the network can, and its owner is told so', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.2', 'my-machine', '127.0.0.1.example.com']) {
      expect(JSON.stringify(embeddedSite(host, admin))).not.toMatch(/a-secret|admin@/);
      expect(openToNetwork(host)).toContain('open to the network');
    }
  });
});
