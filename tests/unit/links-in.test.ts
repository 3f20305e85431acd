import { expect, it } from 'vitest';
import { linksIn } from '../../src/features/project/links-in.ts';

const words = (details: string) => linksIn(details).map((it) => it.words);

it('PROJECT-5: the links of Markdown are those of its words, without pictures and the site’s own', () => {
  const details = `[Dexie](https://dexie.org "the store") and ![a chart](https://a.example/chart.png),
    <https://www.sqlite.org/wal.html>, [here](/learnings/a), [[A page]] and [none](javascript:alert(1)).`;
  expect(words(details)).toEqual(['dexie.org', 'sqlite.org/wal.html']);
});

it('PROJECT-5: of many links the first four stand beside the text, each once', () => {
  const links = [1, 1, 2, 3, 4, 5].map((n) => `<a href="https://example.com/${n}">${n}</a>`);
  expect(words(links.join(' '))).toEqual([1, 2, 3, 4].map((n) => `example.com/${n}`));
  expect(words('<a href="https://">nowhere</a>')).toEqual([]);
});
