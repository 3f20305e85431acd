import { isInvisible } from '../../lib/invisible.ts';
import { plainText } from '../learnings/learning-text.ts';
import { markdownWriter } from '../markdown-writer.ts';
import type { NoteRemark } from './note-remark.ts';
import { watchedAt } from './site-tags.ts';

/**
 * The HTML of a post, as Ghost and WordPress export it, as Markdown.
 *
 * | in the post | here |
 * |---|---|
 * | headings, lists, tables, quotes, code with its language | the same in Markdown |
 * | `iframe`, `video`, `audio`, `embed` | a link to what it shows; told |
 * | a card of a page elsewhere (Ghost's bookmarks) | a link by its title |
 * | a picture without an address that readers could load | its words; told |
 * | scripts, styles, forms | nothing; scripts and forms are told |
 * | what Markdown has no sign for (`u`, `mark`, `sup`, columns) | its words |
 *
 * Nothing in it runs: it is parsed as a document that loads nothing.
 */

/** In characters. A novel has less. */
const LONGEST = 1_000_000;
/** Elements within each other. A parser's time grows with the square of them. */
const DEEPEST = 200;

export type PostRemark = Pick<NoteRemark, 'sort' | 'words'>;

/**
 * @param addressOf what a link or a picture is to lead to
 * @param tell of what does not come as it stands
 */
export function markdownOfPost(
  html: string,
  addressOf: (address: string) => string,
  tell: (remark: PostRemark) => void,
): string {
  if (html.length <= LONGEST && !isDeep(html)) {
    return written(html, addressOf, tell)
      .trim()
      .replace(/\n{3,}/g, '\n\n');
  }
  const words = 'The HTML is too long or too tangled: its words have come, without Markdown.';
  tell({ sort: 'program', words });
  return plainText(html);
}

/** What is closed by the next of its sort, or holds nothing, does not go deeper. */
const shallow =
  /^(?:area|base|br|col|dd|dt|embed|hr|img|input|li|link|meta|option|p|param|source|t[dhr]|tbody|tfoot|thead|track|wbr)$/i;

function isDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (shallow.test(name)) continue;
    depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
    if (depth > DEEPEST) return true;
  }
  return false;
}

type Tell = (remark: PostRemark) => void;

function written(html: string, addressOf: (address: string) => string, tell: Tell): string {
  const service = markdownWriter();
  service.addRule('unread', {
    filter: ['style', 'noscript', 'template', 'button', 'title', 'meta', 'link'] as never,
    replacement: () => '',
  });
  service.addRule('programs', {
    filter: ['script', 'form', 'svg', 'canvas', 'object'] as never,
    replacement(_, node) {
      tell({ sort: 'program', words: `<${node.nodeName.toLowerCase()}> does not come along.` });
      return '';
    },
  });
  service.addRule('links', {
    filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement(words, node) {
      const href = (node as HTMLElement).getAttribute('href')?.trim() ?? '';
      if (isInvisible(words)) return '';
      // A link around several blocks is none in Markdown.
      const inLine = words.replace(/\s*\n\s*/g, ' ').trim();
      if (
        !/^(?:https?:|mailto:|tel:|[/#.?]|[\w-]+(?:[/.#?]|$))/i.test(href) ||
        /^\w+script:/i.test(href)
      )
        return inLine;
      return `[${inLine}](${destination(addressOf(href))})`;
    },
  });
  service.addRule('pictures', {
    filter: 'img',
    replacement(_, node) {
      const it = node as HTMLElement;
      const alt = (it.getAttribute('alt') ?? '').replace(/[[\]\\\n]/g, ' ').trim();
      const address = ['src', 'data-src', 'data-lazy-src']
        .map((name) => it.getAttribute(name)?.trim() ?? '')
        .find((src) => src !== '' && !/^(?:data|blob|file):/i.test(src));
      if (address !== undefined) return `![${alt}](${destination(addressOf(address))})`;
      tell({ sort: 'picture', words: alt === '' ? 'within the HTML' : alt });
      return alt;
    },
  });
  service.addRule('embeds', {
    filter: ['iframe', 'video', 'audio', 'embed'] as never,
    replacement(_, node) {
      const it = node as HTMLElement;
      const source = it.getElementsByTagName('source').item(0);
      const src =
        it.getAttribute('src') ?? source?.getAttribute('src') ?? it.getAttribute('data-src');
      const given = addressOf(src?.trim() ?? '');
      const address = watchedAt(given.startsWith('//') ? `https:${given}` : given);
      if (!/^(?:https?:\/\/|\/)/i.test(address)) return '';
      tell({ sort: 'embed', words: `${address} is a link now.` });
      const words = it.getAttribute('title') ?? '';
      const isLink = isInvisible(words) && address.startsWith('http');
      const label = isInvisible(words) ? address : service.escape(words);
      return `\n\n${isLink ? address : `[${label}](${destination(address)})`}\n\n`;
    },
  });
  service.addRule('cards', {
    filter: (node) => / kg-bookmark-card /.test(` ${node.getAttribute('class') ?? ''} `),
    replacement(_, node) {
      const it = node as HTMLElement;
      const address = it.getElementsByTagName('a').item(0)?.getAttribute('href') ?? '';
      const title = it.getElementsByClassName('kg-bookmark-title').item(0)?.textContent ?? '';
      const words = isInvisible(title)
        ? address
        : service.escape(title.replace(/\s+/g, ' ').trim());
      const caption = it.getElementsByTagName('figcaption').item(0)?.textContent?.trim() ?? '';
      const below = caption === '' ? '' : `\n\n${service.escape(caption)}`;
      return `\n\n[${words}](${destination(addressOf(address))})${below}\n\n`;
    },
  });
  service.addRule('code', {
    filter: 'pre',
    replacement: (_, node) => `\n\n${fence(node as HTMLElement)}\n\n`,
  });
  return service.turndown(html);
}

function fence(pre: HTMLElement): string {
  const inner = pre.getElementsByTagName('code').item(0);
  const names = `${pre.getAttribute('class') ?? ''} ${inner?.getAttribute('class') ?? ''}`;
  const [, language = pre.getAttribute('data-language') ?? ''] =
    /(?:\blang(?:uage)?-|\bbrush:\s*)([\w+#.-]+)/.exec(names) ?? [];
  const code = (pre.textContent ?? '').replace(/^\n/, '').replace(/\s+$/, '');
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${code}\n${marks}`;
}

/** As the address of a link has it. */
function destination(address: string): string {
  const encoded = address.replace(/[\s<>]/g, encodeURIComponent);
  // Brackets that come in pairs may stand in an address.
  const isPaired =
    encoded.split('(').length === encoded.split(')').length && !/\)[^(]*\(/.test(encoded);
  return isPaired && !/[()]{2}/.test(encoded) ? encoded : encoded.replace(/[()]/g, '\\$&');
}
