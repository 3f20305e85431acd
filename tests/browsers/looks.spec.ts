import { everyConstruct, title } from '../support/every-construct.ts';
import { test } from './fixtures.ts';

/** What only some engines draw otherwise. */

const paths = [
  '/',
  '/projects',
  '/projects/fieldnotes',
  '/roadmap',
  '/learnings',
  '/resources',
  '/friends',
  '/chatter',
  '/posts',
  '/contact',
];

/** Runs in the page. @returns whether each word of the page that is seen stands in one line; those of code and addresses need not */
function wordsAreWhole(): boolean {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let seen = 0;
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    if (text.parentElement?.closest('pre, code, script, style, noscript, [class*=sr-only]'))
      continue;
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      const [first] = lines;
      if (first === undefined) continue;
      seen += 1;
      if (lines.some(({ top }) => Math.abs(top - first.top) > first.height / 2)) return false;
    }
  }
  return seen > 20;
}

test('FRAME-3: words are not broken where there is room for them, the brand least of all', async ({
  visitor,
  embedded,
}) => {
  for (const path of paths) {
    await visitor.load(`${embedded.url}${path}`);
    await visitor.find({ css: 'main h1' });
    await visitor.until(`only whole words on ${path}`, wordsAreWhole);
  }
});

test('LEARNING-2: the bar of code and tables that scroll covers neither their frame nor their ground', async ({
  visitor,
  embedded,
}) => {
  await embedded.sql(`insert into learnings (title, slug, content) values ($1, 'marked', $2)`, [
    title,
    everyConstruct,
  ]);
  await visitor.load(`${embedded.url}/learnings/marked`);
  await visitor.see('Last heading');
  await visitor.until('bars of which the thumb alone is painted', () => {
    const scrolling = [...document.querySelectorAll('main :is(pre, table)')];
    return (
      scrolling.length > 2 &&
      scrolling.every((it) => {
        const { scrollbarColor } = getComputedStyle(it);
        // WebKit knows it from version 18.2 on, and paints no ground before.
        return (
          scrollbarColor === undefined || / (transparent|rgba\(0, 0, 0, 0\))$/.test(scrollbarColor)
        );
      })
    );
  });
});
