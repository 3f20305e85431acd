import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterBuild } from './after-build.ts';

/** Beside the site: the licences of all packages in it, which ask for being handed on with their code. */
export const LICENSES = 'licenses.txt';

/** Vite lists the packages of the scripts. Those of the styles, and of the worker that is built after them, are added. */
export function licensesOfTheRest() {
  return afterBuild('licenses', (folder, { root }) => {
    const styles = readFileSync(join(root, 'src/styles.css'), 'utf8');
    const worker = readFileSync(join(folder, 'sw.js.map'), 'utf8');
    const names = new Set([
      ...packagesIn(styles, /(?:@import |url\()"((?:@[^/"]+\/)?[^/".]+)/g),
      ...packagesIn(worker, /node_modules\/((?:@[^/"]+\/)?[^/"]+)/g),
    ]);
    const file = join(folder, LICENSES);
    const told = readFileSync(file, 'utf8');
    const more = [...names].filter((name) => !told.includes(`## ${name} - `)).sort();
    writeFileSync(file, [told, ...more.map((name) => licenseOf(root, name))].join('\n'));
  });
}

function packagesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name ?? '');
}

function licenseOf(root: string, name: string): string {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `## ${name} - ${version} (${license})\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8')}`;
}
