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
 *
 * @param markup of the text's column (engine/columns.ts)
 */
export function picturesIn(
  content: string,
  markup: 'html' | 'markdown' | 'plain-markdown',
): readonly string[] {
  // Most texts have none.
  if (!/!\[|<img\s/i.test(content)) return [];
  const text = content.replace(/\r\n?/g, '\n').replaceAll('\0', '');
  if (markup === 'html' && isHtml(text)) return each(tagsIn(text));
  const lines = linesOfCode(text).map(({ line, isCode, isFence }) =>
    isCode || isFence ? '' : line,
  );
  // Without blocks it is not known which mark a stray one is closed by: code ends at the line's end, or goes on.
  const withoutCode = (part: string) => withoutSpans(part, () => '`');
  const prose = `${withoutCode(lines.join('\n'))}\n\n${lines.map(withoutCode).join('\n')}`;
  const inMarkdown = addressesIn(prose);
  if (markup === 'plain-markdown') return each(inMarkdown.map(escaped));
  return each([...inMarkdown.map(decoded), ...tagsIn(prose)].map(escaped));
}

function each(addresses: readonly string[]): readonly string[] {
  // ui/fit-html.ts shows no other pictures.
  return [...new Set(addresses)].filter((it) => /^(?:https?:\/\/|\/(?![/\\]))/i.test(it));
}

function tagsIn(text: string): string[] {
  return [...text.matchAll(/<img\s[^<>]*>/gi)].flatMap(([tag]) => {
    const address = pictureTag(tag)?.address;
    return address === undefined ? [] : [decoded(address)];
  });
}

const words = String.raw`((?:[^\[\]]|\[[^\[\]]*\])*)`;
const destination = String.raw`(?:<([^<>\n]*)>|([^\s()<][^\s()]*(?:\([^\s()]*\)[^\s()]*)*))`;
const picture = new RegExp(
  String.raw`!\[(?!\^)${words}\](?:\(\s*${destination}|\[([^\[\]]*)\])?`,
  'g',
);
const definition = new RegExp(
  String.raw`^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))*[ \t]*\[(?!\^)([^\[\]]+)\]:\s*${destination}`,
  'gm',
);

/** The addresses of `![words](address)`, and of those that name a definition; as written. */
function addressesIn(prose: string): string[] {
  // What is escaped is no mark.
  const text = prose.replace(
    /\\([!-/:-@[-`{-~])/g,
    (_, mark: string) => `\0${mark.charCodeAt(0).toString(16)}`,
  );
  const plain = (address: string) =>
    address.replace(/\0([0-9a-f]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  const defined = new Map<string, string>();
  for (const [, name = '', angled, bare = ''] of text.matchAll(definition)) {
    const key = keyOf(name);
    if (!defined.has(key)) defined.set(key, angled ?? bare);
  }
  const found: string[] = [];
  const next = new RegExp(picture);
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const [, alt = '', angled, bare, name = ''] = match;
    const address = angled ?? bare ?? defined.get(keyOf(name === '' ? alt : name));
    if (address !== undefined) found.push(plain(address));
    // What looks like a picture may be none, and have one in its words.
    next.lastIndex = match.index + 2;
  }
  return found;
}

function keyOf(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}

/** As the renderer writes an address: what an address cannot hold, as bytes. */
function escaped(address: string): string {
  try {
    return encodeURI(address).replace(/%25([0-9a-f]{2})/gi, '%$1');
  } catch {
    return address;
  }
}
