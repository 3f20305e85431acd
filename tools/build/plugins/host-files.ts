import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';
import { FOR_EVER, headersFor, LASTING } from './content-policy.ts';
import { MISSING, SHELL } from './shell-page.ts';

/**
 * Writes into the build what hosts read there, so that it cannot disagree with what `npm start` sends. What they read in the
 * repository (vercel.json, netlify.toml, hosting/nginx.conf) is compared with it by tests/built/hosts.spec.ts.
 *
 * | file | read by |
 * |---|---|
 * | `_headers` | Netlify, Cloudflare Pages |
 * | `nginx-headers.conf` | hosting/nginx.conf |
 * | `404.html` | every host, for what is missing: the app starts in it and says so. GitHub Pages also for newer items. The same as `shell.html`. |
 */
export function hostFiles(): Plugin {
  return afterBuild('host-files', (folder, { base }) => {
    writeHostFiles(folder, base);
    // Set by Cloudflare where it builds.
    if (process.env.CF_PAGES) fitCloudflare(folder);
  });
}

/** @param folder a built site */
export function writeHostFiles(folder: string, base = '/'): void {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const headers = Object.entries(headersFor(page));
  const lines = [
    `${base}*`,
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
    `${base}${LASTING.slice(1)}*`,
    `  Cache-Control: ${FOR_EVER}`,
  ];
  writeFileSync(join(folder, '_headers'), asLines(lines));
  writeFileSync(
    join(folder, 'nginx-headers.conf'),
    asLines(headers.map(([name, value]) => `add_header ${name} "${value}" always;`)),
  );
  copyFileSync(join(folder, SHELL), join(folder, MISSING));
}

/**
 * Cloudflare Pages answers an address without a file with the nearest 404.html above it, and with index.html where there is
 * none. So one stands in each folder that holds files, and none at the top, where pages are. There index.html becomes the
 * shell, and the home page has a file of another name.
 */
export function fitCloudflare(folder: string): void {
  const missing = join(folder, MISSING);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !['projects', 'learnings'].includes(entry.name))
      copyFileSync(missing, join(folder, entry.name, MISSING));
  }
  rmSync(missing);
  renameSync(join(folder, 'index.html'), join(folder, 'home.html'));
  copyFileSync(join(folder, SHELL), join(folder, 'index.html'));
  writeFileSync(join(folder, '_redirects'), '/ /home 200\n');
}

function asLines(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
