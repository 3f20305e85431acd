import { decoded } from '../learnings/learning-text.ts';
import { isHtml } from './html-or-markdown.ts';
import { linesOfCode } from './lines-of-code.ts';
import {
  addressEscaped,
  DEFINITION,
  IMAGE_TAG,
  MARKDOWN_PICTURE,
  shownPicturesIn,
  withEscapes,
  withoutEscapes,
} from './pictures-in.ts';
import { codeSpans } from './plain-words.ts';

/**
 * A text whose picture is at another address. Everything else stays to the letter: links to the same address, code, the picture's
 * words and title.
 *
 * @param markup of the text's column
 * @param from as `picturesIn` (pictures-in.ts) gives it
 * @param to a path that needs no brackets
 * @returns null if the text still shows the old one, or does not show the new one: it is written in a way that is not understood
 */
export function withPictureMoved(
  text: string,
  markup: Parameters<typeof shownPicturesIn>[1],
  from: string,
  to: string,
): string | null {
  const isTagged = markup === 'html' && isHtml(text);
  const isFrom = (written: string) =>
    (markup === 'plain-markdown' ? addressEscaped(written) : addressEscaped(decoded(written))) ===
    addressEscaped(from);
  const inTags = (prose: string) => prose.replace(IMAGE_TAG, (tag) => movedInTag(tag, isFrom, to));
  const inProse = (prose: string) => {
    const moved = movedInMarkdown(prose, isFrom, to);
    return markup === 'plain-markdown' ? moved : inTags(moved);
  };
  const moved = isTagged ? inTags(text) : outsideOfCode(text, inProse);
  const shown = shownPicturesIn(moved, markup).map(({ address }) => address);
  return shown.includes(from) || !shown.includes(to) ? null : moved;
}

function movedInTag(tag: string, isFrom: (written: string) => boolean, to: string): string {
  return tag.replace(
    /(\ssrc\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/i,
    (whole, before: string, ...quoted: unknown[]) => {
      const written = quoted.slice(0, 3).find((it) => typeof it === 'string') ?? '';
      // As pictureTag reads it.
      const address = String(written)
        .replace(/[\t\n\v\f\r]/g, '')
        .trim();
      return isFrom(address) ? `${before}"${to}"` : whole;
    },
  );
}

function movedInMarkdown(prose: string, isFrom: (written: string) => boolean, to: string): string {
  let text = withoutEscapes(prose);
  for (const pattern of [MARKDOWN_PICTURE, DEFINITION]) {
    const next = new RegExp(pattern);
    for (let match = next.exec(text); match !== null; match = next.exec(text)) {
      const [whole, , angled, bare] = match;
      const written = angled ?? bare;
      if (written !== undefined && isFrom(withEscapes(written))) {
        // It is the last part of what was found.
        const at = match.index + whole.lastIndexOf(written);
        text = text.slice(0, at) + to + text.slice(at + written.length);
      }
      // What looks like a picture may be none, and have one in its words.
      next.lastIndex = match.index + 2;
    }
  }
  return withEscapes(text, '\\');
}

/** Changes what is no code: neither in fences nor within lines. */
function outsideOfCode(text: string, change: (prose: string) => string): string {
  const pieces: string[] = [];
  let prose: string[] = [];
  const end = () => {
    if (prose.length > 0) pieces.push(outsideOfSpans(prose.join('\n'), change));
    prose = [];
  };
  for (const { line, isCode, isFence } of linesOfCode(text)) {
    if (!isCode && !isFence) {
      prose.push(line);
      continue;
    }
    end();
    pieces.push(line);
  }
  end();
  return pieces.join('\n');
}

function outsideOfSpans(text: string, change: (prose: string) => string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to } of codeSpans(text)) {
    if (from < done) continue;
    pieces.push(change(text.slice(done, from)), text.slice(from, to));
    done = to;
  }
  return pieces.join('') + change(text.slice(done));
}
