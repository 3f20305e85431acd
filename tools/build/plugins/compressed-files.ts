import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/** The site's files are compressed once at the build, not at each request; many static hosts can serve them too. */

/** The compressed types, by extension: the compressed file's own name does not tell its type. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

/** The smallest file worth compressing, in bytes. */
const WORTH_IT = 500;

export interface Coding {
  /** As in Content-Encoding. */
  name: string;
  /** The extension added to the file's name. */
  ending: string;
}

/** The best first. */
const codings: readonly (Coding & { compress: (bytes: Buffer) => Buffer })[] = [
  { name: 'br', ending: '.br', compress: (bytes) => brotliCompressSync(bytes) },
  { name: 'gzip', ending: '.gz', compress: (bytes) => gzipSync(bytes, { level: 9 }) },
];

/** Writes `file.br` and `file.gz` beside each file that they make smaller. Must be the last plugin. */
export function compressFiles(): Plugin {
  return afterBuild('compress-files', compressAll);
}

/** @param folder a built site */
export function compressAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!(extname(name) in types) || statSync(file).size < WORTH_IT) continue;
    const bytes = readFileSync(file);
    for (const { ending, compress } of codings) writeFileSync(file + ending, compress(bytes));
  }
}

/**
 * The encodings that a client accepts, best first, among those that a file may have; none for a range request, which
 * is always answered with a part of the original file.
 */
export function codingsFor(headers: IncomingHttpHeaders): readonly Coding[] {
  if (headers.range !== undefined) return [];
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((it) => !/;\s*q=0(\.0*)?\s*$/.test(it))
    .map((it) => it.split(';')[0]?.trim().toLowerCase());
  return codings.filter(({ name }) => accepted.includes(name));
}

/** The type of a compressible file, by its own name; null for others. */
export function typeOf(path: string): string | null {
  return types[extname(path)] ?? null;
}
