import { describe, expect, it } from 'vitest';
import { type BroughtNotes, planNotes } from '../../../src/content/moving-in/plan-notes.ts';
import { readNote } from '../../../src/content/moving-in/read-note.ts';
import type { Row } from '../../../src/content/write-content-file.ts';

/** What an import of notes would do to what is there. */

const note = (text: string, path = 'a.md', changedAt = 0) => readNote({ path, text, changedAt });
const dated = (words: string) => note(`---\ndate: 2024-03-14\n---\n# A\n\n${words}`);

const plan = (
  notes: readonly ReturnType<typeof note>[],
  {
    rows = [] as readonly Row[],
    brought = new Map() as BroughtNotes,
    epoch = 'here',
    replace = false,
  } = {},
) =>
  planNotes({
    notes,
    rows,
    brought,
    epoch,
    replace,
    idOf: (path) => `id ${path}`,
    hashOf: (text) => text,
  });

/** The site, and what is remembered, after this note was brought. */
function broughtBy(first: ReturnType<typeof note>) {
  const { added, brought } = plan([first]);
  return { rows: added.map(({ row }) => row), brought };
}

const outcome = ({ added, changed, same, edited, deleted, gone }: ReturnType<typeof plan>) => ({
  added: added.map(({ path }) => path),
  changed: changed.map(({ path, values }) => [path, ...Object.keys(values)]),
  ...{ same, edited, deleted, gone },
});
const nothing = { added: [], changed: [], same: [], edited: [], deleted: [], gone: [] };

describe('MOVE-3: a note', () => {
  it('that was never here is added, and the same again is nothing new', () => {
    expect(outcome(plan([dated('One.')]))).toEqual({ ...nothing, added: ['a.md'] });
    expect(outcome(plan([dated('One.')], broughtBy(dated('One.'))))).toEqual({
      ...nothing,
      same: ['a.md'],
    });
  });

  it('that has changed changes what it has brought, and only where it differs', () => {
    const { changed } = plan([dated('Two.')], broughtBy(dated('One.')));
    expect(changed).toEqual([
      {
        path: 'a.md',
        id: 'id a.md',
        values: { description: 'Two.', content: 'Two.' },
        base: { description: 'One.', content: 'One.' },
      },
    ]);
  });

  it('MOVE-11: leaves alone a description that was written or taken away here', () => {
    const { rows, brought } = broughtBy(dated('One.'));
    for (const description of ['Mine.', '']) {
      const there = { rows: rows.map((row) => ({ ...row, description })), brought };
      expect(outcome(plan([dated('One.')], there))).toEqual({ ...nothing, same: ['a.md'] });
      const { changed } = plan([dated('Two.')], { ...there, replace: true });
      expect(changed.map(({ values }) => values)).toEqual([{ content: 'Two.' }]);
    }
  });

  it('says of its change when it was, if it knows', () => {
    const two = note('---\ndate: 2024-03-14\nupdated: 2024-03-15T00:00:00Z\n---\n# A\n\nTwo.');
    expect(plan([two], broughtBy(dated('One.'))).changed[0]?.values).toMatchObject({
      updated_at: '2024-03-15T00:00:00.000Z',
    });
  });

  it('leaves alone what was edited here, unless it is to be replaced', () => {
    const { rows, brought } = broughtBy(dated('One.'));
    const edited = rows.map((row) => ({ ...row, content: 'Mine.' }));
    for (const words of ['One.', 'Two.']) {
      const there = { rows: edited, brought };
      expect(outcome(plan([dated(words)], there))).toEqual({ ...nothing, edited: ['a.md'] });
      expect(outcome(plan([dated(words)], { ...there, replace: true })).changed).toHaveLength(1);
    }
    // Both sides came to the same.
    expect(
      outcome(
        plan([dated('Mine.')], {
          rows: [{ ...rows[0], content: 'Mine.' } as Row],
          brought,
        }),
      ),
    ).toEqual({
      ...nothing,
      same: ['a.md'],
    });
  });

  it('counts as edited here where nothing is remembered', () => {
    const { rows } = broughtBy(dated('One.'));
    expect(outcome(plan([dated('Two.')], { rows }))).toEqual({ ...nothing, edited: ['a.md'] });
  });

  it('knows an older state of a site, such as that of another site', () => {
    const one = broughtBy(dated('One.'));
    const { brought } = plan([dated('Two.')], one);
    expect(outcome(plan([dated('Three.')], { rows: one.rows, brought })).changed).toHaveLength(1);
  });

  it('that was deleted here stays away; on another site it is new', () => {
    const { brought } = broughtBy(dated('One.'));
    expect(outcome(plan([dated('Two.')], { brought }))).toEqual({ ...nothing, deleted: ['a.md'] });
    expect(outcome(plan([dated('Two.')], { brought, replace: true })).added).toEqual(['a.md']);
    expect(outcome(plan([dated('Two.')], { brought, epoch: 'there' })).added).toEqual(['a.md']);
  });

  it('that is no more is told, and nothing happens to its learning', () => {
    expect(outcome(plan([], broughtBy(dated('One.'))))).toEqual({ ...nothing, gone: ['a.md'] });
  });

  it('has no new date because its file has one', () => {
    const there = broughtBy(note('# A\n\nOne.', 'a.md', 1_000));
    expect(outcome(plan([note('# A\n\nOne.', 'a.md', 9_000)], there)).same).toEqual(['a.md']);
    const changed = plan([note('# A\n\nTwo.', 'a.md', 9_000)], there).changed[0];
    expect(Object.keys(changed?.values ?? {})).toEqual(['description', 'content']);
  });

  it('has the new date that is written in it, and is published then, if it was so before', () => {
    const later = note('---\ndate: 2034-03-14\n---\n# A\n\nOne.');
    const { created_at, published_at } = later.values;
    const there = broughtBy(dated('One.'));
    expect(plan([later], there).changed[0]?.values).toEqual({ created_at, published_at });
    const rows = there.rows.map((row) => ({ ...row, published_at: '2025-01-01T00:00:00Z' }));
    expect(plan([later], { ...there, rows }).changed[0]?.values).toEqual({ created_at });
  });

  it('is published and withdrawn like its source', () => {
    const draft = note('---\ndate: 2024-03-14\ndraft: true\n---\n# A\n\nOne.');
    expect(plan([dated('One.')], broughtBy(draft)).changed[0]?.values).toEqual({
      published_at: dated('One.').values.published_at,
    });
    expect(plan([draft], broughtBy(dated('One.'))).changed[0]?.values).toEqual({
      published_at: null,
    });
    // A draft that was published here is not withdrawn again.
    const { rows, brought } = broughtBy(draft);
    const published = rows.map((row) => ({ ...row, published_at: '2025-01-01T00:00:00Z' }));
    expect(outcome(plan([draft], { rows: published, brought })).edited).toEqual(['a.md']);
  });
});
