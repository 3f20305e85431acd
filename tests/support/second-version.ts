import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts another index.html and the worker that belongs to it in the place of a built site's: a second version. */
export function deploySecond(folder: string): void {
  const page = join(folder, 'index.html');
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace('<head>', '<head><meta name="version" content="2">'),
  );
  const worker = join(folder, 'sw.js');
  const text = readFileSync(worker, 'utf8');
  const second = text.replace(
    /("?url"?:\s*"index\.html",\s*"?revision"?:\s*")[^"]+|("?revision"?:\s*")[^"]+(?=",\s*"?url"?:\s*"index\.html")/,
    '$1$2second',
  );
  if (second === text) throw new Error('The worker says no revision of index.html.');
  writeFileSync(worker, second);
  // What was compressed speaks for the first.
  for (const file of [page, worker]) {
    for (const ending of ['br', 'gz']) rmSync(`${file}.${ending}`, { force: true });
  }
}
