import { describe, expect, it } from 'vitest';
import { FEED_SIZE, feedDocuments } from '../../tools/build/pages/feed-documents.ts';
import { feedTags } from '../../tools/build/pages/tag-feeds.ts';

const newestFirst = (count: number) => Array.from({ length: count }, (_, it) => count - it);
const filesOf = (count: number) => feedDocuments(newestFirst(count), 'feed.xml');

describe('PAGES-5: the documents of a feed', () => {
  it.each([0, 1, 29, 30, 31, 59, 60, 61, 222])(
    'of %i entries have each, the polled one 30',
    (count) => {
      const [polled, ...archives] = filesOf(count);
      expect(polled?.entries).toEqual(newestFirst(count).slice(0, FEED_SIZE));
      const all = [polled, ...archives].flatMap((it) => it?.entries ?? []);
      expect([...new Set(all)]).toEqual(newestFirst(count));
      for (const { entries, isArchive } of archives)
        expect([entries.length, isArchive]).toEqual([FEED_SIZE, true]);
    },
  );

  it('change no archive when an entry comes', () => {
    for (let count = 0; count < 130; count += 1) {
      const later = new Map(filesOf(count + 1).map((it) => [it.file, it.entries]));
      for (const { file, entries, isArchive } of filesOf(count))
        if (isArchive) expect(later.get(file)).toEqual(entries);
    }
  });

  it('lead from the polled one back to the first and from there on', () => {
    expect(filesOf(30).map(({ file, ways }) => [file, ways])).toEqual([['feed.xml', []]]);
    const ways = filesOf(91).map(({ file, ways }) => [
      file,
      Object.fromEntries(ways.map((way) => [way.rel, way.file])),
    ]);
    expect(ways).toEqual([
      ['feed.xml', { 'prev-archive': 'feed-3.xml' }],
      ['feed-3.xml', { current: 'feed.xml', 'prev-archive': 'feed-2.xml' }],
      [
        'feed-2.xml',
        { current: 'feed.xml', 'prev-archive': 'feed-1.xml', 'next-archive': 'feed-3.xml' },
      ],
      ['feed-1.xml', { current: 'feed.xml', 'next-archive': 'feed-2.xml' }],
    ]);
  });
});

describe('PAGES-5 LEARNINGS-7: the place of a tag’s feed and page', () => {
  const placesOf = (...tags: string[]) =>
    feedTags(tags.map((tag) => ({ tags: [tag] }))).map(({ folder }) => folder);

  it('is the tag in words that every file system takes', () => {
    expect(placesOf('evals', 'Machine Learning', '日本語', 'node.js', '../..//x', '.NET')).toEqual([
      'tags/evals/',
      'tags/machine-learning/',
      'tags/日本語/',
      'tags/node-js/',
      'tags/x/',
      'tags/net/',
    ]);
  });

  it('is one for spellings that differ in case, with the name that is most common', () => {
    const [tag, ...others] = feedTags([
      { tags: ['rag'] },
      { tags: ['RAG'] },
      { tags: ['RAG', 'x'] },
    ]);
    expect([tag?.tag, tag?.folder, others.length]).toEqual(['RAG', 'tags/rag/', 1]);
    expect([tag?.has({ tags: ['Rag'] }), tag?.has({ tags: ['x'] })]).toEqual([true, false]);
  });

  it('spells signs that tell two tags apart, cuts very long ones, and has one for those without words', () => {
    expect(placesOf('C', 'C#', 'C++', '#c', '???', '🔥', 'x'.repeat(300))).toEqual([
      'tags/c/',
      'tags/c-sharp/',
      'tags/c-plus-plus/',
      'tags/3f-3f-3f/',
      'tags/1f525/',
      `tags/${'x'.repeat(50)}/`,
    ]);
  });
});
