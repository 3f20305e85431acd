import { describe, expect, it } from 'vitest';
import { registry } from '../../src/content/kinds.ts';
import { contentColumns, notContent } from '../../src/content/past/content-columns.ts';
import { historyOf, rowInAddress } from '../../src/content/past/past-addresses.ts';
import {
  differingColumns,
  formerReferences,
  type RowHere,
  restoreDeleted,
  restoreVersion,
} from '../../src/content/past/restored.ts';
import type { BaseRow, PastRow, Version } from '../../src/engine/index.ts';

/** What rows were, as edits that bring it back: the table stands in src/content/past/restored.ts. */

const { learnings, projects, resources, tasks } = registry;
const kindOf = (table: string) =>
  Object.values(registry).find((kind) => kind.table === table) as typeof learnings | undefined;

const here =
  (rows: Readonly<Record<string, object>>): RowHere =>
  (table, id) =>
    rows[`${table}/${id}`] as BaseRow | undefined;

const version = (table: string, row: PastRow, more: Partial<Version> = {}): Version => ({
  place: 1,
  table,
  id: row.id,
  row,
  parts: [],
  pointed: [],
  ...more,
});
const nothing = here({});

describe('an earlier version', () => {
  const now = {
    id: 'x',
    title: 'Two',
    description: 'd',
    content: null,
    tags: ['a', 'b'],
    project_id: 'p',
    rank: 3,
  } as unknown as BaseRow;

  it('differs in the columns of its content, whatever was ordered, moved or renamed', () => {
    const was = { id: 'x', title: 'One', description: 'd', rank: 9, slug: 'one', project_id: null };
    expect(differingColumns(learnings, was, now)).toEqual(['title']);
  });

  it('does not differ by how nothing or tags are stored, nor in a column that it did not have', () => {
    const was = { id: 'x', title: 'Two', content: '', tags: 'a, b' };
    expect(differingColumns(learnings, was, now)).toEqual([]);
    expect(differingColumns(learnings, { ...was, tags: ['b', 'a'] }, now)).toEqual(['tags']);
  });

  it('is an update of the columns that are asked for', () => {
    const was = { id: 'x', title: 'One', description: 'other' };
    expect(restoreVersion(learnings, was, ['title'])).toEqual({
      op: 'update',
      table: 'learnings',
      id: 'x',
      values: { title: 'One' },
    });
  });

  it('has references to what is here and to what is gone; one that it had not takes none away', () => {
    const all = here({ 'projects/q': { id: 'q' }, 'projects/p': { id: 'p' } });
    const references = (project_id: unknown, rows: RowHere) => {
      const { back, gone } = formerReferences(learnings, { id: 'x', project_id }, now, rows);
      return { back, gone: gone.map(({ of, id }) => `${of.table}/${id}`) };
    };
    expect(references('q', all)).toEqual({ back: ['project_id'], gone: [] });
    expect(references('q', nothing)).toEqual({ back: [], gone: ['projects/q'] });
    expect(references('p', nothing)).toEqual({ back: [], gone: [] });
    expect(references(null, all)).toEqual({ back: [], gone: [] });
    expect(references(undefined, all)).toEqual({ back: [], gone: [] });
  });

  it('is of every column that a form writes, but for references, addresses and dates', () => {
    expect(contentColumns(learnings)).toEqual(['title', 'description', 'content', 'tags', 'link']);
    expect(contentColumns(tasks)).toEqual(['content', 'status']);
    expect(notContent).toContain('published_at');
  });
});

describe('a deleted row', () => {
  const project = { id: 'p', title: 'P', slug: 'p', former_slugs: ['q'], created_at: 't' };

  it('comes back with its id and all its values, then what went with it, then what pointed to it', () => {
    const restored = restoreDeleted(
      version('projects', project, {
        parts: [{ table: 'tasks', id: 't', row: { id: 't', content: 'T', project_id: 'p' } }],
        pointed: [{ table: 'learnings', id: 'l', column: 'project_id' }],
      }),
      here({ 'learnings/l': { id: 'l', project_id: null } }),
      kindOf,
    );
    const { id, ...values } = project;
    expect(restored).toEqual({
      changes: [
        { op: 'insert', table: projects.table, id, values },
        { op: 'insert', table: 'tasks', id: 't', values: { content: 'T', project_id: 'p' } },
        { op: 'update', table: 'learnings', id: 'l', values: { project_id: 'p' } },
      ],
      without: [],
    });
  });

  it('takes no reference that has been given to another since, and restores nothing that is here', () => {
    const restored = restoreDeleted(
      version('projects', project, {
        parts: [{ table: 'tasks', id: 't', row: { id: 't', project_id: 'p' } }],
        pointed: [
          { table: 'learnings', id: 'taken', column: 'project_id' },
          { table: 'learnings', id: 'gone', column: 'project_id' },
        ],
      }),
      here({
        'learnings/taken': { id: 'taken', project_id: 'other' },
        'tasks/t': { id: 't', project_id: 'other' },
      }),
      kindOf,
    );
    expect(restored).toMatchObject({ changes: [{ op: 'insert', table: 'projects' }] });
  });

  it('comes back without a reference to what is gone, and says so', () => {
    const row = { id: 'r', title: 'R', learning_id: 'gone' };
    expect(restoreDeleted(version('resources', row), nothing, kindOf)).toEqual({
      changes: [
        {
          op: 'insert',
          table: resources.table,
          id: 'r',
          values: { title: 'R', learning_id: null },
        },
      ],
      without: [{ column: 'learning_id', of: learnings, id: 'gone' }],
    });
    const there = here({ 'learnings/gone': { id: 'gone' } });
    expect(restoreDeleted(version('resources', row), there, kindOf)).toMatchObject({
      changes: [{ values: { learning_id: 'gone' } }],
    });
  });

  it('waits for what it cannot be without', () => {
    const task = { id: 't', content: 'T', project_id: 'gone' };
    expect(restoreDeleted(version('tasks', task), nothing, kindOf)).toEqual({ lacks: projects });
  });

  it('leaves out parts of a kind that this version of the site does not know', () => {
    const parts = [{ table: 'novelties', id: 'n', row: { id: 'n' } }];
    const restored = restoreDeleted(version('projects', project, { parts }), nothing, kindOf);
    expect(restored).toMatchObject({ changes: [{ table: 'projects' }] });
  });
});

it('the address of a history names a row, and nothing else is taken for one', () => {
  const id = 'A0B1C2D3-0000-4000-8000-00000000000a';
  const of = new URLSearchParams(historyOf('ai_tools', id).split('?')[1]).get('of');
  expect(rowInAddress(of)).toEqual({ table: 'ai_tools', id: id.toLowerCase() });
  for (const other of [null, '', 'learnings', 'learnings/x', `learnings/${id}/x`, `../${id}`])
    expect(rowInAddress(other)).toBeNull();
});
