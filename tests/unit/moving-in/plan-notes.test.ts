import { describe, expect, it } from 'vitest';
import type { BroughtNotes } from '../../../src/content/moving-in/brought.ts';
import { planNotes } from '../../../src/content/moving-in/plan-notes.ts';
import { readNote } from '../../../src/content/moving-in/read-note.ts';
import { originsOf, renamedNotes } from '../../../src/content/moving-in/renamed-notes.ts';
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
    ...{ notes, rows, brought, epoch, replace, ...placesOf(notes, brought) },
    idOf: (path) => `id ${path}`,
    hashOf: (text) => text,
  });

function placesOf(notes: readonly ReturnType<typeof note>[], brought: BroughtNotes) {
  const renamed = renamedNotes(notes, brought);
  return { renamed, originOf: originsOf(brought, renamed) };
}

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

  it('ADDRESS-6: brings the former addresses that its learning lacks, and takes none away', () => {
    const aliased = (...aliases: string[]) =>
      note(`---\ndate: 2024-03-14\naliases: ${JSON.stringify(aliases)}\n---\n# A\n\nOne.`);
    const { rows, brought } = broughtBy(dated('One.'));
    const [row] = rows as [Row];
    const planOf = (
      held: object,
      aliases: readonly string[],
      others: readonly Row[] = [],
      replace = false,
    ) => plan([aliased(...aliases)], { rows: [{ ...row, ...held }, ...others], brought, replace });
    const valuesOf = (...of: Parameters<typeof planOf>) =>
      planOf(...of).changed.map(({ values, base }) => [values, base]);
    const held = { slug: 'a', former_slugs: ['had'] };

    expect(valuesOf({ slug: 'a', former_slugs: null }, ['/2019/03/a/'])).toEqual([
      [{ former_slugs: ['/2019/03/a'] }, { former_slugs: null }],
    ]);
    expect(valuesOf(held, ['/2019/03/a/', '/learnings/had/'])).toEqual([
      [{ former_slugs: ['had', '/2019/03/a'] }, { former_slugs: ['had'] }],
    ]);
    // Its own, one that is here already, and those that lead to others.
    const others = [{ id: 'b', slug: 'b', former_slugs: ['/given-away'] }] as const;
    const taken = ['/learnings/a/', '/learnings/had/', '/learnings/b/', '/given-away/'];
    expect(outcome(planOf(held, taken, others))).toEqual({ ...nothing, same: ['a.md'] });
    // Beside another change, and not to what was edited here.
    const edited = { ...held, content: 'Mine.' };
    expect(outcome(planOf(edited, ['/x/']))).toEqual({ ...nothing, edited: ['a.md'] });
    expect(valuesOf(edited, ['/x/'], [], true)).toEqual([
      [
        { content: 'One.', former_slugs: ['had', '/x'] },
        { content: 'Mine.', former_slugs: ['had'] },
      ],
    ]);
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

/** The site after what a plan says, and what is remembered then. */
function siteAfter(
  notes: readonly ReturnType<typeof note>[],
  there: { rows: readonly Row[]; brought: BroughtNotes } = { rows: [], brought: new Map() },
) {
  const { added, changed, brought } = plan(notes, there);
  const kept = there.rows.map((row) => ({
    ...row,
    ...changed.find((it) => it.id === row.id)?.values,
  }));
  return { rows: [...kept, ...added.map(({ row }) => row)], brought };
}

describe('MOVE-15: a note at another path', () => {
  const full = (words: string, more = '') => `---\ndate: 2024-03-14\n${more}---\n# A\n\n${words}`;
  const was = (text: string) => siteAfter([note(text, 'old/a.md')]);
  const found = (...args: Parameters<typeof plan>) => {
    const made = plan(...args);
    return { ...outcome(made), moved: made.moved, ids: made.added.map(({ row }) => row.id) };
  };
  const moved = [{ path: 'new/b.md', from: 'old/a.md' }];

  it('that is the same, letter by letter, keeps its learning, also when it changes and moves on', () => {
    const first = was(full('One.', 'tags: x\n'));
    const renamed = [note(full('One.', 'tags: x\n'), 'new/b.md')];
    expect(found(renamed, first)).toEqual({ ...nothing, same: ['new/b.md'], moved, ids: [] });
    const second = siteAfter(renamed, first);
    expect(found(renamed, second)).toEqual({ ...nothing, same: ['new/b.md'], moved: [], ids: [] });
    const edited = [note(full('Two.', 'tags: x\n'), 'new/b.md')];
    expect(plan(edited, second).changed).toMatchObject([{ id: 'id old/a.md' }]);
    const third = siteAfter(edited, second);
    expect(found([note(full('Two.', 'tags: x\n'), 'old/a.md')], third)).toEqual({
      ...{ ...nothing, same: ['old/a.md'], ids: [] },
      moved: [{ path: 'old/a.md', from: 'new/b.md' }],
    });
  });

  it.each(['id: 7', 'slug: a-name', 'permalink: /2024/a-name/'])(
    'that has %s in its front matter keeps its learning, whatever else has changed',
    (name) => {
      const {
        changed,
        added,
        moved: told,
      } = plan([note(full('Two.', `${name}\n`), 'new/b.md')], was(full('One.', `${name}\n`)));
      expect([changed.map(({ id }) => id), added, told]).toEqual([['id old/a.md'], [], moved]);
    },
  );

  it.each([
    ['other words', [note(full('Two.'), 'new/b.md')]],
    ['another id', [note(full('One.', 'id: 8\n'), 'new/b.md')]],
    ['its old path taken', [note(full('Two.'), 'old/a.md'), note(full('One.'), 'new/b.md')]],
    ['two that are the same', [note(full('One.'), 'new/b.md'), note(full('One.'), 'new/c.md')]],
    ['nothing in it', [note('# A', 'new/b.md')]],
  ])('is another note with %s', (_, notes) => {
    const first = was(full('One.', notes[0]?.source?.names[0] === 'id: 8' ? 'id: 7\n' : ''));
    expect(plan(notes, first).moved).toEqual([]);
    const { rows } = siteAfter(notes, first);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('does not stand for one of two that were the same', () => {
    const both = siteAfter([note(full('One.'), 'old/a.md'), note(full('One.'), 'old/b.md')]);
    expect(found([note(full('One.'), 'c.md')], both)).toEqual({
      ...{ ...nothing, added: ['c.md'], gone: ['old/a.md', 'old/b.md'], moved: [] },
      ids: ['id c.md'],
    });
  });

  it('leaves its path to another one, which is a learning of its own', () => {
    const renamed = siteAfter([note(full('One.'), 'new/b.md')], was(full('One.')));
    const two = [note(full('One.'), 'new/b.md'), note(full('Other.'), 'old/a.md')];
    const { added, same, brought, gone } = plan(two, renamed);
    expect([added.map(({ row }) => row.id), same, gone]).toEqual([
      ['id old/a.md+'],
      ['new/b.md'],
      [],
    ]);
    expect(found(two, { ...siteAfter(two, renamed), brought })).toMatchObject({
      same: ['new/b.md', 'old/a.md'],
      added: [],
    });
  });

  it('was edited or deleted here: it is left alone, and known by its new path', () => {
    const first = was(full('One.'));
    const renamed = [note(full('One.'), 'new/b.md')];
    const edited = { ...first, rows: first.rows.map((row) => ({ ...row, title: 'Mine' })) };
    expect(found(renamed, edited)).toEqual({ ...nothing, edited: ['new/b.md'], moved, ids: [] });
    const none = { ...first, rows: [] };
    expect(found(renamed, none)).toEqual({ ...nothing, deleted: ['new/b.md'], moved, ids: [] });
    const { brought } = plan(renamed, none);
    expect(found(renamed, { rows: [], brought })).toMatchObject({
      deleted: ['new/b.md'],
      moved: [],
    });
  });
});
