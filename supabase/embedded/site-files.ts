import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { addressOf } from './request-address.ts';

/**
 * Serves the built site as any static host should: hashed files for ever, everything else checked
 * each time, pages of the app answered with index.html, and missing files with 404, never with HTML: an
 * old page that asks for a script of an old build must learn that it is gone.
 */
export function siteFiles(
  siteDir: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const files = sirv(siteDir, {
    dev: true, // Looks at the disk each time: a new build is served without a restart.
    etag: true,
    setHeaders(response, path) {
      const lasting = path.startsWith('/assets/');
      response.setHeader(
        'cache-control',
        lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  return (request, response) =>
    files(request, response, () => answerMissing(siteDir, request, response));
}

function answerMissing(siteDir: string, request: IncomingMessage, response: ServerResponse): void {
  const index = join(siteDir, 'index.html');
  const path = addressOf(request)?.pathname ?? '/';
  const isPage =
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/\.[a-z0-9]+$/i.test(path) &&
    !path.startsWith('/assets/');
  if (isPage && existsSync(index)) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('cache-control', 'no-cache');
    response.end(readFileSync(index));
    return;
  }
  response.statusCode = 404;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end('Not found');
}
