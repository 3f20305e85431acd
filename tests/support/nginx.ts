import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { freePort } from './free-port.ts';

/** A running nginx. */
export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** The machine's nginx; null where it has none. Debian keeps it where only root's PATH looks. */
export const nginxProgram: string | null =
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nginx'))
    .find((file) => existsSync(file)) ?? null;

/**
 * nginx as docs/nginx-cache.conf sets it up: a cache in front of a backend.
 *
 * @param there the backend's address, without a trailing slash
 */
export function startCache(program: string, there: string): Promise<Nginx> {
  return start(program, 'docs/nginx-cache.conf', (text, here, folder) => {
    mkdirSync(join(folder, 'cache'));
    return text
      .replaceAll('ADDRESS', here)
      .replaceAll('BACKEND', there.replace('localhost', '127.0.0.1'))
      .replaceAll('FOLDER', join(folder, 'cache'));
  });
}

/** nginx as hosting/nginx.conf sets it up: a host of the built site. */
export function startHost(program: string, siteDir: string): Promise<Nginx> {
  return start(program, 'hosting/nginx.conf', (text, here) =>
    text.replace('listen 80;', `listen ${here};`).replaceAll('/usr/share/nginx/html', siteDir),
  );
}

/** @param fitted makes of a file of settings one for an address and a folder of this machine */
async function start(
  program: string,
  file: string,
  fitted: (text: string, here: string, folder: string) => string,
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-nginx-'));
  const here = `127.0.0.1:${await freePort()}`;
  const text = readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8');
  const site = fitted(text, here, folder);
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
