import fc from 'fast-check';
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
