import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../src/content/folder-export/read-folder.ts';
import { writeFolder } from '../../../src/content/folder-export/write-folder.ts';
import { registry } from '../../../src/content/kinds.ts';
import { projectRow, taskRow } from '../../support/rows.ts';

/** A board as task lists, after somebody has worked in it. */

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const project = projectRow({ id: id(9), title: 'Lab', slug: 'lab' });
const tasks = [
  taskRow({ id: id(1), project_id: id(9), content: 'One', position: 0 }),
  taskRow({ id: id(2), project_id: id(9), content: 'Two', position: 0.5 }),
  taskRow({ id: id(3), project_id: id(9), content: 'Three', position: 7 }),
  taskRow({ id: id(4), project_id: id(9), content: 'Two\nlines', position: 1, status: 'done' }),
];
const { files } = writeFolder(
  new Map([
    ['projects', [project]],
    ['tasks', tasks],
  ]),
  registry,
);
const board = files.find(({ path }) => path === 'boards/lab.md')?.text ?? '';

function read(text: string) {
  const edited = files.map((it) => (it.path === 'boards/lab.md' ? { ...it, text } : it));
  const { rows, problems, told } = readFolder(edited, registry, new Map(), (words) =>
    words.length % 2 === 0 ? id(7) : id(8),
  );
  const found = rows.filter(({ table }) => table === 'tasks');
  return {
    tasks: found.map(({ values: { content, status, position } }) => [content, status, position]),
    remarks: [...problems, ...told].map(({ line, why }) => `${line}: ${why}`),
  };
}

const line = (n: number, words: string, mark = ' ') => `- [${mark}] ${words} ^${id(n)}\n`;

describe('MOVE-22: a board', () => {
  it('is written as lists under the names of its columns', () => {
    expect(board.slice(board.indexOf('---\n', 4) + 4)).toBe(
      `\n## To Do\n\n${line(1, 'One')}${line(2, 'Two')}${line(3, 'Three')}\n## Done\n\n${line(4, 'Two lines', 'x')}`,
    );
  });

  it('of which a line was moved gives that task alone another position', () => {
    const moved = board
      .replace(line(3, 'Three'), '')
      .replace(line(1, 'One'), line(3, 'Three') + line(1, 'One'));
    expect(read(moved).tasks).toEqual([
      ['Three', 'todo', -1],
      ['One', 'todo', 0],
      ['Two', 'todo', 0.5],
      ['Two\nlines', 'done', 1],
    ]);
  });

  it('has a task done that was ticked, and to do that was unticked', () => {
    const ticked = board.replace('[ ] Two', '[X] Two').replace('[x] Two lines', '[ ] Two lines');
    expect(read(ticked).tasks).toEqual([
      ['One', 'todo', 0],
      ['Three', 'todo', 7],
      ['Two\nlines', 'todo', 1],
      ['Two', 'done', 0.5],
    ]);
  });

  it('keeps a task of several lines until its words are changed', () => {
    expect(read(board.replace('Two lines', 'Two words')).tasks.at(-1)).toEqual([
      'Two words',
      'done',
      1,
    ]);
  });

  it('takes what is new, and names what is no task', () => {
    const more = board
      .replace('## To Do\n', '## to do\n\nSome words.\n')
      .replace('\n## Done', `* [ ] New one\n\n## In Progress\n\n- [ ] \n1. Not one\n\n## Done`);
    expect(read(more)).toEqual({
      tasks: [
        ['One', 'todo', 0],
        ['Two', 'todo', 0.5],
        ['Three', 'todo', 7],
        ['New one', 'todo', 8],
        ['Two\nlines', 'done', 1],
      ],
      remarks: ['16: it is no task, and is not taken', '26: it is no task, and is not taken'],
    });
  });

  it('counts anew where no number is left between two', () => {
    const close = board
      .replace(/00002: 0\.5/, '00002: 0.5000000000000001')
      .replace(/00003: 7/, '00003: 0.5000000000000002');
    const squeezed = close.replace(line(3, 'Three'), `- [ ] New\n${line(3, 'Three')}`);
    expect(read(squeezed).tasks.slice(0, 4)).toEqual([
      ['One', 'todo', 0],
      ['Two', 'todo', 1],
      ['New', 'todo', 2],
      ['Three', 'todo', 3],
    ]);
  });

  it('without our field is that of the project whose file has its name', () => {
    expect(read('## Done\n\n- [x] Old\n')).toEqual({ tasks: [['Old', 'done', 0]], remarks: [] });
  });
});
