import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import type { TextFile } from '../../../src/content/folder-export/folder-layout.ts';
import { readFolder } from '../../../src/content/folder-export/read-folder.ts';
import { writeFolder } from '../../../src/content/folder-export/write-folder.ts';
import { registry } from '../../../src/content/kinds.ts';
import {
  type Row,
  type TableRows,
  writeContentFile,
} from '../../../src/content/write-content-file.ts';
import { anyContent, troublesome } from '../../support/any-content.ts';
import { learningRow, projectRow, taskRow } from '../../support/rows.ts';

/** What an export writes into a folder, an import reads as the same rows. */

const noIds = () => {
  throw new Error('Every row of an export has its id.');
};

/** @param saved what a program makes of each file */
function readBack(content: TableRows, saved = (file: TextFile) => file): TableRows {
  const files = writeFolder(content, registry).files.map(saved);
  const { rows, problems, told } = readFolder(files, registry, new Map(), noIds);
  expect([...problems, ...told]).toEqual([]);
  const read = new Map<string, Row[]>([...content.keys()].map((table) => [table, []]));
  for (const { table, id, values } of rows) read.get(table)?.push({ id, ...values });
  return read;
}

const some = anyContent(registry, { least: 0, most: 4 });

describe('MOVE-20: any content', () => {
  it('comes back to the byte', () => {
    fc.assert(
      fc.property(some, (content) => {
        expect(writeContentFile(readBack(content))).toBe(writeContentFile(content));
      }),
      { numRuns: 300 },
    );
  });

  it('makes the same files in whatever order its rows come', () => {
    fc.assert(
      fc.property(some, (content) => {
        const turned = new Map([...content].map(([table, rows]) => [table, rows.toReversed()]));
        expect(writeFolder(turned, registry)).toEqual(writeFolder(content, registry));
      }),
      { numRuns: 30 },
    );
  });

  it('comes back where git or an editor has written the line ends of Windows', () => {
    const isPlain = (content: TableRows) => !JSON.stringify([...content.values()]).includes('\\r');
    fc.assert(
      fc.property(some.filter(isPlain), (content) => {
        const inWindows = ({ path, text }: TextFile) => ({
          path,
          text: text.replaceAll('\n', '\r\n'),
        });
        expect(writeContentFile(readBack(content, inWindows))).toBe(writeContentFile(content));
      }),
      { numRuns: 60 },
    );
  });

  it('comes back from a site that lacks a column: the file says nothing of it', () => {
    const { published_at: _, ...row } = { ...learningRow(), published_at: null };
    const content: TableRows = new Map([['learnings', [row as Row]]]);
    expect(readBack(content).get('learnings')?.[0]).not.toHaveProperty('published_at');
  });

  it('comes back from files that have other names and folders', () => {
    const picture = `/pictures/${'0'.repeat(32)}-2x2-aabbcc.png`;
    const content = new Map([['learnings', [learningRow({ content: `![a](${picture})` })]]]);
    const moved = ({ path, text }: TextFile) =>
      path.startsWith('learnings/')
        ? { path: 'learnings/sub/x.md', text: text.replace('../pictures', '../../pictures') }
        : { path, text };
    expect(readBack(content, moved).get('learnings')?.[0]?.content).toBe(`![a](${picture})`);
  });

  it('comes back from a spreadsheet that has saved it with semicolons', () => {
    const tool = { id: learningRow().id, name: 'A "tool"; good', bio: 'a\nb', tag: null };
    const content = new Map([['ai_tools', [tool]]]);
    const saved = ({ path, text }: TextFile) =>
      path === 'tools.csv'
        ? { path, text: `id;name;bio;tag\r\n${tool.id};"A ""tool""; good";"a\nb";\r\n` }
        : { path, text };
    expect(readBack(content, saved)).toEqual(content);
  });
});

describe('MOVE-21: other programs', () => {
  it('read the same from front matter, also those of an older YAML', () => {
    const content = new Map([
      ['learnings', troublesome.map((title) => learningRow({ title, tags: [title] }))],
    ]);
    for (const { path, text } of writeFolder(content, registry).files) {
      if (!path.endsWith('.md')) continue;
      const source = text.split('\n---\n')[0]?.slice(4) ?? '';
      // What Go's and Python's readers refuse.
      expect(source).not.toMatch(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/);
      const [old, now] = (['1.1', '1.2'] as const).map((version) => {
        const { title, tags, fieldnotes } = parseDocument(source, { version }).toJS();
        return { title, tags, fieldnotes };
      });
      expect(old).toEqual(now);
      const row = content.get('learnings')?.find(({ id }) => id === now?.fieldnotes.id);
      expect(now?.title ?? '').toBe(row?.title);
    }
  });

  it('calculate with no cell of a table', () => {
    const tools = troublesome.map((name) => ({ id: learningRow().id, name, bio: name }));
    const { files } = writeFolder(new Map([['ai_tools', tools]]), registry);
    const table = files.find(({ path }) => path === 'tools.csv')?.text ?? '';
    expect(troublesome.filter((it) => /^[=+\-@\t\r]/.test(it)).length).toBeGreaterThan(10);
    for (const cell of Papa.parse<string[]>(table).data.flat())
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  });

  it('are told by a draft’s board, too, that it is one', () => {
    const project = projectRow({ title: 'Secret', published_at: null });
    const content = new Map([
      ['projects', [project]],
      ['tasks', [taskRow({ project_id: project.id })]],
    ]);
    const board = writeFolder(content, registry).files.find(({ path }) =>
      path.startsWith('boards/'),
    );
    expect(board?.text).toMatch(/^draft: true$/m);
  });
});

describe('MOVE-24: what somebody has broken', () => {
  const { files } = writeFolder(new Map([['learnings', [learningRow()]]]), registry);
  const remarks = (path: string, text: string) => {
    const all = [...files.filter((it) => it.path !== path), { path, text }];
    const { problems, told } = readFolder(all, registry, new Map(), () => learningRow().id);
    return [...problems, ...told].map(({ line, why }) => `${line}: ${why}`);
  };
  const bomb = `a: &a [x]\nb: &b [*a, *a, *a, *a]\ntags: [*b, *b, *b]`;

  it.each([
    ['front matter without an end', '---\ntitle: A\n', /^1: its front matter has no end/],
    [
      'a field twice',
      '---\ntitle: A\ntitle: B\n---\n',
      /^3: it is no YAML: Map keys must be unique/,
    ],
    [
      'YAML that is code',
      '---\ntitle: !!js/function "x"\n---\n',
      /^2: it is no YAML: Unresolved tag/,
    ],
    ['YAML that grows', `---\n${bomb}\n---\n`, /^\d: a word is expected/],
    ['YAML that is deep', `---\ntitle: ${'['.repeat(9000)}\n---\n`, /^\d: it is no YAML/],
    ['front matter of megabytes', `---\na: ${'x'.repeat(1e6)}\n---\n`, /^1: .* too long/],
    ['a list that is none', '---\n- a\n---\n', /^2: its front matter has no fields/],
    ['a list for a title', '---\ntitle: [a]\n---\n', /^2: title: it must be one value/],
    [
      'a sign that cannot be stored',
      '---\ntitle: "a\\0"\n---\n',
      /^1: title: it holds a character/,
    ],
    [
      'a title of which nothing can be seen',
      '---\ntitle: "\\u200b"\n---\n',
      /^1: title: nothing can be seen of it: write one$/,
    ],
  ])('%s is told with its line', (_, text, why) => {
    expect(remarks('learnings/a.md', text)).toEqual([expect.stringMatching(why)]);
  });

  it.each([
    ['a quote that is not closed', 'id,name\n,"A\n', /^2: it is no CSV: Quoted field unterminated/],
    ['more cells than columns', 'id,name\n,A\n,B,C\n', /^3: it has 3 cells, and the first line 2/],
    ['no name', 'id,bio\n,A\n', /^1: the column name is missing/],
    [
      'a column that is not known',
      'name,colour\nA,red\n',
      /^1: the site has no such columns: colour/,
    ],
    ['an id that is none', 'id,name\nx,"A\nB"\ny,C\n', /^2: id: /],
    [
      'a name of which nothing can be seen',
      'name\nA\n\u200b\u3164\n',
      /^3: name: nothing can be seen of it: write one$/,
    ],
  ])('a table with %s', (_, text, why) => {
    expect(remarks('tools.csv', text)[0]).toMatch(why);
  });

  it.each([
    ['no JSON', '{', /damaged/],
    ['another JSON', '{"fieldnotes":"outbox"}', /damaged/],
    ['a newer one', '{"fieldnotes":"folder","version":2,"columns":{}}', /newer version/],
  ])('a mark of the folder that is %s', (_, text, why) => {
    expect(remarks('fieldnotes.json', text)).toEqual([expect.stringMatching(why)]);
  });

  it('a reference to what is nowhere', () => {
    const text = `---\nfieldnotes:\n  project_id: ${learningRow().id.toUpperCase()}\n---\n`;
    expect(remarks('learnings/a.md', text)).toEqual([
      expect.stringMatching(
        /^1: project_id: [0-9a-f-]{36} is neither in this folder nor on the site$/,
      ),
    ]);
  });
});

it('MOVE-21: names of files are such as every system takes, and keeps apart', () => {
  const titles = [...troublesome, ...troublesome.map((it) => it.toUpperCase())];
  const content = new Map([
    ['learnings', titles.map((slug) => learningRow({ slug }))],
    ['commentaries', titles.map((title) => ({ id: learningRow().id, title, content: '' }))],
  ]);
  const paths = writeFolder(content, registry).files.map(({ path }) => path);
  const documents = paths.filter((it) => it.endsWith('.md'));
  expect(documents).toHaveLength(2 * titles.length);
  for (const path of documents) {
    const name = path.replace(/^[^/]*\//, '');
    expect(name).not.toMatch(/[\\/:*?"<>|\s\p{C}]|^\.|[. ]\.md$/u);
    expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\./i);
    expect(Buffer.byteLength(name)).toBeLessThan(200);
  }
  const folded = documents.map((it) => it.normalize('NFKC').toUpperCase().toLowerCase());
  expect(new Set(folded).size).toBe(documents.length);
});
