import { describe, expect, it } from 'vitest';
import { plainText } from '../../src/content/learnings/learning-text.ts';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { wordsOfBeginning } from '../../src/content/markdown/first-words.ts';
import { plainWords } from '../../src/content/markdown/plain-words.ts';
import { toEntry } from '../../src/content/search/entries.ts';
import { learningPage } from '../../src/features/head/public-page.ts';
import { FIRST_WORDS } from '../../src/lib/limits.ts';
import { pieces, timeToRead } from '../support/hostile-markdown.ts';
import { longMarkdown } from '../support/long-markdown.ts';
import { learningRow } from '../support/rows.ts';

const itemOf = (content: string, description = '') =>
  learnings.toItem(learningRow({ content, description }) as Parameters<typeof learnings.toItem>[0]);

describe('LEARNINGS-1: the words of a learning', () => {
  it.each([
    ['# Title #\n\nSub\n---', 'Title\n\nSub'],
    ['*a* **b** ***c*** _d_ __e__ ~~f~~ **g *h* i**', 'a b c d e f g h i'],
    ['snake_case_name, 2 * 3 * 4, a*b', 'snake_case_name, 2 * 3 * 4, a*b'],
    ['[words](https://x.org/a_(b) "t") and [these][id]\n\n[id]: https://x.org', 'words and these'],
    ['[id] and ![id] and [not]\n\n[ID]: https://x.org', 'id and id and [not]'],
    ['\uFEFF# one', 'one'],
    ['a `b\n```\n<b>\n```\nc` d', 'a `b\n<b>\nc` d'],
    ['[![alt](/a.png)](https://x.org) ![b](</c d.png>)', 'alt b'],
    ['<https://x.org> <me@x.org>', 'https://x.org me@x.org'],
    ['- one\n  1. two\n- [x] three\n\n***\n\n> four', 'one\ntwo\nthree\n\n\n\nfour'],
    ['| a | b |\n|---|:-:|\n| c | d |\n\nx | y', 'a   b  \n\n  c   d  \n\nx | y'],
    ['a[^1] b\n\n[^1]: note', 'a b\n\n note'],
    ['> [!NOTE]\n> words', 'words'],
    ['\\*no\\* 1\\. \\<b>', '*no* 1. <b>'],
    ['one\\\ntwo', 'one\ntwo'],
    [
      '[[Chunking]], [[ Notes | the project ]] and `[[code]]`',
      'Chunking, the project and [[code]]',
    ],
    ['<p>one</p><p>two &lt;b&gt;</p>', 'one\n\ntwo <b>'],
    ['a <img src="/a.png" alt="*b* &amp; `c`"> d <img src="x:y" alt="no">e', 'a *b* & c d e'],
  ])('of %j are %j', (content, words) => {
    expect(plainWords(content)).toBe(words);
  });

  it.each([
    ['a `<b> *x*` c', 'a <b> *x* c'],
    ['`` ` `` &lt;', '` <'],
    ['```html\n<div id="x"> # &amp;\n```\n<i>y</i>', '<div id="x"> # &amp;\ny'],
    ['words\n\n    <div>', '<div>'],
    ['- ~~~\n  <b>\n  ~~~\n- <i>x</i>', '<b>'],
    ['> ```\n> <b>\n\n<i>x</i>', '<b>'],
  ])('of %j have its code as it is: %j', (content, code) => {
    expect(plainWords(content)).toContain(code);
    expect(plainWords(content)).not.toContain('<i>');
  });

  it.each(['Tom &amp; Jerry <b>x</b>', 'a < b\n\nc', 'List<int> & Option<A>', '50 % (so [said])'])(
    'of %j are those it had before there was Markdown',
    (content) => {
      expect(plainWords(content)).toBe(plainText(content));
    },
  );

  it('are what search finds, and what describes its page', () => {
    const item = itemOf('See [the *docs*](https://example.com/hidden):\n\n```sh\nnpx vite\n```');
    expect(toEntry('learnings', item).text).toBe('See the docs: npx vite');
    expect(learningPage(item, 'a', []).description).toBe('See the docs: npx vite');
    expect(learningPage(itemOf('x', 'A <b>word</b>'), 'a', []).description).toBe('A word');
  });

  it.each([
    ...pieces,
    ...['[^', '\t', '|', '\\', '[a] ', '[a [b] ', '[a](b "', '[a](b (', '`a ``b ```c ', '<a@'],
    ...['<x:', '# ', '    a\n\n', '* * ', '\n'],
  ])('are read in no time, however often %j is repeated', (piece) => {
    expect(timeToRead(piece, plainWords)).toBeLessThan(2_000_000);
  });
});

describe('LEARNINGS-1: for a card and a description, of a long text only the beginning is read', () => {
  const long = longMarkdown(20_000, 100);

  it('up to a paragraph, with the definitions of the rest', () => {
    const words = wordsOfBeginning(long);
    expect(words.length).toBeGreaterThan(FIRST_WORDS / 2);
    expect(words.length).toBeLessThan(4 * FIRST_WORDS);
    expect(plainWords(long).startsWith(words.slice(0, FIRST_WORDS / 2))).toBe(true);
    expect(wordsOfBeginning(`A [name].\n\n${long}\n\n[name]: https://x.org`)).toMatch(/^A name\./);
  });

  it('and all of it where the beginning has few words', () => {
    const picture = `![](/a.png?${'b'.repeat(4 * FIRST_WORDS)})`;
    expect(wordsOfBeginning(`${picture}\n\nWords behind it.`)).toBe('Words behind it.');
  });

  it('of a short one all', () => {
    expect(wordsOfBeginning('# One\n\n*two*')).toBe('One\n\ntwo');
  });
});
