import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import send from 'send';
import { isPagePath } from '../../../src/lib/page-address.ts';
import { type Coding, codingsFor, typeOf } from '../../build/plugins/compressed-files.ts';
import { FOR_EVER, headersFor, LASTING, REVALIDATED } from '../../build/plugins/content-policy.ts';
import { addressOf } from './request-address.ts';

/**
 * Serves the built site like any static host: hashed files are cached for ever, all others are revalidated, pages of
 * the app are answered with index.html, and missing files with 404, never with HTML: an old page that asks for an old
 * build's script must learn that it is gone. If the build has left a compressed file beside a file, browsers that
 * accept it get that one.
 */
export function siteFiles(
  siteDir: string,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const headers = Object.entries(headersFor(readFileSync(join(siteDir, 'index.html'), 'utf8')));
  return async (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const path = addressOf(request)?.pathname ?? '/';
    const file = path.replace(/\/$/, '/index.html');
    const page = path.replace(/\/?$/, '.html');
    const codings = [...codingsFor(request.headers), null];
    for (const name of isPagePath(path) ? [file, page, '/index.html'] : [file]) {
      for (const coding of codings) {
        if (await sendFile(siteDir, name, coding, request, response)) return;
      }
    }
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found');
  };
}

/**
 * @param coding null for the file as it is
 * @returns false if there is no such file; nothing has been sent then
 */
function sendFile(
  siteDir: string,
  path: string,
  coding: Coding | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const type = typeOf(path);
    const name = path + (coding?.ending ?? '');
    const file = send(request, name, { root: siteDir, cacheControl: false });
    file.on('headers', () => {
      response.setHeader('cache-control', path.startsWith(LASTING) ? FOR_EVER : REVALIDATED);
      if (type === null) return;
      response.setHeader('content-type', type);
      response.setHeader('vary', 'accept-encoding');
      if (coding !== null) response.setHeader('content-encoding', coding.name);
    });
    file.on('directory', () => resolve(false));
    file.on('error', ({ status }: { status: number }) => {
      if (response.headersSent) response.destroy();
      else if (status !== 412 && status !== 416) return resolve(false);
      else response.writeHead(status).end();
      resolve(true);
    });
    response.on('close', () => resolve(true));
    file.pipe(response);
  });
}
