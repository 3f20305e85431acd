import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { type BackendSettings, backendOf } from '../../../src/lib/backend-of-build.ts';
import { SPOTIFY } from '../../../src/lib/spotify.ts';

/**
 * The one list of what the site's answers say besides their files. `npm start` sends it; what hosts are given (host-files.ts)
 * is made from it or compared with it.
 *
 * The Content-Security-Policy is in each page, as a `<meta>`, because some hosts send no headers of ours (GitHub Pages). Where
 * they do, it is in the header too, and browsers enforce both. The header also governs the service worker, which
 * fetches pictures of any site; so only the page's own policy says whom the page may talk to.
 */

/** Files whose names change with their contents. */
export const LASTING = '/assets/';

export const FOR_EVER = 'public, max-age=31536000, immutable';
/** Kept, but asked about each time. */
export const REVALIDATED = 'no-cache';

/** What no build changes. The player is Spotify's; no other site is framed, and no other site may frame this one. */
export const fixedHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  // A page that opens the site cannot lead it on, e.g. to share a link again and again.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'Content-Security-Policy': asText({
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-src': [SPOTIFY],
    'frame-ancestors': ["'none'"],
  }),
};

/**
 * All headers of a built site but those about caching.
 *
 * @param page the text of its index.html
 */
export function headersFor(page: string): Readonly<Record<string, string>> {
  const written = policyIn(page);
  if (written === null) return fixedHeaders;
  const policy = written.replace("connect-src 'self'", "connect-src 'self' https: wss:");
  return {
    ...fixedHeaders,
    'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
  };
}

/** Writes the policy into index.html, before its scripts. Other pages that are made from it take it along. */
export function contentPolicy(): Plugin {
  let settings: BackendSettings = {};
  return {
    name: 'content-policy',
    apply: 'build',
    configResolved({ env }) {
      settings = env;
    },
    transformIndexHtml: {
      // When everything is in it.
      order: 'post',
      handler: (html) => {
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policyFor(html, settings)}" />`;
        return html.replace(/<meta charset="[^"]+" \/>/, (charset) => `${charset}\n    ${meta}`);
      },
    },
  };
}

/** What a page may run, show and talk to. */
export function policyFor(page: string, settings: BackendSettings): string {
  return asText({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScripts(page).map(hashOf)],
    // Attributes only: some pieces are placed by their style.
    'style-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    // What is on its way to the server is shown from memory (app/pictures-on-their-way.ts).
    'img-src': ["'self'", 'https:', 'data:', 'blob:'],
    // Spotify tells a track's title (DIFF-6).
    'connect-src': ["'self'", ...backendAddresses(settings), SPOTIFY],
    'frame-src': [SPOTIFY],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  });
}

/** The policy that stands in a page; null if none does. */
function policyIn(page: string): string | null {
  return /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? null;
}

function asText(policy: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(policy)
    .map(([what, from]) => `${what} ${from.join(' ')}`)
    .join('; ');
}

function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
    (it) => it[1] ?? '',
  );
}

/** Of the text as the browser's parser hands it over. */
function hashOf(script: string): string {
  const hash = createHash('sha256').update(script.replaceAll('\r\n', '\n')).digest('base64');
  return `'sha256-${hash}'`;
}

/** Where this build's API, its live connection and its cache are; nothing for those at the site's own origin. */
function backendAddresses(settings: BackendSettings): string[] {
  const { url, reads = '' } = backendOf('', settings);
  const origins = [url, reads]
    .filter((it) => it.startsWith('http'))
    .map((it) => new URL(it).origin);
  const live = origins.slice(0, 1).map((it) => it.replace(/^http/, 'ws'));
  return [...new Set([...origins, ...live])];
}
