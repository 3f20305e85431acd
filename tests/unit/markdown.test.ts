import '../support/rare-syntax.ts';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { learningParagraphs } from '../../src/content/learnings/learning-text.ts';
import { markdownHtml } from '../../src/content/markdown/markdown-html.ts';
import { pieces, timeToRead } from '../support/hostile-markdown.ts';
import { parsedHtml } from '../support/whole-markdown.ts';

const { document } = new JSDOM('').window;

function shown(content: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = markdownHtml(content);
  return page;
}

/** The paragraphs that someone sees, with their line breaks. */
function paragraphsOf(content: string): string[] {
  return [...shown(content).children].map((block) => {
    for (const end of block.querySelectorAll('br')) end.replaceWith('\n');
    return asSeen((block.textContent ?? '').replaceAll('\n\n', '\n'));
  });
}

/** White space as `white-space: pre-line` shows it. */
const asSeen = (text: string) =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

const codeOf = (content: string) =>
  [...shown(content).querySelectorAll('code')].map((code) => code.textContent);

describe('LEARNING-2: a text without Markdown', () => {
  const word = fc.constantFrom(
    ...[
      'one',
      'two',
      'Größe',
      '日本語',
      'a < b',
      '5 <6 > 4',
      'List<int>',
      'I <3 you',
      '50 %',
      'x.',
      '“so”',
    ],
    ...['&lt;b&gt;', 'Tom &amp; Jerry', '&quot;hi&quot;', 'don&#39;t', '&amp;lt;', 'a&nbsp;b'],
  );
  const inline = word.chain((text) =>
    fc.constantFrom(
      ...[text, text, text, `<b>${text}</b>`, `<a href="https://x.org" title="a > b">${text}</a>`],
      ...[`${text}<br>`, `<!-- hidden -->${text}`, `<style>p { }</style>${text}`],
    ),
  );
  const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((texts) => texts.join(' '));
  const block = fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((texts) => texts.join('\n'))
    .chain((text) =>
      fc.constantFrom(
        text,
        text,
        `<p>${text}</p>`,
        `<h2>${text}</h2>`,
        `<ul>\n<li>${text}</li>\n</ul>`,
      ),
    );
  const content = fc
    .array(fc.tuple(block, fc.constantFrom('\n\n', '\r\n\r\n', '\n \n', '\n\n\n', '\n&nbsp;\n')), {
      maxLength: 5,
    })
    .map((blocks) => blocks.flat().join(''));

  it('shows the words and the breaks that it showed before there was Markdown', () => {
    fc.assert(
      fc.property(content, (text) => {
        expect(paragraphsOf(text)).toEqual(learningParagraphs(text).map(asSeen));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['one\nstill one\n\n \n two\r\n\r\nthree', ['one\nstill one', 'two', 'three']],
    ['<p>one</p><p>two</p>', ['one', 'two']],
    ['<h2>one</h2>two<br>three<br>\nfour<br><br>five', ['one', 'two\nthree\nfour', 'five']],
    ['one\n&nbsp;\ntwo', ['one', 'two']],
    ['<div>\n\n    <p>one</p>\n\n    <p>two</p>\n</div>', ['one', 'two']],
    ['&gt; no quote, &#42;no emphasis&#42;', ['> no quote, *no emphasis*']],
    ['&amp;lt;b&amp;gt;', ['&lt;b&gt;']],
    ['\uFEFF<b>one</b>', ['one']],
  ])('%j', (text, paragraphs) => {
    expect(paragraphsOf(text)).toEqual(paragraphs);
  });
});

describe('LEARNING-2: a text that has no marks', () => {
  const part = fc.constantFrom(
    ...[
      'one',
      'two',
      'x.',
      '1',
      '2.',
      '3)',
      '-',
      '+',
      '—',
      '!',
      '(a)',
      '“so”',
      ':',
      '"',
      "'",
      '%',
      '{',
      'ﬁ',
    ],
    ...[
      ' ',
      ' ',
      '  ',
      '    ',
      '\t',
      '\n',
      '\n',
      '\n\n',
      '\r\n',
      '\u00a0',
      '\u2028',
      '\v',
      '\ufeff',
      'www',
      '.',
      '/',
    ],
  );
  const plain = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));

  it('is the same without the parser', () => {
    const spaced = (html: string) =>
      html
        .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
        .replace(/\s*<br \/>\n/g, '<br />')
        .trim();
    fc.assert(
      fc.property(
        plain,
        fc.constantFrom({}, { linesRunOn: true }, { tagsAreWords: true }),
        (text, rules) => {
          expect(spaced(markdownHtml(text, rules))).toBe(spaced(parsedHtml(text, rules)));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('LEARNING-2: code', () => {
  const anything = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\0]/g, ''));

  it('in a fence is the source to the byte, whatever it is', () => {
    fc.assert(
      fc.property(
        anything,
        fc.constantFrom('', '<p>a</p>\n\n', '- item\n\n<!--\n'),
        (code, before) => {
          const fence = '`'.repeat(
            3 + Math.max(0, ...[...code.matchAll(/`+/g)].map(([it]) => it.length)),
          );
          const text = `${before}${fence}html\n${code}\n${fence}\n\n<b>after</b> -->`;
          expect(codeOf(text)).toEqual([`${code}\n`]);
        },
      ),
    );
  });

  it.each([
    ['```html\n<div>\n\t<p>x &amp; y</p>\n</div>\n```', ['<div>\n\t<p>x &amp; y</p>\n</div>\n']],
    ['a `<b>` c `&lt;` d', ['<b>', '&lt;']],
    ['<p>a `<p>` b</p>', ['<p>']],
    ['words\n\n    <div>\n      x\n    </div>\n\nwords', ['<div>\n  x\n</div>\n']],
    ['1. <b>one</b>\n\n   ```sh\n   cd <dir>\n     ls\n   ```', ['cd <dir>\n  ls\n']],
    ['- <p>one</p>\n\n  - <p>two</p>\n\n    ```\n      <i>\n    ```', ['  <i>\n']],
    ['> ```\n> <b>\n> ```', ['<b>\n']],
    ['- tight\n  ```\n  one\n    two\n  ```\n- list', ['one\n  two\n']],
    ['<script>\n\n```\nkept\n```\n\n</script>', ['kept\n']],
    ['<!--\n\n~~~\nkept\n~~~\n\n-->', ['kept\n']],
    ['```\nnever closed <b>\n\n# not a heading', ['never closed <b>\n\n# not a heading\n']],
    ['`` a ` <b> ``', ['a ` <b>']],
    ['| a |\n|---|\n| `<b>` <i>c</i><br>d |', ['<b>']],
  ])('of %j stays as it is', (text, code) => {
    expect(codeOf(text)).toEqual(code);
  });
});

describe('LEARNING-2: a picture that is written as a tag', () => {
  const pictures = (text: string) =>
    [...shown(text).querySelectorAll('img')].map((it) => [
      it.getAttribute('src'),
      it.getAttribute('alt'),
    ]);

  it.each([
    ['<img width="9" alt="A map" src="https://x.org/a.png">', ['https://x.org/a.png', 'A map']],
    ["<IMG\n  src = '/a.png'\n  alt='two\n  lines'\n/>", ['/a.png', 'two lines']],
    ['<img src=https://x.org/a_(b).png alt=word>', ['https://x.org/a_(b).png', 'word']],
    ['<img alt="" src="/a?b=1&amp;c=2">', ['/a?b=1&c=2', '']],
    ['<img src="/a.png" alt="a &amp; &quot;b&quot; &lt;c>">', ['/a.png', 'a & "b" <c>']],
    [
      '<img src="/a.png" alt="*a* [b](/c) `<d>` ~~e~~ <f> \\* ![g]">',
      ['/a.png', '*a* [b](/c) `<d>` ~~e~~ <f> \\* ![g]'],
    ],
    ['<img src="/a b|c.png" alt="x | y">', ['/a%20b%7Cc.png', 'x | y']],
    ['<img src="/a.png" src="/b.png" data-src="/c.png" title=\' src="/d.png"\'>', ['/a.png', '']],
    ['- one\n- two <img src="/a.png" alt="x">', ['/a.png', 'x']],
    ['> # <img src="/a.png" alt="x">', ['/a.png', 'x']],
    ['| a | b |\n|---|---|\n| <img src="/a.png" alt="x"> | c |', ['/a.png', 'x']],
    ['[<img src="/a.png" alt="x">](https://x.org)', ['/a.png', 'x']],
    ['<p align="center">\n  <a href="/b"><img src="/a.png" alt="x"></a>\n</p>', ['/a.png', 'x']],
  ])('is one: %j', (text, picture) => {
    expect(pictures(text)).toEqual([picture]);
  });

  it('leaves the words around it where they were', () => {
    const text = 'one <img src="/a.png" alt="x">\ntwo\n\n<img src="/b.png">\n\n<b>three</b>';
    expect(shown(text).innerHTML.replace(/<img[^>]*>/g, '(picture)')).toBe(
      '<p>one (picture)<br>\ntwo</p>\n<p>(picture)</p>\n<p>three</p>',
    );
    expect(shown('[<img src="/a.png">](https://x.org)').querySelector('a > img')).not.toBeNull();
  });

  it.each([
    ...['javascript:x', 'data:image/svg+xml,x', 'blob:x', 'file:///a', '//x.org/a', '/\\x.org/a'],
    ...['a.png', '', 'ja\nvascript:x', '&#106;avascript:x', 'https&colon;//x.org', '\thttp:x'],
  ])('is none where its address is %j', (address) => {
    expect(pictures(`a <img src="${address}" alt="x"> b`)).toEqual([]);
    expect(paragraphsOf(`a <img src="${address}" alt="x"> b`)).toEqual(['a b']);
  });

  it.each([
    '`<img src="/a.png">`',
    '```\n<img src="/a.png">\n```',
    'words\n\n    <img src="/a.png">',
    '\\<img src="/a.png">',
    '<!-- <img src="/a.png"> -->',
    '<svg><img src="/a.png"></svg>',
    '<a title="<img src=/a.png>">a</a>',
    '</img src="/a.png">',
    '<image src="/a.png">',
    '<img src="/a.png"',
  ])('is none in %j', (text) => {
    expect(pictures(text)).toEqual([]);
  });

  it('can write nothing but a picture, whatever is in it', () => {
    const value = fc
      .array(
        fc.constantFrom(
          ...['](', '](/x)', '>', '<', '(', ')', '[', '\\', '|', '*', '_', '!', '"', "'"],
          ...['&gt;', '&quot;', '&#93;', '\n', '\n\n', ' ', 'https://x.org/', '/', 'javascript:x'],
          ...['<b>', '<script>', ' onerror=x ', 'www.x.org', 'a@x.org', '[^1]', 'word', '\v'],
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(value, value, fc.constantFrom('"', "'"), (src, alt, quote) => {
        // A quote behind a backslash, or in an address between `<` and `>`, is a word of Markdown's: the tag would have no end.
        const [inSrc, inAlt] = [src, alt].map((it) =>
          it
            .replaceAll(quote, '')
            .replace(/<+(?=[\w.]+[:@])/g, '')
            .replace(/\\+$/, ''),
        );
        const page = shown(`x\n\n<img src=${quote}/${inSrc}${quote} alt=${quote}${inAlt}${quote}>`);
        const sorts = [...page.querySelectorAll('*')].map((it) => it.localName);
        const isOtherSite = /^[/\\]/.test(inSrc?.replace(/[\n\v]/g, '') ?? '');
        expect(sorts).toEqual(isOtherSite ? ['p'] : ['p', 'p', 'img']);
        for (const image of page.querySelectorAll('img')) {
          expect(image.getAttributeNames().sort()).toEqual(['alt', 'src']);
          expect(image.getAttribute('src')).toMatch(/^\/(?!\/)/);
        }
      }),
    );
  });
});

describe('LEARNING-2: what GitHub adds', () => {
  it.each([
    ['~~gone~~ and ~gone~', '<p><del>gone</del> and <del>gone</del></p>'],
    [
      'www.example.com, https://example.org/a(b). me@example.com',
      '<p><a href="http://www.example.com">www.example.com</a>, <a href="https://example.org/a(b)">https://example.org/a(b)</a>. <a href="mailto:me@example.com">me@example.com</a></p>',
    ],
    [
      '- [ ] open\n- [x] done',
      '<ul>\n<li><input type="checkbox" disabled="" /> open</li>\n<li><input type="checkbox" disabled="" checked="" /> done</li>\n</ul>',
    ],
    [
      '| a | b |\n|:-|-:|\n| `x\\|y` | **c**<br>d |',
      '<table>\n<thead>\n<tr>\n<th align="left">a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="left"><code>x|y</code></td>\n<td align="right"><strong>c</strong><br />d</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'a <https://example.com> b',
      '<p>a <a href="https://example.com">https://example.com</a> b</p>',
    ],
    ['[a](<b c> "d")', '<p><a href="b%20c" title="d">a</a></p>'],
    ['\\<b> and \\*no\\*', '<p>&lt;b&gt; and *no*</p>'],
    [
      '![one\ntwo](/a.png "three\nfour")',
      '<p><img src="/a.png" alt="one\ntwo" title="three\nfour" /></p>',
    ],
    [
      '| a |\n|---|\n| ![b<br>c](/d "e<br>f") [g](/h "i<br>j") |',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><img src="/d" alt="b c" title="e f" /> <a href="/h" title="i j">g</a></td>\n</tr>\n</tbody>\n</table>',
    ],
    ['one  \ntwo\\\nthree\nfour', '<p>one<br />\ntwo<br />\nthree<br />\nfour</p>'],
    ['a\nb\n===', '<h1>a<br />\nb</h1>'],
  ])('%j', (text, html) => {
    expect(markdownHtml(text)).toBe(html);
  });
});

describe('LEARNING-2: links by name', () => {
  const link = (name: string, words = name) => `<a href="page:${name}">${words}</a>`;

  it.each([
    [
      '[[Chunking]] and [[ Ask My Notes | the project ]]',
      `${link('Chunking')} and ${link('Ask My Notes', 'the project')}`,
    ],
    ['[[snake_case_ *and* `ls`]]', link('snake_case_ *and* `ls`')],
    ['[[Tom & "Jerry"]]', link('Tom &amp; &quot;Jerry&quot;')],
    ['[[a]][[b]] [[c]]]', `${link('a')}${link('b')} ${link('c')}]`],
    ['[[a|b|c]] [[d|]]', `${link('a', 'b|c')} ${link('d')}`],
    ['*[[a]]*', `<em>${link('a')}</em>`],
    ['![see [[a|b]]](/c.png)', '<img src="/c.png" alt="see b" />'],
    ['`[[a]]`', '<code>[[a]]</code>'],
    ['\\[[a]] [\\[a]]', '[[a]] [[a]]'],
    ['[[]] [[ ]] [[a [[b]', '[[]] [[ ]] [[a [[b]'],
    ['[[a\nb]]', '[[a<br />\nb]]'],
    ['[[a]](/b) [[c](/d)]', '<a href="/b">[a]</a> [<a href="/d">c</a>]'],
    ['[[a]]\n\n[a]: /b', '[<a href="/b">a</a>]'],
  ])('%j', (text, html) => {
    expect(markdownHtml(text).trim()).toBe(`<p>${html}</p>`);
  });

  it('stand in cells of tables, with or without a backslash before their line', () => {
    const [cell] = /<td>.*<\/td>/.exec(markdownHtml('| x |\n|---|\n| [[a\\|b]] |')) ?? [];
    expect(cell).toBe(`<td>${link('a', 'b')}</td>`);
  });

  it('are no footnotes', () => {
    expect(markdownHtml('[[^a]]\n\n[^a]: b')).not.toContain('page:');
  });

  it.each(['[a](page:b)', '<page:b>', '[a]\n\n[a]: page:b', '<a href="page:b">c</a>'])(
    'cannot be written as an address: %j',
    (text) => {
      expect(markdownHtml(text)).not.toContain('href="page:');
    },
  );
});

describe('LEARNING-2: formulas', () => {
  const inline = (source: string) => `<code data-formula="">${source}</code>`;
  const block = (source: string) => `<pre><code class="language-math">${source}\n</code></pre>`;

  it.each([
    [
      '$x$, $x^2_i*y*$ and $$a<b$$.',
      `<p>${inline('x')}, ${inline('x^2_i*y*')} and ${inline('a&lt;b')}.</p>`,
    ],
    ['($x$) **$y$**', `<p>(${inline('x')}) <strong>${inline('y')}</strong></p>`],
    ['$a\\$b$ \\$c$ d', `<p>${inline('a\\$b')} $c$ d</p>`],
    ['It costs $5 and $10.', '<p>It costs $5 and $10.</p>'],
    ['$ x$ $x $ $$ $$$ $x$1 $x\ny$', '<p>$ x$ $x $ $$ $$$ $x$1 $x<br />\ny$</p>'],
    ['`$x$` It costs $5, not `$y`.', '<p><code>$x$</code> It costs $5, not <code>$y</code>.</p>'],
    ['$a<b>c$ <b>d</b>', `<p>${inline('a&lt;b&gt;c')} d</p>`],
    [
      '| $a$ |\n|---|',
      `<table>\n<thead>\n<tr>\n<th>${inline('a')}</th>\n</tr>\n</thead>\n</table>`,
    ],
    ['```math\na_b\n```', block('a_b')],
    ['$$\na\n= b\n- c\n$$', block('a\n= b\n- c')],
    [
      'words\n$$\\begin{x}\n<b>&lt;\n\\end{x}$$\nwords',
      `<p>words</p>\n${block('\\begin{x}\n&lt;b&gt;&amp;lt;\n\\end{x}')}\n<p>words</p>`,
    ],
    ['> $$\n> a\n> $$', `<blockquote>\n${block('a')}\n</blockquote>`],
    ['$$\na\n\n# b', '<p>$$<br />\na</p>\n<h1>b</h1>'],
    ['```\n$$\na\n$$\n```', '<pre><code>$$\na\n$$\n</code></pre>'],
  ])('%j', (text, html) => {
    expect(markdownHtml(text)).toBe(html);
  });
});

describe('a hostile text', () => {
  it.each([
    ...pieces,
    ...['$', '$a', '$a$', '$$a', '$$\n', '$\\'],
    ...['[a]', 'a*b_', '===\n', 'a b\n', 'a b`c`', '> a\n', '<!--', '<script>', '<b ', '<a x="'],
    ...[
      '[[',
      '[[a',
      '[[a|',
      '[[a]]',
      '<img src=/a>',
      '<img src=/a alt="[*`">',
      '<img src="/a" alt=\'"',
      '`a ``b ',
      '| a ',
      '\\\n',
      '&nbsp;',
      'a@b.c ',
      '<p>\n\n```\n',
    ],
  ])('is shown in no time, however often %j is repeated', (piece) => {
    const time = timeToRead(piece, (text) => expect(markdownHtml(text)).not.toContain('<script'));
    expect(time).toBeLessThan(10_000_000);
  });
});
