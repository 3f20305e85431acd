import '../support/rare-syntax.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { learningMarkdown } from '../../src/content/item-markdown.ts';
import { opening } from '../../src/content/learnings/learning-text.ts';
import { type Learning, learnings } from '../../src/content/learnings/learnings.ts';
import { wordsOfBeginning } from '../../src/content/markdown/first-words.ts';
import { markdownHtml } from '../../src/content/markdown/markdown-html.ts';
import { picturesIn } from '../../src/content/markdown/pictures-in.ts';
import { plainWords } from '../../src/content/markdown/plain-words.ts';
import { feedHtml } from '../../tools/build/pages/feed-html.ts';
import { learningRow } from '../support/rows.ts';

/** A public collection of learnings, with its licence beside it; where it is not there, these tests are skipped. */
const folder = '../shared/material/til';
const posts = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    )
  : [];

const hasCmark = spawnSync('cmark-gfm', ['--version']).status === 0;

const { document } = new JSDOM('').window;

function shown(text: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = markdownHtml(text);
  return page;
}

/** The blocks of code as a reader of the source sees them, found without a parser. */
function fencesOf(text: string): string[] {
  const fences: string[] = [];
  let open: { mark: string; indentation: string; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const [, indentation = '', mark = ''] = /^( *)(`{3,}|~{3,})/.exec(line) ?? [];
    if (open === null) {
      if (mark !== '') open = { mark, indentation, lines: [] };
    } else if (mark.startsWith(open.mark) && line.trim() === mark) {
      fences.push(open.lines.map((it) => `${it}\n`).join(''));
      open = null;
    } else {
      open.lines.push(
        line.startsWith(open.indentation) ? line.slice(open.indentation.length) : line.trimStart(),
      );
    }
  }
  return fences;
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a text on its page, without the numbers of footnotes. */
function wordsOf(page: HTMLElement): string[] {
  for (const element of page.querySelectorAll(
    'section h2, [data-footnote-ref], [data-footnote-backref], .footnote-ref, .footnote-backref',
  ))
    element.remove();
  for (const image of page.querySelectorAll('img')) image.replaceWith(image.alt);
  return wordsIn(page.textContent ?? '');
}

/** What is no word of a text's prose: numbers of lists, addresses, tags. */
const noWords = /^[ >]*\d+\.|\]\(\S*\)|<[^<>]*>|https?:\S*/gm;

describe.skipIf(posts.length === 0)('LEARNING-2: real posts', () => {
  it('are there', () => {
    expect(posts.length).toBeGreaterThan(40);
  });

  it.each(posts)('%s: code is the source to the byte', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const blocks = [...shown(text).querySelectorAll('pre > code')].map((code) => code.textContent);
    const fences = fencesOf(text);
    expect(blocks.filter((code) => fences.includes(code ?? ''))).toEqual(fences);
  });

  it.each(posts)('%s: every word of its source is shown, but for tags and addresses', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const page = shown(text);
    for (const image of page.querySelectorAll('img')) image.replaceWith(` ${image.alt} `);
    const languages = [...page.querySelectorAll('code')].map((code) => code.className);
    const said = new Set([page.textContent ?? '', ...languages].flatMap(wordsIn));
    const fenceless = text.split(/^ *```.*\n[\s\S]*?^ *```$/m);
    const code = fencesOf(text).flatMap(wordsIn);
    const prose = fenceless
      .flatMap((it) => it.split(/(`[^`\n]+`)/))
      .map((it) => (it.startsWith('`') ? it : it.replace(noWords, ' ')));
    expect([...prose.flatMap(wordsIn), ...code].filter((word) => !said.has(word))).toEqual([]);
  });

  /** GitHub's own renderer, as Debian has it; where it is not installed, this is skipped. */
  it.skipIf(!hasCmark).each(posts)(
    '%s: has the words that GitHub shows, in their order',
    (name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const theirs = document.createElement('div');
      const extensions = ['table', 'strikethrough', 'autolink', 'tasklist', 'footnotes'];
      theirs.innerHTML = execFileSync(
        'cmark-gfm',
        ['--unsafe', ...extensions.flatMap((it) => ['-e', it])],
        { input: text, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] },
      );
      expect(wordsOf(shown(text))).toEqual(wordsOf(theirs));
    },
  );

  it('have all their pictures, also those that are written as tags', () => {
    const written = posts.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const prose = text.split(/^ *```.*\n[\s\S]*?^ *```$|`[^`\n]*`/m).join(' ');
      const addresses = [...prose.matchAll(/<img\b[^>]*\ssrc="([^"]*)"/g)].map(([, it]) => it);
      const shownThere = [...shown(text).querySelectorAll('img')].map((it) =>
        it.getAttribute('src'),
      );
      for (const address of addresses) expect(shownThere).toContain(address);
      return addresses;
    });
    expect(written.length).toBeGreaterThan(5);
  });

  it.each(posts)('%s: just the pictures of the page are kept for offline reading', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const pictures = [...shown(text).querySelectorAll('img')].map((it) => it.getAttribute('src'));
    const elsewhere = pictures.filter((it) => /^(?:https?:|\/)/.test(it ?? ''));
    expect([...picturesIn(text, 'markdown')].sort()).toEqual([...new Set(elsewhere)].sort());
  });

  it.each(posts)('%s: cards and search have the words of the page, and no marks', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(wordsIn(plainWords(text))).toEqual(wordsOf(shown(text)));
    expect(opening(wordsOfBeginning(text))).toBe(opening(plainWords(text)));
  });

  it.each(posts)('%s: the feed has the words and the code of the page', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const inFeed = document.createElement('div');
    const address = 'https://x.example';
    const page = `${address}/learnings/a`;
    inFeed.innerHTML = feedHtml(text, { of: 'a', page, address, pageNamed: () => null });
    for (const note of inFeed.querySelectorAll('[id^="note-"] a[href^="#note-"], sup'))
      note.remove();
    const codeIn = (it: HTMLElement) =>
      [...it.querySelectorAll('pre > code')].map((code) => code.textContent);
    expect(codeIn(inFeed)).toEqual(codeIn(shown(text)));
    expect(wordsOf(inFeed)).toEqual(wordsOf(shown(text)));
    for (const link of inFeed.querySelectorAll('a, img'))
      expect(link.getAttribute('href') ?? link.getAttribute('src')).toMatch(
        /^(?:https?:|mailto:|#)/,
      );
  });

  it.each(posts)('%s: the file and the clipboard have the source to the byte', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    type Row = Parameters<typeof learnings.toItem>[0];
    const learning: Learning = learnings.toItem(learningRow({ content: text }) as Row);
    expect(learningMarkdown(learning, [], 'https://x.example/learnings/a')).toContain(text);
  });
});
