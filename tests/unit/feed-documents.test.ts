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

describe('PAGES-5: the place of a tag’s feed', () => {
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

  it('is the one’s that had it first; others, very long ones and those without words have a sign', () => {
    const [first, ...signed] = placesOf('C', 'C#', 'C++', '???', '#', 'x'.repeat(300));
    expect(first).toBe('tags/c/');
    expect(new Set(signed).size).toBe(5);
    for (const place of signed) expect(place).toMatch(/^tags\/((c|x{50})-)?[0-9a-f]{8}\/$/);
    expect(placesOf('C++')).toEqual(['tags/c/']);
  });
});
