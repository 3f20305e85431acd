import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files of the site, compressed once at the build instead of at each request; many static hosts know them too. */

/** What is compressed, with its type: nobody could tell it from the name of the compressed file. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** The smallest file that gains by it, in bytes. */
const WORTH_IT = 500;

export interface Coding {
  /** As in Content-Encoding. */
  name: string;
  /** What the compressed file's name has more than the file's. */
  ending: string;
}

/** The best first. */
const codings: readonly (Coding & { compress: (bytes: Buffer) => Buffer })[] = [
  { name: 'br', ending: '.br', compress: (bytes) => brotliCompressSync(bytes) },
  { name: 'gzip', ending: '.gz', compress: (bytes) => gzipSync(bytes, { level: 9 }) },
];

/** Leaves `file.br` and `file.gz` beside each file of the build that they make smaller. Comes last of the plugins. */
export function compressFiles(): Plugin {
  let folder = '';
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // The service worker is built when the rest has been written.
      order: 'post',
      sequential: true,
      handler: () => compressAll(folder),
    },
  };
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
 * The codings that a client takes, the best first, of those that a file may have; none where it asks for a part
 * of the file, which is always a part of the file as it is.
 */
export function codingsFor(headers: IncomingHttpHeaders): readonly Coding[] {
  if (headers.range !== undefined) return [];
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((it) => !/;\s*q=0(\.0*)?\s*$/.test(it))
    .map((it) => it.split(';')[0]?.trim().toLowerCase());
  return codings.filter(({ name }) => accepted.includes(name));
}

/** The type of a file that may be compressed, by its own name; null for others. */
export function typeOf(path: string): string | null {
  return types[extname(path)] ?? null;
}
