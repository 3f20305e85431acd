import '../support/rare-syntax.ts';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { markdownHtml } from '../../src/content/markdown/markdown-html.ts';
import { picturesIn } from '../../src/content/markdown/pictures-in.ts';
import { textRules } from '../../src/content/text-rules-of-kinds.ts';
import { pieces, timeToRead } from '../support/hostile-markdown.ts';

const { document } = new JSDOM('').window;

/** OFFLINE-1: the pictures that the renderer makes of a text, by their addresses, where they may be shown from. */
function shown(html: string): string[] {
  const page = document.createElement('div');
  page.innerHTML = html;
  const addresses = [...page.querySelectorAll('img')].map((it) => it.getAttribute('src') ?? '');
  return [...new Set(addresses)].filter((it) => /^(?:https?:\/\/|\/[^/])/.test(it));
}

describe('OFFLINE-1: the pictures of a text', () => {
  it.each([
    ['a ![b](/c.png) d ![e](https://x.org/f.png "g")', ['/c.png', 'https://x.org/f.png']],
    ['[![a](/b.png)](https://x.org/)', ['/b.png']],
    ['![a [b] c](</d e.png>)', ['/d%20e.png']],
    ['![a](/b_(c).png) ![d](/e\\).png)', ['/b_(c).png', '/e).png']],
    ['![a][B] ![b] ![c][]\n\n> [b]: /b.png\n\n[c]: </c.png> "d"', ['/b.png', '/c.png']],
    ['<img alt="a" src="https://x.org/a?b=1&amp;c=2">', ['https://x.org/a?b=1&c=2']],
    ['<a href="/x"><img src=/a.png></a>', ['/a.png']],
    ['![ä](/ä%20b.png)', ['/%C3%A4%20b.png']],
    [
      '`![a](/b.png)` \\![c](/d.png) [e](/f.png)\n\n```\n![g](/h.png)\n<img src="/i.png">\n```\n',
      [],
    ],
    ['![a](b.png) ![c](//x.org/d.png) ![e](data:image/png,f) ![g](javascript:h)', []],
  ])('in %j are %j', (text, addresses) => {
    expect(picturesIn(text, 'markdown')).toEqual(addresses);
    expect(shown(markdownHtml(text))).toEqual(addresses);
  });

  it('are no tags where tags are words', () => {
    const text = '<img src="/a.png"> ![b](/c.png?d&amp;e)';
    expect(picturesIn(text, 'plain-markdown')).toEqual(['/c.png?d&amp;e']);
    expect(shown(markdownHtml(text, textRules.commentary))).toEqual(['/c.png?d&amp;e']);
  });

  it('of details are those of HTML, or else of Markdown', () => {
    expect(picturesIn('<p>![a](/a.png)<img src="/b.png"></p>', 'html')).toEqual(['/b.png']);
    expect(picturesIn('# A\n\n![a](/a.png)<img src="/b.png">', 'html')).toEqual([
      '/a.png',
      '/b.png',
    ]);
  });

  // Without blocks that only their indentation makes code, and without a stray backtick.
  const word = fc.constantFrom(
    ...['a', '![b](/c.png)', '![d [e]](</f g.png>)', '![h][i]', '![i]', '\n\n[i]: /i.png\n\n'],
    ...['[![j](/k.png)](/l)', '<img src="/m.png">', '<img src=/n.png alt="o">', '[p](/q.png)'],
    ...[
      '\\',
      '`a`',
      '``![b](/s.png)``',
      ' ',
      '\n',
      '\n\n',
      '\n```\n',
      '> ',
      '- ',
      '!',
      '[',
      ']',
      '(/r.png)',
    ],
  );

  it('are at least those that the renderer shows', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join('');
        const found = picturesIn(text, 'markdown');
        const missing = shown(markdownHtml(text)).filter((it) => !found.includes(it));
        expect([text, missing]).toEqual([text, []]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ...pieces,
    '![',
    '![a',
    '![a](',
    '![a][',
    '[a]: ',
    '<img ',
    '<img src="',
    '\\![',
    '![a](b(',
  ])('are found in no time, however often %j is repeated', (piece) => {
    const time = timeToRead(piece, (text) => picturesIn(`![a](/b)${text}`, 'markdown'));
    expect(time).toBeLessThan(1_000_000);
  });
});
