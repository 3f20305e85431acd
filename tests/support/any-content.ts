import fc from 'fast-check';
import type { NamedKinds } from '../../src/content/folder-export/folder-layout.ts';
import type { Row, TableRows } from '../../src/content/write-content-file.ts';
import type { AnyColumn } from '../../src/engine/columns.ts';
import { type AnyKind, kindReferredTo } from '../../src/engine/define.ts';
import { isInvisible } from '../../src/lib/invisible.ts';

/** Any content that a database may hold, with the texts that files, YAML, CSV and Markdown have most trouble with. */

export const troublesome: readonly string[] = [
  ...['', ' ', '---', '--- ', '\n---\n', '---\nid: 1\n---', '...', '+++', '~', 'null', 'Null'],
  ...[
    'no',
    'Yes',
    'true',
    'off',
    '1:30',
    '0x1F',
    '1_000',
    '1e3',
    '.inf',
    '.5',
    '1.10',
    '2024-03-14',
  ],
  ...[
    'a: b',
    '- a',
    '# a',
    'a #b',
    '&a',
    '*a',
    '!a',
    '!!js/function x',
    '%a',
    '@a',
    '`a`',
    '[a',
    '{a',
  ],
  ...["'", '"', "it's", '"quoted"', '\\', '\\null', '\\empty', '\\\\', 'a\\nb', "''", '""'],
  ...[
    '=1+1',
    '+1',
    '-1',
    '@x',
    '=HYPERLINK("x")',
    '\t=1',
    'a,b',
    'a;b',
    'a\tb',
    '["a"]',
    '[',
    ', ,',
  ],
  ...[
    'a\nb',
    'a\r\nb',
    '\na',
    'a\n',
    '\n',
    '\n\n',
    '\r',
    '  a  ',
    '\u00a0a\u00a0',
    'a\u2028b',
    'a\u0085b',
  ],
  ...[
    '\ufeffa',
    '\ufffe',
    '\u0007',
    '\u001b[31m',
    '\u007f',
    '\u200b',
    '\u200fשלום',
    'مرحبا',
    '\u202eabc',
  ],
  ...['😀', '👩‍👩‍👧‍👦', 'e\u0301', 'é', 'ﬁ', 'İ', 'ß', 'ẞ', 'Ａ'],
  ...[
    'a/b',
    '..',
    '.',
    '../../etc/passwd',
    '/a',
    'C:\\a',
    'a:b',
    'a*b?',
    '<a>',
    'a|b',
    '.hidden',
    'a.',
    'a ',
  ],
  ...['con', 'CON', 'nul.md', 'com1', 'LPT9', 'aux.txt', 'A', 'a', 'Readme', 'README', 'readme'],
  ...[
    'x'.repeat(300),
    '日'.repeat(200),
    '[[a]]',
    '![[b]]',
    '^abc',
    'a ^11111111-1111-4111-8111-111111111111',
  ],
  ...['<p>HTML</p>', '```\n---\n```', '- [ ] a', '- [x] b ^c', '## Done', '## To Do\n\n- [ ] a'],
];

const pictureName = `${'0123456789abcdef'.repeat(2)}-900x600-aabbcc.webp`;
const withPictures: readonly string[] = [
  `/pictures/${pictureName}`,
  `../pictures/${pictureName}`,
  `../../pictures/${pictureName}`,
  `![a](/pictures/${pictureName})`,
  `![a](<../pictures/${pictureName}>) ![b](/pictures/${pictureName})`,
  `<img src="/pictures/${pictureName}">`,
  `https://example.com/pictures/${pictureName}`,
  `\`/pictures/${pictureName}\` x/pictures/${pictureName}`,
  `[a]: /pictures/${pictureName}\n\n/pictures/${pictureName}.md`,
];

const isStorable = (text: string) => !/\0|\p{Surrogate}/u.test(text);
const anyText = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...troublesome) },
    { weight: 1, arbitrary: fc.constantFrom(...withPictures) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.constantFrom(...troublesome, ...withPictures), { maxLength: 4 })
        .map((parts) => parts.join('')),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.constantFrom(...troublesome, ...withPictures), { maxLength: 6 })
        .map((parts) => parts.join('\n')),
    },
  )
  .filter(isStorable);

/** No row gets one of which nothing can be seen (DATA-6). */
const anyName = anyText.map((text) => (isInvisible(text) ? `${text}A` : text));

/** As Postgres writes them: microseconds without zeros at their end. */
const anyTime = fc
  .tuple(
    fc.date({
      min: new Date('1000-01-02'),
      max: new Date('9998-12-30'),
      noInvalidDate: true,
    }),
    fc.constantFrom('', '.5', '.123', '.123456', '.000001'),
  )
  .map(([date, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}+00:00`);

/** Few, so that two rows have the same. */
const sameTimes = fc.constantFrom('2026-03-01T09:00:00+00:00', '2026-03-01T09:00:00.123456+00:00');

function anyValue(column: AnyColumn, ids: ReadonlyMap<string, readonly string[]>) {
  const isNullable = column.empty === null;
  const orNull = (it: fc.Arbitrary<unknown>) =>
    isNullable || ('default' in column.options && column.options.default !== undefined)
      ? fc.option(it, { freq: 4 })
      : it;
  switch (column.sort) {
    case 'text':
    case 'link':
    case 'picture':
      return orNull(anyText);
    case 'tags':
      return orNull(column.kept === 'list' ? fc.array(anyText, { maxLength: 4 }) : anyText);
    case 'choice':
      return fc.constantFrom(...column.values);
    case 'reference': {
      const there = ids.get(kindReferredTo(column).table) ?? [];
      return there.length === 0 ? fc.constant(null) : orNull(fc.constantFrom(...there));
    }
    case 'number':
      return orNull(
        fc.oneof(
          fc.integer({ min: -5, max: 20 }),
          fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => it + 0),
        ),
      );
    case 'date':
      return orNull(fc.constant('2026-03-01'));
    case 'timestamp':
      return fc.option(fc.oneof(anyTime, sameTimes), { freq: 4 });
    case 'flag':
      return fc.boolean();
    default:
      return column satisfies never;
  }
}

function anyRow(kind: AnyKind, id: string, ids: ReadonlyMap<string, readonly string[]>) {
  const columns = Object.entries<AnyColumn>(kind.columns).map(
    ([name, column]) => [name, name === kind.name ? anyName : anyValue(column, ids)] as const,
  );
  return fc.record(Object.fromEntries(columns)).map((values): Row => ({ id, ...values }));
}

/**
 * @param kinds those of the site
 * @param rows how many there are of each kind
 */
export function anyContent(
  kinds: NamedKinds,
  { least, most }: { least: number; most: number },
): fc.Arbitrary<TableRows> {
  const all = Object.values(kinds);
  return fc
    .tuple(...all.map(() => fc.uniqueArray(fc.uuid(), { minLength: least, maxLength: most })))
    .chain((chosen) => {
      const ids = new Map(all.map((kind, at) => [kind.table, chosen[at] ?? []]));
      const tables = all.map((kind) => {
        const own = ids.get(kind.table) ?? [];
        const lacks = Object.values<AnyColumn>(kind.columns).some(
          (column) =>
            column.sort === 'reference' &&
            column.empty !== null &&
            (ids.get(kindReferredTo(column).table) ?? []).length === 0,
        );
        return fc.tuple(...(lacks ? [] : own).map((id) => anyRow(kind, id, ids)));
      });
      return fc
        .tuple(...tables)
        .map(
          (held): TableRows =>
            new Map(all.map((kind, at) => [kind.table, withOwnSlugs(held[at] as readonly Row[])])),
        );
    });
}

/** The database gives no slug twice. */
function withOwnSlugs(rows: readonly Row[]): readonly Row[] {
  const taken = new Set<unknown>();
  return rows.map((row) => {
    if (!('slug' in row) || row.slug === null) return row;
    const slug = taken.has(row.slug) ? `${String(row.slug)}-${row.id}` : row.slug;
    taken.add(slug);
    return { ...row, slug };
  });
}
