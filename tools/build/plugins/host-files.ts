import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { REDIRECTS } from '../pages/moved.ts';
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
 * | `_worker.js`, `_routes.json` | Cloudflare Pages, if it builds |
 * | `_redirects` | Netlify; written with the pages (pages/moved.ts), where an item has a former address |
 * | `nginx-headers.conf`, `nginx-moved.conf` | hosting/nginx.conf |
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
  writeFileSync(
    join(folder, 'nginx-moved.conf'),
    // With the address as nginx has decoded it.
    withSlash(redirectsIn(folder))
      .map(([from, to]) => [decodeURI(from), to] as const)
      .map(([from, to]) => `location = "${from}" { return 301 "${to}"; }\n`)
      .join(''),
  );
  copyFileSync(join(folder, SHELL), join(folder, MISSING));
}

/** A slash at the end of an address changes nothing. */
function withSlash(redirects: ReturnType<typeof redirectsIn>): ReturnType<typeof redirectsIn> {
  return redirects.flatMap(([from, to]) => [[from, to] as const, [`${from}/`, to] as const]);
}

/** From where to where, percent-encoded. */
function redirectsIn(folder: string): readonly (readonly [string, string])[] {
  const file = join(folder, REDIRECTS);
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^(\S+) (\S+) /gm)].map(
    ([, from = '', to = '']) => [from, to],
  );
}

/** Where Cloudflare's function answers. */
const ofFunction = ['projects', 'learnings', 'tags', 'admin'] as const;

/**
 * Cloudflare Pages answers an address without a file with `404.html` and the status 404. An item that is newer than the build
 * is to be answered with the shell and 200, and no rule of `_redirects` can say so, as those come before files. A function can
 * (Pages' advanced mode). `_routes.json` lets it run for items alone; it asks for the file first. Pages applies `_headers` to
 * no answer of a function, nor `_redirects`. So that file has the other former addresses, as Pages writes such rules.
 *
 * @param folder a built site
 */
export function fitCloudflare(folder: string): void {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  writeFileSync(
    join(folder, '_routes.json'),
    JSON.stringify({
      version: 1,
      include: ofFunction.map((folder) => `/${folder}/*`),
      exclude: [],
    }),
  );
  const redirects = redirectsIn(folder);
  const isAnswered = ([from]: readonly [string, string]) =>
    ofFunction.some((folder) => from.startsWith(`/${folder}/`));
  const moved = JSON.stringify(Object.fromEntries(redirects.filter(isAnswered)));
  const others = withSlash(redirects.filter((it) => !isAnswered(it)));
  rmSync(join(folder, REDIRECTS), { force: true });
  if (others.length > 0)
    writeFileSync(
      join(folder, REDIRECTS),
      asLines(others.map(([from, to]) => `${from} ${to} 301`)),
    );
  writeFileSync(
    join(folder, '_worker.js'),
    `const headers = ${JSON.stringify(headersFor(page))};
const moved = new Map(Object.entries(${moved}));

export default {
  async fetch(request, { ASSETS }) {
    const { pathname } = new URL(request.url);
    const there = moved.get(pathname.replace(/\\/$/, ''));
    if (there !== undefined) return new Response(null, { status: 301, headers: { ...headers, Location: there } });
    let found = await ASSETS.fetch(request);
    if (found.status === 404 && /^\\/(projects|learnings|tags|admin\\/[^/.]+)\\/[^/]+\\/?$/.test(pathname))
      found = await ASSETS.fetch(new URL('/shell', request.url));
    const answer = new Response(found.body, found);
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return answer;
  },
};
`,
  );
}

function asLines(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
