import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/** The site's files are compressed once at the build, not at each request; many static hosts can serve them too. */

const compressible = '.html .js .css .json .svg .webmanifest .md .txt .xml'.split(' ');

/** The smallest file worth compressing, in bytes. */
const WORTH_IT = 500;

/** The best first: its name in Content-Encoding, and the extension added to a file's name. */
export const codings = [
  { name: 'br', ending: '.br', compress: (bytes: Buffer) => brotliCompressSync(bytes) },
  { name: 'gzip', ending: '.gz', compress: (bytes: Buffer) => gzipSync(bytes, { level: 9 }) },
] as const;

/** Whether a file of this name has compressed ones beside it, unless it is very small. */
export function isCompressible(path: string): boolean {
  return compressible.includes(extname(path));
}

/** Writes `file.br` and `file.gz` beside each file that is worth it. Must be the last plugin. */
export function compressFiles(): Plugin {
  return afterBuild('compress-files', compressAll);
}

/** @param folder a built site */
export function compressAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!isCompressible(file) || statSync(file).size < WORTH_IT) continue;
    const bytes = readFileSync(file);
    for (const { ending, compress } of codings) writeFileSync(file + ending, compress(bytes));
  }
}
