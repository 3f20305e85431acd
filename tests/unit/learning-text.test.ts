import { describe, expect, it } from 'vitest';
import {
  learningParagraphs,
  opening,
  plainText,
} from '../../src/content/learnings/learning-text.ts';
import { timeToRead } from '../support/hostile-markdown.ts';

describe('LEARNING-2: a learning’s content as text', () => {
  it.each([
    ['a <strong>word</strong>', 'a word'],
    ['<p class="x">one</p>', 'one'],
    ['un<b>believ</b>able, H<sub>2</sub>O', 'unbelievable, H2O'],
    ['<a href="https://x.org" title="a > b">link</a>', 'link'],
    ['<IMG SRC=x ONERROR=alert(1)>picture', 'picture'],
  ])('loses its tags: %j', (content, text) => {
    expect(plainText(content)).toBe(text);
  });

  it.each([
    'a < b',
    '5 <6 > 4',
    'if (a<b && c>d)',
    'List<int> and Map<K, V>',
    'Option<A>, Promise<object>',
    '<T extends U>',
    'x <- y -> z',
    'I <3 you',
  ])('keeps what only looks like a tag: %j', (content) => {
    expect(plainText(content)).toBe(content);
  });

  it.each([
    ['before<!-- hidden -->after', 'beforeafter'],
    ['before<style>p { }</style>after', 'beforeafter'],
    ['<script>alert(1)</script >after', 'after'],
    ['<svg onload=alert(1)><script>alert(1)</script><path d="M0 0"/></svg>after', 'after'],
    ['İ<STYLE>x</Style>y', 'İy'],
  ])('loses what a browser would not have shown: %j', (content, text) => {
    expect(plainText(content)).toBe(text);
  });

  it.each([
    ['<scr<script>ipt>', ''],
    ['<scr<script></script>ipt>alert(1)</script>', 'alert(1)'],
    ['<script>never closed', 'never closed'],
    ['text<!-- never closed', 'text<!-- never closed'],
    ['<b', '<b'],
  ])('is harmless text where tags are broken: %j', (content, text) => {
    expect(plainText(content)).toBe(text);
  });

  it.each([
    ['Tom &amp; Jerry&nbsp;say &quot;hi&quot; &#39;now&#39;', 'Tom & Jerry say "hi" \'now\''],
    ['&lt;b&gt; is bold', '<b> is bold'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['&copy; &unknown;', '&copy; &unknown;'],
  ])('decodes a few entities, each once: %j', (content, text) => {
    expect(plainText(content)).toBe(text);
  });

  it.each([
    ['one\nstill one\n\n \n two\r\n\r\nthree', ['one\nstill one', 'two', 'three']],
    ['<p>one</p><p>two</p>', ['one', 'two']],
    ['<h2>one</h2>two<br>three<br>\nfour<br><br>five', ['one', 'two\nthree\nfour', 'five']],
    ['<ul>\n<li>one</li>\n<li>two</li>\n</ul>three', ['one\ntwo', 'three']],
    ['one\n&nbsp;\ntwo', ['one', 'two']],
    [' \n\n ', []],
  ])('is split into paragraphs on blank lines, and where blocks end: %j', (content, paragraphs) => {
    expect(learningParagraphs(content)).toEqual(paragraphs);
  });

  it('gives a card no more than it can show, cut between words', () => {
    expect(opening(' One\n\n two ')).toBe('One two');
    const long = opening('word '.repeat(500));
    expect(long.length).toBeLessThan(500);
    expect(long.endsWith('word…')).toBe(true);
    expect(opening('x'.repeat(1000)).length).toBeLessThan(500);
  });

  it.each(['<!--', '<script>', '<scr<script>ipt>', '<b ', '<a x="', '<p> ', '<<b>b>', '</script'])(
    'is read in no time, however often %j is repeated',
    (piece) => {
      expect(timeToRead(piece, learningParagraphs)).toBeLessThan(2_000_000);
    },
  );
});
