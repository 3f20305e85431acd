import { describe, expect, it } from 'vitest';
import { atomFeed, type Entry, rssFeed, sitemap } from '../../tools/build/pages/feeds.ts';
import type { DatedPage } from '../../tools/build/pages/public-pages.ts';
import { xmlProblems } from '../support/valid-xml.ts';

const address = 'https://notes.example';
const entry: Entry = {
  id: '00000000-0000-4000-8000-000000000001',
  title: 'First',
  link: `${address}/learnings/first`,
  time: Date.parse('2026-11-20T10:00:00Z'),
  html: '<p>Text</p>',
};
const page: DatedPage = {
  path: '/learnings',
  name: 'Learnings',
  description: 'What was learned',
  changed: entry.time,
  above: null,
  item: null,
};

const atom = (...entries: Entry[]) => xmlProblems(atomFeed(entries, address, entry.time), 'feed');
const rss = (...entries: Entry[]) => xmlProblems(rssFeed(entries, address), 'rss');

describe('PAGES-5: the rules for feeds and sitemaps', () => {
  it('are kept, with entries and without', () => {
    expect([...atom(entry), ...atom(), ...rss(entry), ...rss()]).toEqual([]);
    expect(xmlProblems(sitemap([page], address), 'urlset')).toEqual([]);
  });

  it.each([
    ['an address that is relative', { ...entry, link: '/learnings/first' }],
    ['an entry without a title', { ...entry, title: ' ' }],
    ['two entries of one name', entry],
    ['an entry of which nothing is said', { ...entry, id: 'other', html: '' }],
  ])('name %s', (_, second) => {
    expect(atom(entry, second).length).toBeGreaterThan(0);
    expect(rss(entry, second).length).toBeGreaterThan(0);
  });

  it.each([
    ['a date that is none', '2026-11-20T10:00:00.000Z', '2026-11-20'],
    ['a missing element', /<updated>.*?<\/updated>/, ''],
    ['an element too many', '<entry>', '<entry><summary>x</summary>'],
    ['an element twice', '</title>', '</title><title>x</title>'],
    ['an attribute too many', '<entry>', '<entry lang="en">'],
    ['text between elements', '<entry>', '<entry>x'],
    ['another namespace', 'http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#'],
    ['what is not well-formed', '</feed>', ''],
  ])('name %s', (_, what, by) => {
    const feed = atomFeed([entry], address, entry.time);
    expect(xmlProblems(feed.replace(what, by), 'feed').length).toBeGreaterThan(0);
  });

  it('name a day of the week that is not the date’s', () => {
    const feed = rssFeed([entry], address).replace('Fri, 20 Nov', 'Sat, 20 Nov');
    expect(xmlProblems(feed, 'rss')).toHaveLength(1);
  });

  it('name an address that stands twice in a sitemap', () => {
    expect(xmlProblems(sitemap([page, page], address), 'urlset')).toHaveLength(1);
  });
});
