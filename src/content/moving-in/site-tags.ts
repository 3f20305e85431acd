import { linesOfCode } from '../markdown/lines-of-code.ts';
import { codeSpans } from '../markdown/plain-words.ts';
import type { NoteRemark } from './note-remark.ts';

/**
 * Tags by which a generator of sites puts something into a text: Jekyll's Liquid, Hugo's shortcodes, and frames of HTML. What is
 * code is left alone.
 *
 * | in a note | here |
 * |---|---|
 * | `{% highlight js %}` … `{% endhighlight %}`, `{{< highlight js >}}` … | a fence |
 * | `{{< figure src="a.png" alt="A" caption="B" >}}` | `![A](a.png "B")` |
 * | `{{< youtube id >}}`, `{% youtube id %}`, vimeo, gist, tweet, instagram, `<iframe src="…">` | the address |
 * | `{% post_url … %}`, `{% link … %}`, `{{< ref "…" >}}`, `{{< relref "…" >}}` | the file that it means |
 * | `{{ site.baseurl }}`, `{{ "/a" \| relative_url }}` | nothing, `/a` |
 * | `{% raw %}`, `{{</* … *\/>}}` | what is within |
 * | all others | as they stand; told |
 *
 * A tag leaves as many lines as it had, so that places in the text are still those of the file.
 */
export function withoutSiteTags(
  body: string,
  tell: (remark: Pick<NoteRemark, 'sort' | 'words'>, lineInBody: number) => void,
): string {
  // Most notes have none.
  if (!/\{[{%]|<iframe/i.test(body)) return body;
  const lines = linesOfCode(withFences(body.split('\n')).join('\n'));
  const written: string[] = [];
  let words: string[] = [];
  const write = (nextLine: number) => {
    if (words.length > 0)
      written.push(outsideSpans(words.join('\n'), nextLine - words.length, tell));
    words = [];
  };
  for (const [place, { line, isCode, isFence }] of lines.entries()) {
    if (!isCode && !isFence) {
      words.push(line);
      continue;
    }
    write(place + 1);
    written.push(line);
  }
  write(lines.length + 1);
  return written.join('\n');
}

const begins =
  /^[ \t]*(?:\{%-?\s*highlight\s+([\w+#.-]+)[^%\n]*%\}|\{\{[<%]\s*highlight\s+"?([\w+#.-]+)"?[^\n]*[>%]\}\})[ \t]*$/;
const ends = /^[ \t]*(?:\{%-?\s*endhighlight\s*-?%\}|\{\{[<%]\s*\/\s*highlight\s*[>%]\}\})[ \t]*$/;

function withFences(lines: readonly string[]): string[] {
  const written: string[] = [];
  let open: { readonly at: number; readonly language: string } | null = null;
  for (const line of lines) {
    const [tag, ofLiquid, ofHugo = ''] = begins.exec(line) ?? [];
    if (open === null && tag !== undefined) {
      open = { at: written.length, language: ofLiquid ?? ofHugo };
    } else if (open !== null && ends.test(line)) {
      const inner = written.slice(open.at + 1).join('\n');
      const longest = Math.max(2, ...[...inner.matchAll(/`{3,}/g)].map(([run]) => run.length));
      const fence = '`'.repeat(longest + 1);
      written[open.at] = `${fence}${open.language}`;
      written.push(fence);
      open = null;
      continue;
    }
    written.push(line);
  }
  return written;
}

type Tell = Parameters<typeof withoutSiteTags>[1];

function outsideSpans(text: string, firstLine: number, tell: Tell): string {
  const pieces: string[] = [];
  let done = 0;
  let line = firstLine;
  const pass = (to: number) => {
    const piece = text.slice(done, to);
    line += piece.split('\n').length - 1;
    done = to;
    return piece;
  };
  for (const { from, to } of codeSpans(text)) {
    if (from < done) continue;
    pieces.push(changed(text.slice(done, from), line, tell));
    pass(from);
    pieces.push(pass(to));
  }
  pieces.push(changed(text.slice(done), line, tell));
  return pieces.join('');
}

/** None spans lines, or holds another: so a text of beginnings alone is read once. */
const tags = [
  String.raw`\{%-?((?:[^{}%\n]|%(?!\})){1,1000}?)-?%\}`,
  String.raw`\{\{[<%]([^{}\n]{1,1000}?)[>%]\}\}`,
  String.raw`\{\{([^{}\n]{1,1000})\}\}`,
  String.raw`<iframe\b([^<>\n]{1,2000})>(?:[^<>\n]{0,100}<\/iframe>)?`,
];
const tag = new RegExp(tags.join('|'), 'gi');

function changed(text: string, firstLine: number, tell: Tell): string {
  let line = firstLine;
  let done = 0;
  type Found = string | undefined;
  const instead = (
    whole: string,
    liquid: Found,
    hugo: Found,
    value: Found,
    frame: Found,
    at: number,
  ): string => {
    line += text.slice(done, at).split('\n').length - 1;
    done = at;
    if (value !== undefined) return ofSite(value) ?? whole;
    const made = frame === undefined ? ofTag(liquid ?? hugo ?? '') : ofFrame(frame);
    if (made === null) return whole;
    if (typeof made === 'string') return made;
    const { sort, text: shown = whole } = made;
    const words = sort === 'embed' ? `${shown} is a link now.` : `The tag ${whole} stays as text.`;
    tell({ sort, words }, line);
    return shown;
  };
  return text.replace(tag, instead);
}

/** What stands instead, if that goes without saying; else what is told of it. */
type Made = string | { readonly sort: 'embed' | 'program'; readonly text?: string } | null;

/** Of the site's own address nothing is left. */
function ofSite(value: string): string | null {
  if (/^\s*site\.(?:baseurl|url)\s*$/.test(value)) return '';
  const [, path = null] =
    /^\s*["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|prepend:.*)\s*$/.exec(value) ?? [];
  return path;
}

function ofFrame(attributes: string): Made {
  const [, src = ''] = /\ssrc=["']?([^"'\s>]+)/i.exec(attributes) ?? [];
  const address = src.startsWith('//') ? `https:${src}` : src;
  return /^https?:\/\//i.test(address) ? { sort: 'embed', text: watchedAt(address) } : null;
}

function ofTag(source: string): Made {
  const inner = source.trim();
  if (inner.startsWith('/*') && inner.endsWith('*/')) return `{{<${inner.slice(2, -2)}>}}`;
  const [, name = '', rest = ''] = /^(\/?\s*[\w./-]*)(.*)$/.exec(inner) ?? [];
  const made = madeOf(name.toLowerCase(), wordsIn(rest));
  if (made !== null) return made.isEmbed ? { sort: 'embed', text: made.text } : made.text;
  // That of the beginning is told.
  return /^(?:\/|end)/.test(name) ? null : { sort: 'program' };
}

interface TagWords {
  readonly plain: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

function wordsIn(source: string): TagWords {
  const plain: string[] = [];
  const named = new Map<string, string>();
  for (const [, name, double, single, bare = ''] of source.matchAll(
    /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|`[^`]*`|([^\s"'=]+))/g,
  )) {
    const value = double ?? single ?? bare;
    if (name === undefined) plain.push(value);
    else named.set(name.toLowerCase(), value);
  }
  return { plain, named };
}

/** @returns null for what stays */
function madeOf(
  name: string,
  { plain, named }: TagWords,
): { readonly text: string; readonly isEmbed: boolean } | null {
  const [first = '', second = ''] = plain;
  const text = (it: string) => ({ text: it, isEmbed: false });
  const embed = (it: string) => ({ text: it, isEmbed: true });
  const id = named.get('id') ?? first;
  const isId = /^[\w-]+$/.test(id);
  switch (name) {
    case 'raw':
    case 'endraw':
      return text('');
    case 'figure': {
      const src = named.get('src') ?? first;
      const caption = named.get('caption') ?? named.get('title') ?? '';
      const alt = (named.get('alt') ?? caption).replace(/[[\]\\]/g, ' ');
      if (src === '' || /[<>\s]/.test(src)) return null;
      const below =
        caption === '' || caption === alt ? '' : ` "${caption.replace(/["\\]/g, '\\$&')}"`;
      return text(`![${alt}](${src}${below})`);
    }
    case 'post_url':
      return first === '' ? null : text(`${first}.md`);
    case 'link':
      return first === '' ? null : text(first.startsWith('/') ? first : `/${first}`);
    case 'ref':
    case 'relref':
      return first === '' && !named.has('path') ? null : text(named.get('path') ?? first);
    case 'youtube':
    case 'vimeo': {
      if (/^https?:\/\//i.test(id)) return embed(id);
      if (!isId) return null;
      return embed(
        name === 'vimeo' ? `https://vimeo.com/${id}` : `https://www.youtube.com/watch?v=${id}`,
      );
    }
    case 'gist':
      if (/^[\w-]+$/.test(first) && /^\w+$/.test(second))
        return embed(`https://gist.github.com/${first}/${second}`);
      return /^[\w/-]+$/.test(first) ? embed(`https://gist.github.com/${first}`) : null;
    case 'instagram':
      return isId ? embed(`https://www.instagram.com/p/${id}/`) : null;
    case 'tweet':
    case 'twitter':
    case 'x': {
      if (/^https?:\/\//i.test(first)) return embed(first);
      const user = named.get('user') ?? 'i/web';
      return isId ? embed(`https://twitter.com/${user}/status/${id}`) : null;
    }
    default:
      return null;
  }
}

/** A player's address shows nothing on a page of its own. */
export function watchedAt(address: string): string {
  return address
    .replace(
      /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+).*$/i,
      'https://www.youtube.com/watch?v=$1',
    )
    .replace(/^https?:\/\/player\.vimeo\.com\/video\/(\d+).*$/i, 'https://vimeo.com/$1');
}
