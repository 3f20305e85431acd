import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { githubPages } from './hosts.ts';

/** A server that has the site in a folder, as GitHub Pages does, beside a backend at the same origin. */
export interface RepositoryHost {
  readonly url: string;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/**
 * @param base the folder, with a slash at each end
 * @param backendUrl where the backend is; live connections are refused
 */
export async function startRepositoryHost(
  siteDir: string,
  base: string,
  backendUrl: string,
): Promise<RepositoryHost> {
  const host = githubPages(siteDir, base);
  const asked: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    const { pathname } = new URL(url, 'http://localhost');
    asked.push(pathname);
    if (/^\/(rest|auth)\//.test(pathname)) {
      const onward = ask(`${backendUrl}${url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
      return;
    }
    const answer = await host(pathname);
    const type = types[extname(pathname)] ?? 'text/html; charset=utf-8';
    outgoing.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'content-type': type,
    });
    outgoing.end(answer.body);
  });
  server.on('upgrade', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
