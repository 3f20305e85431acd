import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { freePort } from './free-port.ts';

/** nginx as docs/nginx-cache.conf sets it up: a cache in front of a backend. */
export interface Cache {
  readonly url: string;
  stop(): Promise<void>;
}

/** The machine's nginx; null where it has none. Debian keeps it where only root's PATH looks. */
export const nginxProgram: string | null =
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nginx'))
    .find((file) => existsSync(file)) ?? null;

/** @param there the backend's address, without a trailing slash */
export async function startCache(program: string, there: string): Promise<Cache> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-nginx-'));
  const here = `127.0.0.1:${await freePort()}`;
  mkdirSync(join(folder, 'cache'));
  const site = readFileSync(resolve(import.meta.dirname, '../../docs/nginx-cache.conf'), 'utf8')
    .replaceAll('ADDRESS', here)
    .replaceAll('BACKEND', there.replace('localhost', '127.0.0.1'))
    .replaceAll('FOLDER', join(folder, 'cache'));
  const settings = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  writeFileSync(
    settings,
    `daemon off; pid ${folder}/pid; error_log stderr warn; ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 2048; }
     http { access_log off; ${temporary.join(' ')}
     ${site} }`,
  );
  const child = spawn(program, ['-c', settings, '-p', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  await untilItAnswers(child, `http://${here}/`, () => said);
  return {
    url: `http://${here}`,
    async stop() {
      child.kill('SIGQUIT');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(child: ChildProcess, url: string, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx has ended: ${said()}`);
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
