import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import send from 'send';
import { isItemPath, isPagePath } from '../../../src/lib/page-address.ts';
import { codings, isCompressible } from '../../build/plugins/compress-files.ts';
import { FOR_EVER, headersFor, LASTING, REVALIDATED } from '../../build/plugins/content-policy.ts';
import { MISSING, SHELL } from '../../build/plugins/shell-page.ts';
import { addressOf, isLoopback } from './request-address.ts';

/**
 * Serves the built site like any static host: hashed files are cached for ever, all others are revalidated, items without
 * a file are answered with the shell, other pages without one with the same and 404, and missing files with 404, never
 * with HTML: an old page that asks for an old build's script must learn that it is gone. If the build has left a
 * compressed file beside a file, browsers that accept it get that one.
 */
export function siteFiles(
  siteDir: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const headers = Object.entries(headersFor(readFileSync(join(siteDir, 'index.html'), 'utf8')));
  const isFile = (path: string) => {
    const file = join(siteDir, decodeURIComponent(path));
    return existsSync(file) && statSync(file).isFile();
  };
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    // Browsers trust plain http from this machine only. Elsewhere they ignore this header, and complain on each page.
    if (!isLoopback(addressOf(request)?.hostname.replace(/^\[|\]$/g, '') ?? ''))
      response.removeHeader('Cross-Origin-Opener-Policy');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    }
    const path = addressOf(request)?.pathname ?? '/';
    const names = [path.replace(/\/$/, '/index.html')];
    if (isPagePath(path))
      names.push(
        ...['.html', '/index.html'].map((ending) => path.replace(/\/?$/, ending)),
        `/${isItemPath(path) ? SHELL : MISSING}`,
      );
    const name = names.find(isFile);
    if (name === undefined) return answerMissing(response);
    if (name === `/${MISSING}`) response.statusCode = 404;
    const coding = acceptedCodings(request.headers).find(({ ending }) => isFile(name + ending));
    const file = send(request, name + (coding?.ending ?? ''), {
      root: siteDir,
      cacheControl: false,
    });
    file.on('headers', () => {
      response.setHeader('cache-control', name.startsWith(LASTING) ? FOR_EVER : REVALIDATED);
      if (!isCompressible(name)) return;
      // The compressed file's own name does not tell its type.
      file.type(name);
      response.setHeader('vary', 'accept-encoding');
      if (coding !== undefined) response.setHeader('content-encoding', coding.name);
    });
    file.on('error', ({ status }: { status: number }) => {
      if (response.headersSent) response.destroy();
      else if (status === 412 || status === 416) response.writeHead(status).end();
      else answerMissing(response);
    });
    file.pipe(response);
  };
}

function answerMissing(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found');
}

/**
 * The encodings that a client accepts, best first; none for a range request, which is always answered with a part of
 * the original file.
 */
function acceptedCodings(headers: IncomingHttpHeaders) {
  if (headers.range !== undefined) return [];
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .filter((it) => !/;\s*q=0(\.0*)?\s*$/.test(it))
    .map((it) => it.split(';')[0]?.trim());
  return codings.filter(({ name }) => accepted.includes(name));
}
