import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';

/**
 * What hosts do with the built site, by their documented rules: no more of them than our settings use. nginx needs no such
 * stand-in, as it runs here.
 */

export interface Answer {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: Headers;
  readonly body: Buffer;
}

export type Host = (path: string) => Promise<Answer>;

/** What all three say of a file about which they have been told nothing. */
const unlessTold = 'public, max-age=0, must-revalidate';

/** https://vercel.com/docs/project-configuration: files first, then the first rewrite that fits. */
export function vercel(siteDir: string): Host {
  const settings = JSON.parse(readFileSync('vercel.json', 'utf8')) as {
    trailingSlash?: boolean;
    rewrites: { source: string; destination: string }[];
    headers: { source: string; headers: { key: string; value: string }[] }[];
  };
  const fits = (source: string, path: string) =>
    new RegExp(`^${source.replace(/:\w+/g, '[^/]+?')}$`).test(path);
  return async (path) => {
    const headers = new Headers({ 'cache-control': unlessTold });
    for (const rule of settings.headers.filter(({ source }) => fits(source, path)))
      for (const { key, value } of rule.headers) headers.set(key, value);
    // With cleanUrls a file of HTML has the address without its ending.
    if (path.endsWith('.html')) {
      headers.set('location', path.replace(/(\/index)?\.html$/, '') || '/');
      return { status: 308, headers, body: Buffer.alloc(0) };
    }
    if (settings.trailingSlash === false && /.\/$/.test(path)) {
      headers.set('location', path.slice(0, -1));
      return { status: 308, headers, body: Buffer.alloc(0) };
    }
    const rewritten = settings.rewrites.find(({ source }) => fits(source, path))?.destination;
    const file = fileOf(siteDir, path) ?? (rewritten && fileOf(siteDir, rewritten));
    return file
      ? { status: 200, headers, body: read(file) }
      : missing(siteDir, '404.html', headers);
  };
}

/**
 * https://docs.netlify.com/routing/redirects/: the rules of `_redirects` whose status ends with `!`, then files, then the first
 * rule that fits.
 */
export function netlify(siteDir: string): Host {
  const rules = netlifyRules(readFileSync('netlify.toml', 'utf8'));
  return async (path) => {
    const headers = toldHeaders(siteDir, path);
    const there = rules301(siteDir, '301!').get(path.replace(/\/$/, ''));
    if (there !== undefined) {
      headers.set('location', there);
      return { status: 301, headers, body: Buffer.alloc(0) };
    }
    const file = fileOf(siteDir, path);
    if (file !== null) return { status: 200, headers, body: read(file) };
    const rule = rules.find(({ from }) => splat(from).test(path.replace(/\/$/, '')));
    const shown = rule && fileOf(siteDir, rule.to);
    if (!rule || !shown) return missing(siteDir, '404.html', headers);
    return { status: rule.status, headers, body: read(shown) };
  };
}

/** From where to where. */
function rules301(siteDir: string, status: '301' | '301!'): ReadonlyMap<string, string> {
  const file = join(siteDir, '_redirects');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const rules = text.split('\n').map((line) => line.split(' '));
  return new Map(
    rules.flatMap(([from = '', to = '', as]) => (as === status ? [[from, to] as const] : [])),
  );
}

/**
 * https://developers.cloudflare.com/pages/configuration/serving-pages/: files, or else the nearest 404.html, or else the root.
 * https://developers.cloudflare.com/pages/functions/advanced-mode/: where `_routes.json` says so, `_worker.js` answers, without
 * the headers of `_headers`. https://developers.cloudflare.com/pages/configuration/redirects/: elsewhere the rules of
 * `_redirects` come before files; they fit an address as it is written.
 */
export function cloudflare(siteDir: string): Host {
  const { include } = JSON.parse(readFileSync(join(siteDir, '_routes.json'), 'utf8')) as {
    include: string[];
  };
  const origin = 'https://site.example';
  // As a file it would be taken for CommonJS.
  const module = `data:text/javascript,${encodeURIComponent(readFileSync(join(siteDir, '_worker.js'), 'utf8'))}`;
  const assets = {
    async fetch(asked: Request | URL) {
      const { pathname } = new URL(asked instanceof Request ? asked.url : asked);
      const { status, headers, body } = cloudflareFile(siteDir, pathname);
      return new Response(Uint8Array.from(body), { status, headers });
    },
  };
  return async (path) => {
    if (!include.some((pattern) => splat(pattern).test(path))) {
      const there = rules301(siteDir, '301').get(path);
      if (there !== undefined)
        return { status: 301, headers: new Headers({ location: there }), body: Buffer.alloc(0) };
      const answer = cloudflareFile(siteDir, path);
      return { ...answer, headers: joined(answer.headers, toldHeaders(siteDir, path)) };
    }
    const { default: worker } = await import(module);
    const answer: Response = await worker.fetch(new Request(origin + path), { ASSETS: assets });
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, body };
  };
}

function cloudflareFile(siteDir: string, path: string): Answer {
  const headers = new Headers({ 'cache-control': unlessTold });
  if (path.endsWith('.html')) {
    headers.set('location', path.replace(/(index)?\.html$/, ''));
    return { status: 308, headers, body: Buffer.alloc(0) };
  }
  const file = fileOf(siteDir, path);
  if (file !== null) return { status: 200, headers, body: read(file) };
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const name = posix.join(folder, '404.html');
    if (existsSync(join(siteDir, name))) return missing(siteDir, name, headers);
    if (folder === '/') break;
  }
  return { status: 200, headers, body: read(join(siteDir, 'index.html')) };
}

function joined(headers: Headers, told: Headers): Headers {
  for (const [name, value] of told) headers.set(name, value);
  return headers;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/**
 * https://docs.github.com/pages: files, or else 404.html. No headers of ours.
 *
 * @param base the folder, with a slash at each end
 */
export function githubPages(siteDir: string, base: string): Host {
  return async (path) => {
    const headers = new Headers({
      'cache-control': 'max-age=600',
      'content-type': types[extname(path)] ?? 'text/html; charset=utf-8',
    });
    const within = path.startsWith(base) ? `/${path.slice(base.length)}` : null;
    const file = within === null ? null : fileOf(siteDir, within);
    if (file !== null) return { status: 200, headers, body: read(file) };
    return missing(siteDir, '404.html', headers);
  };
}

function missing(siteDir: string, name: string, headers: Headers): Answer {
  const file = join(siteDir, name);
  return { status: 404, headers, body: existsSync(file) ? read(file) : Buffer.from('Not found') };
}

/** All of them look for an address as it is, with `.html`, and as a folder; with a slash at its end for the folder first. */
function fileOf(siteDir: string, path: string): string | null {
  const name = decodeURIComponent(path).replace(/\/$/, '');
  const endings = ['', '.html', '/index.html'];
  if (path.endsWith('/')) endings.reverse();
  const files = endings.map((ending) => join(siteDir, name + ending));
  return files.find((file) => existsSync(file) && statSync(file).isFile()) ?? null;
}

function read(file: string): Buffer {
  return readFileSync(file);
}

/** `_headers`: a line with a path, and lines with headers that are set back. All that fit are joined. */
function toldHeaders(siteDir: string, path: string): Headers {
  const headers = new Headers();
  let isFitting = false;
  for (const line of readFileSync(join(siteDir, '_headers'), 'utf8').split('\n')) {
    const [, name, value] = /^\s+([\w-]+): (.+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      isFitting = line !== '' && splat(line).test(path);
    else if (isFitting) headers.append(name, value);
  }
  if (!headers.has('cache-control')) headers.set('cache-control', unlessTold);
  return headers;
}

function splat(pattern: string): RegExp {
  const text = pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${text.replace(/\*$/, '.*')}$`);
}

function netlifyRules(text: string): { from: string; to: string; status: number }[] {
  return text
    .split('[[redirects]]')
    .slice(1)
    .map((rule) => {
      const value = (name: string) =>
        new RegExp(`^ *${name} = "?([^"\n]+)"?$`, 'm').exec(rule)?.[1];
      return {
        from: value('from') ?? '',
        to: value('to') ?? '',
        status: Number(value('status')),
      };
    });
}
