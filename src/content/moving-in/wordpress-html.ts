import type { PostRemark } from './post-markdown.ts';

/**
 * What WordPress makes of a stored text before it shows it: paragraphs where it was written without blocks, and HTML of its
 * shortcodes. Other shortcodes are plugins'; they stay as text and are told.
 *
 * | shortcode | here |
 * |---|---|
 * | `[caption …]<img …> words[/caption]` | the picture, and its words below it |
 * | `[embed]address[/embed]`, `[youtube address]`, `[audio src="…"]`, `[video mp4="…"]` | the address |
 * | `[code lang="x"]…[/code]`, `[sourcecode language="x"]…[/sourcecode]` | code |
 */
export function htmlOfWordPress(stored: string, tell: (remark: PostRemark) => void): string {
  const text = stored.replace(/\r\n?/g, '\n');
  const html = withoutShortcodes(text, tell);
  return /<!-- wp:/.test(html) ? html : withParagraphs(html);
}

const code = /\[(code|sourcecode|sourceode|highlight)((?: [^\]\n]*)?)\]([\s\S]*?)\[\/\1\]/gi;

function withoutShortcodes(text: string, tell: (remark: PostRemark) => void): string {
  const named = new Map<string, number>();
  const withCode = text.replace(code, (_, __, words: string, source: string) => {
    const [, language = ''] = /\b(?:lang|language)=["']?([\w+#.-]+)/i.exec(words) ?? [];
    // Older editors stored its signs as they were typed.
    const shown = source
      .replace(/&(?!#?\w+;)/g, '&amp;')
      .replace(/</g, '&lt;')
      .trim();
    return `\n\n<pre><code class="language-${language}">${shown}</code></pre>\n\n`;
  });
  const pieces = outsideCode(withCode, (piece) =>
    piece
      .replace(
        /\[caption[^\]\n]*\]([\s\S]*?)\[\/caption\]/gi,
        (_, inner: string) =>
          `\n\n<figure>${inner.replace(captioned, '$1<figcaption>$2</figcaption>')}</figure>\n\n`,
      )
      .replace(/\[embed[^\]\n]*\]\s*(\S+?)\s*\[\/embed\]/gi, '\n\n$1\n\n')
      .replace(
        /\[(?:youtube|vimeo|embedyt)[ =]["']?(https?:[^\]\s"']+)["']?[^\]\n]*\](?:\[\/\w+\])?/gi,
        '\n\n$1\n\n',
      )
      .replace(
        /\[(?:audio|video)\s[^\]\n]*?=["'](https?:[^\]\s"']+)["'][^\]\n]*\](?:\[\/(?:audio|video)\])?/gi,
        '\n\n$1\n\n',
      )
      .replace(shortcode, (whole, slash: string, name: string) => {
        if (slash === '') named.set(name, (named.get(name) ?? 0) + 1);
        return whole;
      }),
  );
  for (const [name, count] of named) {
    const often = count === 1 ? '' : ` (${count} times)`;
    tell({ sort: 'program', words: `The shortcode [${name}]${often} stays as text.` });
  }
  return pieces;
}

const captioned = /^\s*((?:<a[^>]*>\s*)?<img[^>]*>(?:\s*<\/a>)?)\s*([\s\S]*?)\s*$/i;

/** With a name that plugins use, or with words as they have. */
const shortcode =
  /\[(\/?)(gallery|playlist|contact-form(?:-7)?|[a-z][a-z0-9]*[_-][a-z0-9_-]+(?=[\s\]])|[a-z][\w-]*(?=(?:\s+[\w-]+=(?:"[^"\]\n]*"|'[^'\]\n]*'|[^\s\]"']+))+\s*\/?\]))(?:\s[^\]\n]*)?\](?!\()/gi;

function outsideCode(html: string, change: (piece: string) => string): string {
  return html
    .split(/(<pre[\s>][\s\S]*?<\/pre\s*>|<code[\s>][\s\S]*?<\/code\s*>)/i)
    .map((piece, place) => (place % 2 === 1 ? piece : change(piece)))
    .join('');
}

const blocks =
  'address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul';
const opens = new RegExp(`<(?:${blocks})(?=[\\s>/])`, 'gi');
const closes = new RegExp(`</(?:${blocks})\\s*>`, 'gi');
const isBlock = new RegExp(`^\\s*</?(?:${blocks})(?=[\\s>/])`, 'i');

/** A blank line ends a paragraph, and a line's end is one. */
function withParagraphs(html: string): string {
  return html
    .split(/(<(?:pre|script|style)[\s>][\s\S]*?<\/(?:pre|script|style)\s*>)/i)
    .map((piece, place) => (place % 2 === 1 ? piece : paragraphsIn(piece)))
    .join('\n\n');
}

function paragraphsIn(piece: string): string {
  return piece
    .replace(opens, '\n\n$&')
    .replace(closes, '$&\n\n')
    .split(/\n\s*\n/)
    .filter((it) => it.trim() !== '')
    .map((it) =>
      isBlock.test(it) ? it : `<p>${it.trim().replace(/(?:<br\s*\/?>)?\n/gi, '<br>\n')}</p>`,
    )
    .join('\n');
}
