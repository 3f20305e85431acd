import { describe, expect, it } from 'vitest';
import {
  atomFiles,
  type Entry,
  type Feed,
  rssFiles,
  sitemap,
} from '../../tools/build/pages/feeds.ts';
import type { DatedPage } from '../../tools/build/pages/public-pages.ts';
import { xmlProblems } from '../support/valid-xml.ts';

const address = 'https://notes.example';
const entry: Entry = {
  id: '00000000-0000-4000-8000-000000000001',
  title: 'First',
  link: `${address}/learnings/first`,
  time: Date.parse('2026-11-20T10:00:00Z'),
  changed: Date.parse('2026-11-21T10:00:00Z'),
  tags: [],
  summary: 'Text',
  html: '<p>Text</p>',
};
const feed: Feed = {
  id: `${address}/`,
  author: 'Me',
  title: 'Notes',
  subtitle: 'What is new',
  page: `${address}/`,
  folder: `${address}/`,
  style: '/feed.css',
};
const page: DatedPage = {
  path: '/learnings',
  name: 'Learnings',
  description: 'What was learned',
  changed: entry.time,
  above: null,
  item: null,
};

const atomOf = (entries: Entry[]) => [...atomFiles(entries, feed, entry.time).values()];
const rssOf = (entries: Entry[]) => [...rssFiles(entries, feed).values()];
const atom = (...entries: Entry[]) => atomOf(entries).flatMap((it) => xmlProblems(it, 'feed'));
const rss = (...entries: Entry[]) => rssOf(entries).flatMap((it) => xmlProblems(it, 'rss'));

describe('PAGES-5: the rules for feeds and sitemaps', () => {
  it('are kept, with entries and without', () => {
    expect([...atom(entry), ...atom(), ...rss(entry), ...rss()]).toEqual([]);
    expect(xmlProblems(sitemap([page], address), 'urlset')).toEqual([]);
  });

  it('are kept by the archives of many entries', () => {
    const many = Array.from({ length: 70 }, (_, id) => ({ ...entry, id: `${id}`, time: -id }));
    expect(atomOf(many)).toHaveLength(3);
    expect([...atom(...many), ...rss(...many)]).toEqual([]);
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
    ['an element too many', '<entry>', '<entry><rights>x</rights>'],
    ['an element twice', '</title>', '</title><title>x</title>'],
    ['an attribute too many', '<entry>', '<entry lang="en">'],
    ['text between elements', '<entry>', '<entry>x'],
    ['another namespace', 'http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#'],
    ['what is not well-formed', '</feed>', ''],
  ])('name %s', (_, what, by) => {
    const [text = ''] = atomOf([entry]);
    expect(xmlProblems(text.replace(what, by), 'feed').length).toBeGreaterThan(0);
  });

  it('name a day of the week that is not the date’s', () => {
    const [text = ''] = rssOf([entry]);
    expect(xmlProblems(text.replace('Fri, 20 Nov', 'Sat, 20 Nov'), 'rss')).toHaveLength(1);
  });

  it('name an address that stands twice in a sitemap', () => {
    expect(xmlProblems(sitemap([page, page], address), 'urlset')).toHaveLength(1);
  });
});
