import { everyConstruct, title } from '../support/every-construct.ts';
import { test } from './fixtures.ts';

/** What only some engines draw otherwise. */

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

test('LOOK-3: a box to choose in has our colours and no ground of the system', async ({
  visitor,
  embedded,
}) => {
  await visitor.load(`${embedded.url}/resources`);
  await visitor.see('Filter by learning');
  await visitor.until('boxes without the look of the system', () => {
    const boxes = [...document.querySelectorAll('select')];
    return boxes.length > 0 && boxes.every((it) => getComputedStyle(it).appearance === 'none');
  });
});
