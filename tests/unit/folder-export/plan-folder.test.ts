import { describe, expect, it } from 'vitest';
import type { FolderRow } from '../../../src/content/folder-export/folder-rows.ts';
import {
  type BroughtRows,
  planFolder,
  rememberedRows,
} from '../../../src/content/folder-export/plan-folder.ts';
import { kinds, registry } from '../../../src/content/kinds.ts';
import type { Row } from '../../../src/content/write-content-file.ts';
import { learningRow, projectRow } from '../../support/rows.ts';

/** What an import of a folder would do to what is there. */

const before: Row = {
  ...learningRow({ id: '00000000-0000-4000-8000-000000000001', content: 'Words.' }),
  slug: 'one',
  former_slugs: ['zero'],
  updated_at: '2026-04-01T09:00:00+00:00',
  published_at: '2026-03-01T09:00:00+00:00',
};
const { id, ...values } = before;
const inFolder = (more: object, table = 'learnings'): FolderRow => ({
  ...{ table, path: 'a.md', line: 1, id },
  values: { ...values, ...more },
});
const at = (...rows: Row[]) => new Map([['learnings', rows]]);
const hashOf = (text: string) => text;
const brought = rememberedRows(
  ...([new Map(), [`learnings/${id}`], registry, at(before), 'here', hashOf] as const),
);

function plan(
  more: object,
  { there = at(before), known = brought as BroughtRows, epoch = 'here', replace = false } = {},
) {
  const rows = [inFolder(more)];
  return planFolder({ rows, kinds, there, brought: known, epoch, replace, hashOf });
}
const changes = (...given: Parameters<typeof plan>) =>
  plan(...given).changed.map(({ values, base }) => [values, base]);

describe('MOVE-22: a row of the folder', () => {
  it('changes what differs, and says what that was', () => {
    expect(changes({ content: 'New.' })).toEqual([[{ content: 'New.' }, { content: 'Words.' }]]);
    expect(changes({ slug: 'other' })).toEqual([[{ slug: 'other' }, { slug: 'one' }]]);
    expect(changes({ published_at: null })).toEqual([
      [{ published_at: null }, { published_at: before.published_at }],
    ]);
  });

  it.each([
    [
      'an earlier date of an update, which the server has written since',
      { updated_at: '2026-03-31T09:00:00Z' },
    ],
    ['no date of an update', { updated_at: null }],
    ['no former address', { former_slugs: null }],
    ['its own address among the former ones', { former_slugs: ['one', 'zero'] }],
    ['no address', { slug: null }],
    ['no date', { created_at: null }],
    ['that it is to be published, which it is', { published_at: 'now' }],
    ['a time that another database writes otherwise', { created_at: '2026-03-01 10:00:00+01' }],
    ['tags that mean the same', { tags: [] }],
  ])('changes nothing by %s', (_, more) => {
    expect(plan(more).same).toHaveLength(1);
  });

  it('changes the date of an update that is later, and adds former addresses', () => {
    const later = { updated_at: '2026-04-02T09:00:00+00:00' };
    expect(changes(later)).toEqual([[later, { updated_at: before.updated_at }]]);
    expect(changes({ former_slugs: ['older'] })).toEqual([
      [{ former_slugs: ['zero', 'older'] }, { former_slugs: ['zero'] }],
    ]);
  });

  it.each([
    ['another has', { slug: 'taken' }],
    ['another had', { slug: 'x', former_slugs: ['taken'] }],
  ])('changes no address to one that %s', (_, more) => {
    const other = { ...before, ...more, id: '00000000-0000-4000-8000-000000000002' };
    const there = at(before, other);
    expect(plan({ slug: 'taken' }, { there }).same).toHaveLength(1);
    expect(changes({ slug: 'zero' }, { there: at(before) })).toHaveLength(1);
  });

  it('says nothing of columns that it lacks', () => {
    const { content: _, ...rest } = values;
    const rows = [{ ...inFolder({}), values: { ...rest, title: 'New' } }];
    const { changed } = planFolder({
      ...{ rows, kinds, there: at(before), brought, epoch: 'here', replace: false, hashOf },
    });
    expect(changed.map((it) => it.values)).toEqual([{ title: 'New' }]);
  });
});

describe('MOVE-23: a row of the site', () => {
  const edited = at({ ...before, content: 'On the site.' });

  it('that was edited since stays, unless it is to be replaced', () => {
    expect(plan({ content: 'New.' }, { there: edited }).edited).toHaveLength(1);
    expect(plan({}, { there: edited }).edited).toHaveLength(1);
    expect(plan({ content: 'On the site.' }, { there: edited }).same).toHaveLength(1);
    expect(changes({}, { there: edited, replace: true })).toHaveLength(1);
  });

  it('of which nothing is remembered counts as edited', () => {
    expect(plan({ content: 'New.' }, { known: new Map() }).edited).toHaveLength(1);
  });

  it('to which only the server has written is as it was', () => {
    const there = at({ ...before, updated_at: '2026-05-01T09:00:00+00:00', former_slugs: null });
    expect(changes({ content: 'New.', former_slugs: null }, { there })).toHaveLength(1);
  });

  it('that was deleted since stays away; on another site, which never had it, it is added', () => {
    expect(plan({}, { there: at() }).deleted).toHaveLength(1);
    expect(plan({}, { there: at(), replace: true }).added).toHaveLength(1);
    expect(plan({}, { there: at(), epoch: 'elsewhere' }).added).toHaveLength(1);
  });

  it('that is no more in the folder is told, and stays', () => {
    const all = { kinds, there: at(before), brought, epoch: 'here', replace: false, hashOf };
    expect(planFolder({ rows: [], ...all }).gone).toEqual([`learnings/${id}`]);
  });

  it('that was deleted takes along what refers to it and is new', () => {
    const project = projectRow();
    const row = { ...inFolder({ project_id: project.id }), id: project.id };
    const rows = [{ ...inFolder({}, 'projects'), id: project.id, values: project }, row];
    const known = new Map([[`projects/${project.id}`, { values: [], sites: ['here'] }]]);
    const all = { rows, kinds, there: at(), epoch: 'here', replace: false, hashOf };
    const { added, deleted, orphaned } = planFolder({ ...all, brought: known });
    expect([added, deleted.length, orphaned.length]).toEqual([[], 1, 1]);
    expect(planFolder({ ...all, brought: known, replace: true }).added).toHaveLength(2);
  });
});
