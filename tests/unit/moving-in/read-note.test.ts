import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frontMatterOf } from '../../../src/content/moving-in/front-matter.ts';
import { readNote } from '../../../src/content/moving-in/read-note.ts';
import { writtenDate } from '../../../src/content/moving-in/written-date.ts';
import { ownersDay } from '../../../src/lib/owner-days.ts';
import { atOwnersClock } from '../../../src/lib/owner-times.ts';

/** A file of Markdown as the values of a learning. */

const changedAt = Date.UTC(2025, 0, 2, 3, 4, 5);
const read = (text: string, path = 'sql/a-note.md') => readNote({ path, text, changedAt });
const valuesOf = (text: string, path?: string) => read(text, path).values;
const at = (clock: string) => new Date(atOwnersClock(clock) ?? Number.NaN).toISOString();

describe('MOVE-1: a note without front matter', () => {
  it('DATA-6: has a title that can be seen, whatever its heading and its file are called', () => {
    expect(valuesOf('# \u200b\n\nWords.\n', 'seen.md').title).toBe('seen');
    expect(valuesOf('# \u200b\n\nWords.\n', '\u200b.md').title).toBe('Untitled');
    expect(valuesOf('---\ntitle: "\\u3164"\n---\nWords.\n', 'seen.md').title).toBe('seen');
  });

  it('is called by its first heading, which leaves the text', () => {
    expect(valuesOf('# Using `jq` with *care*\n\nFirst words.\n\n## Part\n\nMore.\n')).toEqual({
      title: 'Using jq with care',
      description: 'First words.',
      content: 'First words.\n\n## Part\n\nMore.',
      tags: ['sql'],
      link: null,
      slug: null,
      former_slugs: null,
      created_at: new Date(changedAt).toISOString(),
      updated_at: null,
      published_at: new Date(changedAt).toISOString(),
    });
  });

  it.each([
    ['Title\n=====\n\nWords.', 'Title', 'Words.'],
    [
      '![logo](https://x.org/a.png)\n\n# Title #\n\nWords.',
      'Title',
      '![logo](https://x.org/a.png)\n\nWords.',
    ],
    ['## Title\nWords.', 'Title', 'Words.'],
    ['Above.\n# Title\nBelow.', 'Title', 'Above.\n\nBelow.'],
    ['Words.\n\n## Part\n\nMore.', 'a-note', 'Words.\n\n## Part\n\nMore.'],
    ['```sh\n# no heading\n```', 'a-note', '```sh\n# no heading\n```'],
    ['    # code\n\n# Title', 'Title', '    # code'],
    ['# Title', 'Title', null],
    ['', 'a-note', null],
  ])('%j: title and text', (text, title, content) => {
    expect(valuesOf(text)).toMatchObject({ title, content });
  });

  it.each([
    ['a.md', []],
    ['sql/a.md', ['sql']],
    ['content/posts/a.md', []],
    ['posts/garden/index.md', []],
    ['recipes/bread/index.md', ['recipes']],
  ])('%s: its tag is its folder, unless a program calls it so', (path, tags) => {
    expect(valuesOf('Words.', path).tags).toEqual(tags);
  });

  it('of Jekyll has date and address in its name', () => {
    expect(valuesOf('Words.', '_posts/2024-03-14-hello-there.md')).toMatchObject({
      title: 'hello-there',
      slug: 'hello-there',
      created_at: at('2024-03-14T00:00'),
    });
    expect(valuesOf('Words.', '_drafts/hello.md').published_at).toBeNull();
  });

  it('may have a byte order mark and the line ends of Windows', () => {
    expect(
      valuesOf('\uFEFF---\r\ntitle: A\r\n---\r\n\r\nOne\r\n\r\n```\r\nx\r\n```\r\n'),
    ).toMatchObject({
      title: 'A',
      content: 'One\n\n```\nx\n```',
    });
  });
});

describe('MOVE-11: a note without a description', () => {
  const described = (text: string) => valuesOf(text).description;
  it.each([
    [
      'has its first paragraph, in words',
      '# A\n\nSome *words* and [a `link`](b.md)\nof [[C|two]] lines.\n\nMore.',
      'Some words and a link of two lines.',
    ],
    [
      'passes by headings, lists, code and pictures',
      '## B\n\n- item\n\n> quote\n\n```\ncode\n```\n\n![x](y.png) ![[z.png]]\n\nWords.',
      'Words.',
    ],
    ['cuts a long one after a word', `${'word '.repeat(100)}\n`, `${'word '.repeat(40).trim()}…`],
    ['has none of none', '- item\n', ''],
    ['has none where its front matter says so', "---\ndescription: ''\n---\nWords.", ''],
    ['has that of its front matter', '---\nsummary: In brief\n---\nWords.', 'In brief'],
  ])('%s', (_, text, description) => {
    expect(described(text)).toBe(description);
  });
});

describe('MOVE-1: front matter', () => {
  it('of Hugo, Astro and Jekyll says what a learning says', () => {
    const text = `---
title: "A: title"
pubDatetime: 2024-03-14T10:30:00Z
lastmod: 2024-04-01
description: What it is about
tags:
  - one
  - "#two"
categories: three, four
slug: old-name
aliases: [/learnings/older, /2019/03/oldest/, /index.php?p=7]
link: https://example.com/source
layout: post
cover: ./cover.png
---

# A: title

Words.
`;
    const { values, told, isDated } = read(text);
    expect(values).toEqual({
      title: 'A: title',
      description: 'What it is about',
      content: 'Words.',
      tags: ['one', 'two', 'three', 'four'],
      link: 'https://example.com/source',
      slug: 'old-name',
      former_slugs: ['older', '/2019/03/oldest'],
      created_at: '2024-03-14T10:30:00.000Z',
      updated_at: at('2024-04-01T00:00'),
      published_at: '2024-03-14T10:30:00.000Z',
    });
    expect(isDated).toBe(true);
    expect(told.map(({ sort, words }) => [sort, words])).toEqual([
      ['address', "/index.php?p=7 can't be kept: a redirect from it is your host's."],
      ['field', 'layout'],
      ['field', 'cover'],
    ]);
  });

  it.each([
    ['permalink: /2024/03/14/a-note.html', 'a-note', ['/2024/03/14/a-note.html']],
    ['permalink: https://blog.example/2024/a%20note/', 'a note', ['/2024/a note']],
    ['permalink: /learnings/a-note/', 'a-note', null],
    ['redirect_from: /a/index.html', null, ['/a']],
    ['redirect_from: //evil.example/a', null, ['/evil.example/a']],
    ['redirect_from: /a/../../b', null, null],
    ['redirect_from: /a/%2e%2e/b', null, null],
    ['redirect_from: /a//b', null, null],
    ['redirect_from: /', null, null],
  ])('ADDRESS-6: %s is kept as a former address', (field, slug, former_slugs) => {
    expect(valuesOf(`---\n${field}\n---\nx`)).toMatchObject({ slug, former_slugs });
  });

  it('may be TOML', () => {
    const text = `+++
title = "A"
date = 2024-03-14
draft = true
[taxonomies]
tags = ["one", "two"]
+++
Words.`;
    expect(valuesOf(text)).toMatchObject({
      title: 'A',
      tags: ['one', 'two'],
      content: 'Words.',
      created_at: at('2024-03-14T00:00'),
      published_at: null,
    });
    const zoned = '+++\ndate = 2024-03-14T23:30:00-05:00\n+++\n';
    expect(valuesOf(zoned).created_at).toBe('2024-03-15T04:30:00.000Z');
  });

  it.each([
    ['draft: true', true],
    ['draft: false', false],
    ['publish: false', true],
    ['published: false', true],
    ['published: 2024-03-14', false],
    ['publish: true', false],
  ])('%s: a draft, or none', (field, isDraft) => {
    expect(valuesOf(`---\n${field}\n---\nx`).published_at === null).toBe(isDraft);
  });

  it.each([
    ['tags: one two', ['one', 'two']],
    ['tag: one two', ['one two']],
    ['tags: "#one, #two"', ['one', 'two']],
    ['tags: []', ['sql']],
    ['tags:', ['sql']],
    ['tags: [one, one, no, 1.10]', ['one', 'no', '1.10']],
  ])('%s', (field, tags) => {
    expect(valuesOf(`---\n${field}\n---\nx`).tags).toEqual(tags);
  });

  it.each([
    ['permalink: /2024/03/a-post/', 'a-post'],
    ['permalink: /a-post.html', 'a-post'],
    ['permalink: /:year/:title/', null],
    ['url: https://x.org/blog/b/', 'b'],
    ['slug: ..', null],
  ])('%s: its address', (field, slug) => {
    expect(valuesOf(`---\n${field}\n---\nx`).slug).toBe(slug);
  });

  it.each([
    ['---\ntitle: A: b: c\n---\nWords.', 2],
    ['---\ntitle: "open\n---\nWords.', 3],
    ['---\na: 1\na: 2\n---\nWords.', 3],
    ['---\nx: !!js/function "return 1"\n---\nWords.', 2],
    ['---\nx: *nowhere\n---\nWords.', 2],
    [`---\na: &a [x,x]\n${bomb()}---\nWords.`, 2],
    [`---\n${'['.repeat(20_000)}\n---\nWords.`, 2],
    [`---\nx: ${'y'.repeat(70_000)}\n---\nWords.`, 2],
    ['---\nno fields\n---\nWords.', 2],
    ['+++\ntitle = \n+++\nWords.', 2],
  ])('%#: that cannot be read stays in the text, word for word, and is told', (text, line) => {
    const { values, told } = read(text);
    expect(values.content).toBe(text);
    expect(values.title).toBe('a-note');
    expect(told).toMatchObject([
      { sort: 'front matter', words: expect.stringMatching(/^The front matter stays/) },
    ]);
    expect(told[0]?.line).toBeGreaterThanOrEqual(2);
    expect(told[0]?.line).toBeLessThanOrEqual(line);
  });

  it.each(['---\n\nWords.', 'Words.\n\n---\nx: 1\n---', '----\nx: 1\n----\n'])(
    '%j: is none',
    (text) => {
      expect(frontMatterOf(text)).toMatchObject({ body: text, problem: null });
    },
  );

  it('never ends the reading, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const { values } = read(`---\n${text}\n---\nWords at the end.`);
        expect(values.content).toContain('Words at the end.');
      }),
    );
  });
});

/** Each line doubles what the one before stands for. */
function bomb(): string {
  return Array.from({ length: 12 }, (_, i) => {
    const [name, before] = [String.fromCharCode(98 + i), String.fromCharCode(97 + i)];
    return `${name}: &${name} [${`*${before},`.repeat(9)}]\n`;
  }).join('');
}

describe('MOVE-1: a page of Notion', () => {
  const id = '0123456789abcdef0123456789abcdef';

  it('has its properties between title and text, and digits behind its name', () => {
    const page = [
      '# Reading notes',
      '',
      'Tags: SQL, git hooks',
      'Status: Done',
      'Created time: March 14, 2024 9:30 PM',
      'URL: https://x.org/a',
      '',
      'First words.',
      '',
      '![lost](a.png)',
    ].join('\n');
    const { values, lineOf, parts } = read(page, `Notes ${id}/Reading notes ${id}.md`);
    expect(values).toMatchObject({
      title: 'Reading notes',
      tags: ['SQL', 'git hooks'],
      link: 'https://x.org/a',
      created_at: at('2024-03-14T21:30'),
    });
    expect(values.content?.replace(/^ +$/gm, '')).toBe(
      'Status: Done\n\n\n\nFirst words.\n\n![lost](a.png)',
    );
    expect(parts.map(({ from }) => lineOf(from))).toEqual([10]);
  });

  it('without properties is all text', () => {
    const page = '# Title\n\nNote: this is text.\n\nMore.';
    expect(valuesOf(page, `Notes ${id}/Title ${id}.md`)).toMatchObject({
      title: 'Title',
      content: 'Note: this is text.\n\nMore.',
      tags: [],
    });
    expect(valuesOf('Words.', `Work ${id}/Untitled ${id}.md`)).toMatchObject({
      title: 'Untitled',
      tags: ['Work'],
    });
  });

  it('of another program keeps such lines', () => {
    const page = '# Title\n\nTags: a, b\n\nMore.';
    expect(valuesOf(page).content).toBe('Tags: a, b\n\nMore.');
  });
});

describe('MOVE-1: a date', () => {
  it.each([
    ['2024-03-14', '2024-03-14T00:00'],
    ['2024-3-4', '2024-03-04T00:00'],
    ['2024-03-14 9:30', '2024-03-14T09:30'],
    ['2024-03-14T10:30:05', '2024-03-14T10:30:05'],
    ['14 March 2024', '2024-03-14T00:00'],
    ['Mar 14, 2024', '2024-03-14T00:00'],
    ['Jul 08 2022', '2022-07-08T00:00'],
    ['March 14, 2024 9:30 PM', '2024-03-14T21:30'],
    ['March 14, 2024 12:05 AM → March 16, 2024', '2024-03-14T00:05'],
    ['March 14, 2024 9:30', '2024-03-14T09:30'],
  ])("%s is by the owner's clock", (written, clock) => {
    expect(writtenDate(written)).toBe(atOwnersClock(clock));
    expect(ownersDay(writtenDate(written) ?? 0)).toBe(clock.slice(0, 10));
  });

  it.each([
    ['2024-03-14T10:30:00Z', '2024-03-14T10:30:00.000Z'],
    ['2024-03-14 10:30:00 +0100', '2024-03-14T09:30:00.000Z'],
    ['2024-03-14T10:30:00.123-05:00', '2024-03-14T15:30:00.123Z'],
  ])('%s is that moment', (written, moment) => {
    expect(new Date(writtenDate(written) ?? 0).toISOString()).toBe(moment);
  });

  it.each([
    '03/14/2024',
    'yesterday',
    '2024-02-31',
    '2024-13-01',
    '0500-01-01',
    '2024-03-14T25:00',
    '2024',
    '',
  ])('%j is none, and is told', (written) => {
    expect(writtenDate(written)).toBeNull();
    const { values, told } = read(`---\ndate: "${written}"\n---\nx`);
    expect(values.created_at).toBe(new Date(changedAt).toISOString());
    expect(told).toHaveLength(written === '' ? 0 : 1);
  });
});
