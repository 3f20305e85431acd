import { decoded } from '../learnings/learning-text.ts';
import { isHtml } from './html-or-markdown.ts';
import { linesOfCode } from './lines-of-code.ts';
import { pictureTag } from './picture-tag.ts';
import { withoutSpans } from './plain-words.ts';

/**
 * The addresses of the pictures that a text shows, each once, as its page asks for them; not those in code. They are kept on
 * the device for offline reading.
 *
 * It does without the parser, as plain-words.ts does, since it reads every text of the site while somebody is at a page. An
 * indented block of code is read as words.
 */
export function picturesIn(content: string, markup: Markup): readonly string[] {
  return [...new Set(shownPicturesIn(content, markup).map(({ address }) => address))];
}

/** Of a text's column (engine/columns.ts). */
type Markup = 'html' | 'markdown' | 'plain-markdown';

/** A picture with its alternative text, as written. */
export interface ShownPicture {
  readonly address: string;
  readonly words: string;
}

/** The same with their words; one may be there more than once. */
export function shownPicturesIn(content: string, markup: Markup): readonly ShownPicture[] {
  // Most texts have none.
  if (!/!\[|<img\s/i.test(content)) return [];
  const text = content.replace(/\r\n?/g, '\n').replaceAll('\0', '');
  if (markup === 'html' && isHtml(text)) return tagsIn(text).filter(isShown);
  const lines = linesOfCode(text).map(({ line, isCode, isFence }) =>
    isCode || isFence ? '' : line,
  );
  // Without blocks it is not known which mark a stray one is closed by: code ends at the line's end, or goes on.
  const withoutCode = (part: string) => withoutSpans(part, () => '`');
  const prose = `${withoutCode(lines.join('\n'))}\n\n${lines.map(withoutCode).join('\n')}`;
  const inMarkdown = writtenIn(prose);
  const isPlain = markup === 'plain-markdown';
  const all = isPlain ? inMarkdown : [...inMarkdown.map(withoutEntities), ...tagsIn(prose)];
  return all.map((it) => ({ ...it, address: addressEscaped(it.address) })).filter(isShown);
}

/** ui/fit-html.ts shows no other pictures. */
function isShown({ address }: ShownPicture): boolean {
  return /^(?:https?:\/\/|\/(?![/\\]))/i.test(address);
}

function withoutEntities({ address, words }: ShownPicture): ShownPicture {
  return { address: decoded(address), words };
}

function tagsIn(text: string): ShownPicture[] {
  return [...text.matchAll(IMAGE_TAG)].flatMap(([tag]) => {
    const found = pictureTag(tag);
    return found === null ? [] : [withoutEntities({ address: found.address, words: found.alt })];
  });
}

/** A picture that is written as a tag. */
export const IMAGE_TAG = /<img\s[^<>]*>/gi;

const words = String.raw`((?:[^\[\]]|\[[^\[\]]*\])*)`;
const destination = String.raw`(?:<([^<>\n]*)>|([^\s()<][^\s()]*(?:\([^\s()]*\)[^\s()]*)*))`;
/** `![words](address)` and `![words][name]`: the words, the address in angle brackets or without, the name. */
export const MARKDOWN_PICTURE = new RegExp(
  String.raw`!\[(?!\^)${words}\](?:\(\s*${destination}|\[([^\[\]]*)\])?`,
  'g',
);
/** `[name]: address`: the name, the address in angle brackets or without. */
export const DEFINITION = new RegExp(
  String.raw`^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))*[ \t]*\[(?!\^)([^\[\]]+)\]:\s*${destination}`,
  'gm',
);

/** Puts what is escaped aside: it is no mark. */
export function withoutEscapes(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])/g,
    (_, mark: string) => `\0${mark.charCodeAt(0).toString(16)}`,
  );
}

/** The reverse. @param before what stands before each mark again */
export function withEscapes(text: string, before: '' | '\\' = ''): string {
  return text.replace(
    /\0([0-9a-f]{2})/g,
    (_, code: string) => before + String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The pictures of `![words](address)`, and of those that name a definition; as written. */
function writtenIn(prose: string): ShownPicture[] {
  const text = withoutEscapes(prose);
  const defined = new Map<string, string>();
  for (const [, name = '', angled, bare = ''] of text.matchAll(DEFINITION)) {
    const key = keyOf(name);
    if (!defined.has(key)) defined.set(key, angled ?? bare);
  }
  const found: ShownPicture[] = [];
  const next = new RegExp(MARKDOWN_PICTURE);
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const [, alt = '', angled, bare, name = ''] = match;
    const address = angled ?? bare ?? defined.get(keyOf(name === '' ? alt : name));
    if (address !== undefined)
      found.push({ address: withEscapes(address), words: withEscapes(alt).trim() });
    // What looks like a picture may be none, and have one in its words.
    next.lastIndex = match.index + 2;
  }
  return found;
}

function keyOf(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}

/** As the renderer writes an address: what an address cannot hold, as bytes. */
export function addressEscaped(address: string): string {
  try {
    return encodeURI(address).replace(/%25([0-9a-f]{2})/gi, '%$1');
  } catch {
    return address;
  }
}
