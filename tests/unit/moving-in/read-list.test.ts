import { describe, expect, it } from 'vitest';
import type { BroughtNotes } from '../../../src/content/moving-in/brought.ts';
import { listsOfPages } from '../../../src/content/moving-in/lists-of-pages.ts';
import { type ListedRow, planLists } from '../../../src/content/moving-in/plan-lists.ts';
import { readList } from '../../../src/content/moving-in/read-list.ts';
import { resources } from '../../../src/content/resources/resources.ts';
import type { Row } from '../../../src/content/write-content-file.ts';

/** CSV becomes resources and AI tools. */

function list(text: string, path = 'links.csv', as: 'resources' | 'tools' | null = null) {
  const read = readList(path, text, as);
  if (typeof read === 'string') throw new Error(read);
  return read;
}
const blank = {
  description: '',
  link_url: null,
  image_url: null,
  tags: null,
  type: 'text',
  Source: null,
};

describe('MOVE-8: a list', () => {
  it('takes a picture by plain http at its other address: the site shows no other', () => {
    const { rows } = list('title,url,image\nA,http://a.example/,HTTP://a.example/a.png\n');
    expect(rows[0]?.values).toMatchObject({
      link_url: 'http://a.example/',
      image_url: 'https://a.example/a.png',
    });
  });

  it('says what each column became, and reads what spreadsheets write', () => {
    const text =
      '\uFEFFName;URL;Notes;Category;Tags;Type;Added;Price\r\n"A; ""B""";https://a.org/;"Two\r\nlines";Docs;x, y;Video;2024-03-14T00:00:00Z;3\r\n\r\nC;d.org/e;;;;Book;1710374400;\r\n';
    const { sort, columns, rows, problems } = list(text);
    expect(problems).toEqual([]);
    expect([sort, columns.map(({ name, became }) => `${name} → ${became}`)]).toEqual([
      'resources',
      [
        'Name → title',
        'URL → link_url',
        'Notes → description',
        'Category → tags',
        'Tags → tags',
        'Type → type',
        'Added → created_at',
        'Price → null',
      ],
    ]);
    expect(rows).toEqual([
      {
        line: 2,
        key: 'https://a.org/',
        values: {
          ...blank,
          title: 'A; "B"',
          link_url: 'https://a.org/',
          description: 'Two\nlines',
          tags: 'x, y, Docs',
          type: 'video',
          created_at: '2024-03-14T00:00:00.000Z',
        },
      },
      {
        line: 5,
        key: 'https://d.org/e',
        values: {
          ...blank,
          title: 'C',
          link_url: 'https://d.org/e',
          tags: 'Book',
          created_at: '2024-03-14T00:00:00.000Z',
        },
      },
    ]);
  });

  it.each([
    ['ai_tools.csv', 'name,url,tag', null, 'tools'],
    ['my tools.csv', 'name,url,category', null, 'tools'],
    ['resources.csv', 'name,url,category', null, 'resources'],
    ['x.csv', 'name,hyperlink,bio', null, 'tools'],
    ['x.csv', 'name,url', null, 'resources'],
    ['x.csv', 'name,url', 'tools', 'tools'],
  ] as const)('called %s with %s (%s) is of %s', (path, head, as, sort) => {
    expect(list(`${head}\na,https://a.org,b\n`, path, as).sort).toBe(sort);
  });

  it.each([
    ['project,repository_url,short_desc,subcategory', 'title link_url description tags'],
    ['id,name,github,homepage_url,short_description', 'id title null link_url description'],
    ['nombre,url_oficial,descripcion_corta,categoria', 'title link_url description tags'],
    ['App,Official Website,Desc', 'title link_url description'],
  ])('has its columns by the names that public lists give them: %s', (head, became) => {
    const { columns } = list(`${head}\nx,y,z\n`);
    expect(columns.map((it) => it.became).join(' ')).toBe(became.replace('null', ''));
  });

  it('has no value where a program has written that there is none', () => {
    const { rows, problems } = list(
      'name,url,notes,date\nOne,nan,N/A,-\nNone,https://a.org,null,\n',
    );
    expect(problems).toEqual([]);
    expect(rows.map(({ values }) => values)).toEqual([
      { ...blank, title: 'One' },
      { ...blank, title: 'None', link_url: 'https://a.org' },
    ]);
  });

  it('of tools has one tag each', () => {
    const { rows, columns } = list(
      'tool,website,category,description,logo\nA,https://a.org,Chat,Words,https://a.org/a.png\n',
      'x.csv',
    );
    expect(rows[0]?.values).toEqual({
      name: 'A',
      hyperlink: 'https://a.org',
      tag: 'Chat',
      bio: 'Words',
      picture: 'https://a.org/a.png',
    });
    expect(columns.map(({ became }) => became)).toEqual([
      'name',
      'hyperlink',
      'tag',
      'bio',
      'picture',
    ]);
  });

  it('tells every row that is wrong, with its line and what to do, and takes the others', () => {
    const { rows, problems } = list(
      'title,url,date\n,https://a.org,\nB,ftp://b.org,\n"C\nc",javascript:alert(1),03/04/2024\nD,,2024-03-14T10:00Z\n',
    );
    expect(rows.map(({ line, key, values }) => [line, key, values.link_url])).toEqual([
      [6, 'D', null],
    ]);
    expect(problems).toEqual([
      { line: 2, words: 'it has no title: fill that column, or delete the row' },
      { line: 3, words: "'ftp://b.org' is no web address: write it as https://…" },
      { line: 4, words: "'javascript:alert(1)' is no web address: write it as https://…" },
      { line: 4, words: "'03/04/2024' is no date such as 2024-03-14" },
    ]);
    expect(list('title,url\nA,https://a.org\nB,"https://b.org\n').problems).toEqual([
      {
        line: 3,
        words: 'a quotation mark is opened here and never closed: close it, or write it twice',
      },
    ]);
  });

  it.each([
    ['', 'it is empty'],
    ['a,b\n1,2\n', 'its first line names no column for the title (title, name, tool)'],
    ['title,b\n1,2\n', 'its first line names no column for the link (url, link, link_url)'],
    [`title,url\n${'a,https://a.org\n'.repeat(20_001)}`, 'it has more than 20000 rows: split it'],
  ])('that is none says what it lacks', (text, why) => {
    expect(readList('x.csv', text, null)).toBe(why);
  });

  it('keeps rows of one link apart, and knows rows by the ids that it names', () => {
    const id = '0B9A1B5E-7C1C-4B5E-9C3B-2F6B4B1C9D11';
    const { rows } = list(
      `id,title,url\n,A,https://a.org\n,B,https://a.org\n${id},C,https://c.org\n`,
    );
    expect(rows.map(({ key }) => key)).toEqual([
      'https://a.org',
      'https://a.org (2)',
      id.toLowerCase(),
    ]);
  });

  it('says what is a draft, if it has a column for that', () => {
    const of = (text: string) => list(text).rows.map(({ values }) => values.published_at);
    expect(
      of(
        'title,url,published_at\nA,https://a.org,2024-03-14T10:00:00.123456+00:00\nB,https://b.org,\n',
      ),
    ).toEqual(['2024-03-14T10:00:00.123456+00:00', null]);
    expect(
      of('title,url,draft\nA,https://a.org,true\nB,https://b.org,false\nC,https://c.org,\n'),
    ).toEqual([null, undefined, undefined]);
    expect(of('title,url\nA,https://a.org\n')).toEqual([undefined]);
  });
});

describe('MOVE-8: a database of Notion', () => {
  const digits = '0123456789abcdef0123456789abcdef';

  it('comes once: as its pages', () => {
    const csv = [`A/Books ${digits}.csv`, `A/Books ${digits}_all.csv`];
    for (const page of [`A/Books ${digits}/B ${digits}.md`, `A/Books/B ${digits}.md`]) {
      expect([...listsOfPages(csv, [page]).values()]).toEqual(
        Array(2).fill('its rows have come as the pages that Notion made of them'),
      );
    }
  });

  it('without pages comes as the list that has all rows', () => {
    const csv = [`Books ${digits}.csv`, `Books ${digits}_all.csv`, 'links.csv'];
    expect([...listsOfPages(csv, ['links/a.md'])]).toEqual([
      [`Books ${digits}.csv`, `its rows are in Books ${digits}_all.csv`],
    ]);
  });
});

describe('MOVE-8: a row of a list', () => {
  const row = (values: object): ListedRow => ({
    path: 'x.csv#https://a.org',
    id: 'id 1',
    kind: resources,
    values: { title: 'A', tags: 'x, y', ...values },
  });
  const plan = (
    listed: readonly ListedRow[],
    { rows = [] as readonly Row[], brought = new Map() as BroughtNotes, replace = false } = {},
  ) =>
    planLists({
      ...{ listed, brought, replace, epoch: 'here', kinds: [resources] },
      rowsOf: () => rows,
      idOf: () => 'id 1',
      hashOf: (text) => text,
    });
  const first = plan([row({})]);
  const there = {
    rows: [{ id: 'id 1', title: 'A', tags: 'y', type: 'text' }],
    brought: first.brought,
  };
  const asBrought = { ...there, rows: [{ id: 'id 1', title: 'A', tags: 'x,y', type: 'text' }] };

  it('is added once, and changed where it has changed', () => {
    expect(first.added).toHaveLength(1);
    expect(plan([row({})], asBrought)).toMatchObject({
      same: ['x.csv#https://a.org'],
      added: [],
      changed: [],
    });
    expect(plan([row({ title: 'B' })], asBrought).changed).toMatchObject([
      { values: { title: 'B' }, base: { title: 'A' } },
    ]);
  });

  it('that was edited or deleted here is left alone, unless it is to be replaced', () => {
    expect(plan([row({ title: 'B' })], there)).toMatchObject({
      edited: ['x.csv#https://a.org'],
      changed: [],
    });
    expect(plan([row({ title: 'B' })], { ...there, replace: true }).changed[0]?.values).toEqual({
      title: 'B',
      tags: 'x, y',
    });
    expect(plan([row({})], { ...there, rows: [] })).toMatchObject({
      deleted: ['x.csv#https://a.org'],
      added: [],
    });
    expect(plan([row({})], { ...there, rows: [], replace: true }).added).toHaveLength(1);
    expect(plan([], there).gone).toEqual(['x.csv#https://a.org']);
  });
});
