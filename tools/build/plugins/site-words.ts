import type { Plugin } from 'vite';
import { site } from '../../../src/site.config.ts';

/** Puts brand and description, which src/site.config.ts says, into index.html. */
export function siteWords(): Plugin {
  return {
    name: 'site-words',
    transformIndexHtml: { order: 'pre', handler: (html) => withWords(html, site) },
  };
}

export function withWords(
  html: string,
  { brand, description }: { readonly brand: string; readonly description: string },
): string {
  return html
    .replaceAll('%SITE_BRAND%', () => escaped(brand))
    .replaceAll('%SITE_DESCRIPTION%', () => escaped(description));
}

/** For text, for a quoted attribute, and for HTML in a quoted string of a script. */
function escaped(text: string): string {
  return text.replace(/[&<>"'\\`\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
