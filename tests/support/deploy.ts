import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIRROR_VERSION } from '../../src/engine/mirror/database.ts';

/**
 * A host's part in the deployment of a second version of the site; its page has `<meta name="version" content="2">`.
 */

/** Replaces the pages in `folder` by others, with the worker that belongs to them. */
export function deploySecond(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.html')) alter(join(folder, name), asSecond);
  alter(join(folder, 'sw.js'), (text) => {
    const second = text.replace(
      /("?url"?:\s*"shell\.html",\s*"?revision"?:\s*")[^"]+|("?revision"?:\s*")[^"]+(?=",\s*"?url"?:\s*"shell\.html")/,
      '$1$2second',
    );
    if (second === text) throw new Error('The worker says no revision of the page.');
    return second;
  });
}

/** Replaces the build in `folder` by another one: every script has a new name, and the old ones are gone. */
export function deployAnotherBuild(folder: string): void {
  const assets = join(folder, 'assets');
  const scripts = readdirSync(assets).filter((name) => /-[\w-]{8}\.js$/.test(name));
  const renamed = new Map(scripts.map((name) => [name, name.replace(/[\w-]{2}\.js$/, '00.js')]));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|html|css)$/.test(name)) continue;
    alter(join(folder, name), (first) => {
      let text = first;
      for (const [from, to] of renamed) text = text.replaceAll(from, to);
      if (name.endsWith('.html')) return asSecond(text);
      // The worker's list has a revision of its own for the page.
      return name === 'sw.js' ? text.replaceAll(/(revision"?:\s*")[0-9a-f]{2}/g, '$100') : text;
    });
  }
  for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to));
  noteHashes(folder);
}

/**
 * Makes the build in `folder` one whose mirror is of the version before.
 *
 * @returns a function that puts the build back
 */
export function asOlder(folder: string): () => void {
  const assets = join(folder, 'assets');
  const changed = new Map<string, string>();
  for (const name of readdirSync(assets).filter((it) => it.endsWith('.js'))) {
    const path = join(assets, name);
    const text = readFileSync(path, 'utf8');
    const older = text.replace(
      `.version(${MIRROR_VERSION}).stores(`,
      `.version(${MIRROR_VERSION - 1}).stores(`,
    );
    if (older === text) continue;
    changed.set(path, text);
    writeFileSync(path, older);
    for (const ending of ['br', 'gz']) rmSync(`${path}.${ending}`, { force: true });
  }
  if (changed.size !== 1) throw new Error(`${changed.size} files say the mirror’s version.`);
  noteHashes(folder);
  return () => {
    for (const [path, text] of changed) writeFileSync(path, text);
  };
}

/** Tells the worker of a build what its files hold now, after they have been changed. */
export function noteHashes(folder: string): void {
  alter(join(folder, 'sw.js'), (worker) =>
    worker.replace(/\{[^{}]*"integrity"[^{}]*\}/g, (entry) => {
      const { url } = JSON.parse(entry) as { url: string };
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, url)))
        .digest('base64');
      return entry.replace(/sha256-[^"]+/, `sha256-${hash}`);
    }),
  );
}

function asSecond(page: string): string {
  return page.replace('<head>', '<head><meta name="version" content="2">');
}

/** Changes a text file of a build, and deletes the compressed copies and the map of the old text. */
export function alter(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  for (const ending of ['br', 'gz', 'map']) rmSync(`${path}.${ending}`, { force: true });
}
