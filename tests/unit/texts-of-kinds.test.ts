import '../support/rare-syntax.ts';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { commentaries } from '../../src/content/commentaries/commentaries.ts';
import { projectMarkdown } from '../../src/content/item-markdown.ts';
import { htmlOrMarkdownWords, isHtml } from '../../src/content/markdown/html-or-markdown.ts';
import { markdownHtml } from '../../src/content/markdown/markdown-html.ts';
import { plainWords } from '../../src/content/markdown/plain-words.ts';
import { projects } from '../../src/content/projects/projects.ts';
import { resources } from '../../src/content/resources/resources.ts';
import { toEntry } from '../../src/content/search/entries.ts';
import { textRules } from '../../src/content/text-rules-of-kinds.ts';
import { tools } from '../../src/content/tools/tools.ts';
import { projectPage } from '../../src/features/head/public-page.ts';
import { timeToRead } from '../support/hostile-markdown.ts';
import { projectRow } from '../support/rows.ts';

const { document } = new JSDOM('').window;

function shown(html: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = html;
  return page;
}

const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The paragraphs that someone sees, with the lines of each. */
function linesOf(html: string): string[][] {
  return [...shown(html).children].map((block) => {
    for (const end of block.querySelectorAll('br')) end.replaceWith('\r');
    return (block.textContent ?? '').split('\r').map(spaced);
  });
}

/** Text as people write it, with what would be taken from a learning's text, and with nothing of Markdown. */
const word = fc.constantFrom(
  ...[
    'one',
    'two',
    'Größe',
    '日本語',
    'a < b',
    'List<int>',
    'I <3 you',
    '50 %',
    'x.',
    '“so”',
    'don’t',
  ],
  ...[
    '<b>bold</b>',
    'the <details> element',
    '<img src="/a.png">',
    '<script>x</script>',
    '<p>',
    '</p>',
  ],
  ...['&lt;', 'Tom &amp; Jerry', '&nbsp;', '&#42;', 'R&D', '<!-- note -->', 'a (b) c: d, e'],
);
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const text = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\n\n', '\n \n', '\n\n\n')), { maxLength: 6 })
  .map((lines) => lines.flat().join(''));

describe('CHATTER-1 TOOLS-3 RESOURCES-6: a text without Markdown', () => {
  it('of Chatter has the words, the lines and the paragraphs that it had', () => {
    fc.assert(
      fc.property(text, (content) => {
        const before = content
          .split(/\n[^\S\n]*\r?\n\s*/)
          .map((paragraph) => paragraph.trim().split(/\r?\n/).map(spaced))
          .filter((lines) => lines.join('') !== '');
        expect(linesOf(markdownHtml(content, textRules.commentary))).toEqual(before);
        expect(spaced(plainWords(content, textRules.commentary))).toBe(spaced(content));
      }),
    );
  });

  it('of a tool has the words that it had, in lines as long as they fit, and so have cards of resources', () => {
    fc.assert(
      fc.property(text, (content) => {
        const lines = linesOf(markdownHtml(content, textRules.tool));
        expect(lines.every((paragraph) => paragraph.length === 1)).toBe(true);
        expect(spaced(lines.flat().join(' '))).toBe(spaced(content));
        expect(spaced(plainWords(content, textRules.resource))).toBe(spaced(content));
      }),
    );
  });

  it('too tangled for the parser is the same', () => {
    const tangled = `<b> &amp;\none${'[a] '.repeat(5000)}`;
    const before = tangled.split('\n').map(spaced);
    expect(linesOf(markdownHtml(tangled, textRules.commentary))).toEqual([before]);
    expect(linesOf(markdownHtml(tangled, textRules.tool))).toEqual([[before.join(' ')]]);
  });
});

describe('CHATTER-1 TOOLS-3 RESOURCES-6: Markdown', () => {
  it('is read, and a tag in it is words', () => {
    const page = shown(markdownHtml('**a** `<b>` <c> [d](/e)\n\n- f', textRules.commentary));
    expect(page.innerHTML).toBe(
      '<p><strong>a</strong> <code>&lt;b&gt;</code> &lt;c&gt; <a href="/e">d</a></p>\n<ul>\n<li>f</li>\n</ul>',
    );
  });

  it('has the same words on cards and in search', () => {
    const content = '# Use <details>\n\n[it](https://hidden.example), *now* &amp; `<then>`';
    const words = 'Use <details> it, now &amp; <then>';
    expect(spaced(plainWords(content, textRules.commentary))).toBe(words);
    const id = crypto.randomUUID();
    const found = [
      toEntry('commentaries', commentaries.toItem({ id, title: 'a', content } as never)),
      toEntry('resources', resources.toItem({ id, title: 'a', description: content } as never)),
      toEntry('tools', tools.toItem({ id, name: 'a', bio: content } as never)),
    ];
    expect(found.map((entry) => entry.text)).toEqual([words, words, words]);
  });
});

describe('PROJECT-1: details', () => {
  it.each([
    ['<p>one</p>', true],
    ['Words first. <div class="x">then</div>', true],
    ['# no heading\n<pre>\n# comment\n</pre>', true],
    ['<h2>Install</h2>\n```\n', true],
    ['A <b>bold</b> word, and <a href="https://x.org">a link</a>', true],
    ['one<br>two', true],
    ['<script>x</script>', true],
    ['<img src="/a.png">', true],
    ['', false],
    ['words\n\nwords', false],
    ['a < b, List<int>, Option<A>, <who@x.org>, <https://x.org>', false],
    ['`<p>` and\n\n```html\n<div>\n```\n', false],
    ['# Title\n\nPress <kbd>K</kbd>', false],
    ['See [this](/that).<br>', false],
    ['<img src="/a.png">\n\n```sh\nls\n```', false],
  ])('%j are HTML: %s', (details, expected) => {
    expect(isHtml(details)).toBe(expected);
  });

  it('are decided in no time, whatever they are', () => {
    for (const piece of [
      '<',
      '<b ',
      '<b x="',
      '`',
      '`a ``',
      '</b>',
      ']( ',
      '# ',
      '<p\n',
      '```\n',
    ]) {
      expect(timeToRead(piece, isHtml)).toBeLessThan(2_000_000);
    }
  });

  it('that are Markdown run on where a line ends, as those of HTML do', () => {
    expect(markdownHtml('one\ntwo  \nthree', textRules.details)).toBe(
      '<p>one\ntwo<br />\nthree</p>',
    );
  });

  const item = (details: string | null) =>
    projects.toItem(projectRow({ title: 'P', description: '', details }) as never);

  it('describe the page and are found by their words, be they HTML or Markdown', () => {
    expect(projectPage(item('See [*it*](/x) &amp; `<p>`'), 'p', []).description).toBe(
      'See it & <p>',
    );
    expect(projectPage(item('<p>See [it] *now*</p>'), 'p', []).description).toBe('See [it] *now*');
    expect(toEntry('projects', item('~~~\n<p>\n~~~')).text).toContain('<p>');
    expect(htmlOrMarkdownWords('<p>a</p><p>*b*</p>')).toBe('a\n\n*b*');
  });

  it('PAGES-5 PAGES-8: that are Markdown are in the file as they are stored, behind all else', () => {
    const source = '# Why\n\n```html\n<p>\n\tx  \n';
    const file = projectMarkdown(item(source), [], []);
    expect(file.endsWith(`\n\n## Details\n\n${source}\n`)).toBe(true);
    expect(projectMarkdown(item('<p>a</p><p>b</p>'), [], [])).toContain('\n\na\n\nb\n');
    expect(projectMarkdown(item(null), [], [])).not.toContain('Details');
  });
});
