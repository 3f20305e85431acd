import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { oneAtATime } from '../../tools/server/database/one-at-a-time.ts';

/**
 * The builds that some browser tests copy, beside the one that all of them open. Each is made once in a run, when the
 * first test asks for it: Playwright's own process makes them, so no two workers make the same one.
 *
 * | build | what it is |
 * |---|---|
 * | `filled` | with the sample content in its pages |
 * | `in-folder` | for a folder of its host, without content |
 * | `in-folder-filled` | the same with the sample content in its pages |
 * | `inbox` | as an owner builds it who wants an inbox, with the sample content in its pages |
 */
export type BuildName = 'filled' | 'in-folder' | 'in-folder-filled' | 'inbox';

/** Where the filled site says that it is; `moveSite` lets a copy say its own. */
export const FILLED_FOR = 'https://filled.example';

/** The folder of its host. */
export const BASE = '/notes/';

/** Where the site in a folder says that it is. */
export const IN_FOLDER = 'https://me.example/notes';

/** ms that a worker's fixture may take for a build: two of them may come before it. */
export const BUILD_MS = 600_000;

/** @returns the build's folder, which a test may read and copy, and must not change */
export async function buildNamed(name: BuildName): Promise<string> {
  const answer = await fetch(`${process.env.BUILDS_URL}/${name}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Playwright's global set-up: makes the builds that tests ask for, beside the one that SITE_DIR names. */
export default async function serveBuilds(): Promise<() => void> {
  const inTurn = oneAtATime();
  const server = createServer(async ({ url = '' }, response) => {
    const folder = join(dirname(process.env.SITE_DIR ?? ''), url);
    // A process of its own: this one hands out tests meanwhile.
    const words = ['--import', 'tsx', 'tests/support/build-site.ts', folder];
    try {
      await inTurn(() => promisify(execFile)(process.execPath, words));
      response.end(folder);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.BUILDS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => server.close();
}
