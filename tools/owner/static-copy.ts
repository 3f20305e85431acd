import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, posix } from 'node:path';
import { JSDOM } from 'jsdom';
import { BUILT_FOR } from '../../src/lib/built-page.ts';
import { pictureFilesIn } from '../../src/lib/site-picture.ts';

/**
 * The built pages with their content, as files to read: no script, no request to a backend, and every link relative, so that
 * they work in any folder of any host, and opened from a disk.
 *
 * | of a page | in the copy |
 * |---|---|
 * | scripts, the worker's and the manifest's links, the policy | left out: there is nothing that they could run or guard |
 * | what stands there for browsers without JavaScript | stands there for all |
 * | a link to a page, a picture or a style of the site | leads to its file |
 * | a link to a page that has no file (`/offline`) | only its words |
 * | links to other sites, and what the head says of the site's own address | as they are |
 */

/** What a page shows, and what stands beside it to read. */
const KEPT = ['.html', '.css', '.md', '.woff2', '.svg', '.png', '.jpg', '.jpeg', '.webp', '.gif'];

export class NoContent extends Error {}

const NONE = 'There are no pages with content. Run npm run build, with a backend to read from.';

/**
 * @param folder a built site
 * @returns its files by name
 * @throws {NoContent} if it was built without content
 */
export function staticCopy(folder: string): ReadonlyMap<string, Buffer> {
  if (!existsSync(folder)) throw new NoContent(NONE);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => KEPT.includes(extname(name)) && !name.startsWith('install'))
    .filter((name) => statSync(join(folder, name)).isFile())
    // Pages without content are the app.
    .filter((name) => !name.endsWith('.html') || contentOf(join(folder, name)) !== undefined);
  if (!names.includes('index.html')) throw new NoContent(NONE);
  const home = contentOf(join(folder, 'index.html')) ?? '';
  const files: Files = { names: new Set(names), home: home.replace(/\/?$/, '/') };
  return new Map(
    names.map((name) => {
      const bytes = readFileSync(join(folder, name));
      if (name.endsWith('.html'))
        return [name, Buffer.from(readable(bytes.toString(), name, files))];
      if (name.endsWith('.css'))
        return [name, Buffer.from(readableStyle(bytes.toString(), name, files))];
      return [name, bytes];
    }),
  );
}

/** The pictures that pages of a copy name and the built site does not have: its backend did not answer for them. */
export function picturesMissing(
  folder: string,
  copy: ReadonlyMap<string, unknown>,
): readonly string[] {
  const pages = [...copy.keys()].filter((name) => name.endsWith('.html'));
  const named = pages.flatMap((name) => pictureFilesIn(readFileSync(join(folder, name), 'utf8')));
  return [...new Set(named)].filter((name) => !copy.has(name)).sort();
}

/** The address for which a page has its content; undefined if it has none. */
function contentOf(page: string): string | undefined {
  const text = readFileSync(page, 'utf8');
  return new RegExp(`<meta name="${BUILT_FOR}" content="([^"]*)"`).exec(text)?.[1];
}

interface Files {
  readonly names: ReadonlySet<string>;
  /** The base path, with a slash at its end. */
  readonly home: string;
}

function readable(html: string, name: string, files: Files): string {
  const dom = new JSDOM(html);
  const { document } = dom.window;
  const gone =
    'script:not([type="application/ld+json"]), link[rel=manifest], template, #root, meta[http-equiv="Content-Security-Policy"]';
  for (const element of document.querySelectorAll(gone)) element.remove();
  for (const button of document.querySelectorAll('button:has(img)')) withoutPress(button);
  for (const element of document.querySelectorAll('noscript'))
    element.replaceWith(...element.childNodes);
  // A browser reads a file's own type with it, and asks other hosts for it in the others' way.
  for (const element of document.querySelectorAll('[crossorigin]'))
    element.removeAttribute('crossorigin');
  for (const attribute of ['href', 'src'])
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      const address = element.getAttribute(attribute) ?? '';
      if (!/^\/(?!\/)/.test(address)) continue;
      const file = fileAt(address, name, files);
      if (file === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, file);
    }
  for (const element of document.querySelectorAll('[srcset]')) {
    const kept = (element.getAttribute('srcset') ?? '')
      .split(',')
      .flatMap((candidate) => fileOfCandidate(candidate.trim(), name, files) ?? []);
    if (kept.length > 0) element.setAttribute('srcset', kept.join(', '));
    else element.removeAttribute('srcset');
  }
  return dom.serialize();
}

/** One of the files that a picture offers: an address, and perhaps for which screens it is. */
function fileOfCandidate(candidate: string, name: string, files: Files): string | null {
  const [address = '', ...screens] = candidate.split(/\s+/);
  if (!/^\/(?!\/)/.test(address)) return candidate;
  const file = fileAt(address, name, files);
  return file === null ? null : [file, ...screens].join(' ');
}

function readableStyle(css: string, name: string, files: Files): string {
  return css
    .replaceAll(/\(scripting:\s*none\)/g, 'all')
    .replaceAll(/url\((\/[^)]+)\)/g, (_, address) => `url(${fileAt(address, name, files) ?? ''})`);
}

/**
 * The file of an address of this site, relative to another file; null if it has none. Without what follows a `?`: it takes a
 * script to read that.
 */
function fileAt(address: string, from: string, { names, home }: Files): string | null {
  const { pathname, hash } = new URL(address, 'https://site.invalid');
  const path = decodeURIComponent(pathname);
  const within =
    path === home.slice(0, -1) ? '' : path.startsWith(home) ? path.slice(home.length) : null;
  if (within === null) return null;
  const file = [within, `${within}.html`, 'index.html'].find(
    (it, place) => names.has(it) && (place < 2 || within === ''),
  );
  if (file === undefined) return null;
  const relative = posix.relative(posix.dirname(from), file) || basename(file);
  return encodeURI(relative).replace(/[?#]/g, encodeURIComponent) + hash;
}

/** A picture that was to be enlarged is only a picture. */
function withoutPress(button: Element): void {
  const frame = button.ownerDocument.createElement('span');
  frame.className = button.className;
  frame.toggleAttribute('data-picture', button.hasAttribute('data-picture'));
  frame.append(...button.childNodes);
  button.replaceWith(frame);
}
