import { describe, expect, it, vi } from 'vitest';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { projects } from '../../src/content/projects/projects.ts';
import { tasks } from '../../src/content/tasks/tasks.ts';
import { tracks } from '../../src/content/tracks/tracks.ts';
import { openCopy } from '../../src/engine/mirror/copy.ts';
import { type SyncStatus, startPosition, startStatus } from '../../src/engine/mirror/meta.ts';
import {
  byId,
  type Content,
  find,
  list,
  type Mirror,
  toContent,
} from '../../src/engine/mirror/query.ts';
import { openMirror } from '../../src/engine/mirror/read.ts';
import { watchPictures } from '../../src/engine/mirror/watch-pictures.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import { countStorage } from '../support/counted-storage.ts';
import { forgetRows, newDatabase } from '../support/device.ts';
import { unreachable } from '../support/failures.ts';
import { memoryMirror, type Rows } from '../support/memory-mirror.ts';
import { learningRow, projectRow, resourceRow, taskRow, trackRow } from '../support/rows.ts';

const rows: Rows = (() => {
  const first = projectRow({
    title: 'First',
    created_at: '2026-01-01T00:00:00Z',
    image_url: '/a.svg',
  });
  const second = projectRow({ title: 'Second', created_at: '2026-02-01T00:00:00Z', slug: 'two' });
  return {
    projects: [
      first,
      second,
      projectRow({ title: 'Undated', created_at: null, image_url: '/a.svg' }),
    ],
    tasks: [2, 0.5, 0, 1]
      .map((position) => taskRow({ project_id: first.id, position }))
      .concat(taskRow()),
    learnings: [
      learningRow({ rank: 2 }),
      learningRow({ rank: 1, project_id: second.id }),
      learningRow(),
    ],
    current_listening: [trackRow(), trackRow({ is_current: true })],
  };
})();

/** Every implementation of Mirror gives the same answers. */
const mirrors: [string, () => Promise<Mirror>][] = [
  ['in memory', async () => memoryMirror(rows, { freshness: 1 })],
  [
    'on IndexedDB',
    async () => {
      const database = newDatabase();
      await applyCatchUp(database, filling(rows), 1);
      return openMirror(database);
    },
  ],
];

function filling(content: Rows) {
  const changes = Object.entries(content).flatMap(([table, tableRows]) =>
    tableRows.map((row) => ({ table, id: row.id, version: 1, row })),
  );
  const to = { epoch: 'e', cursor: 1, horizon: 1, complete: true };
  return { from: startPosition, to, reset: true, changes };
}

describe.each(mirrors)('a mirror %s', (_, open) => {
  const first = rows.projects![0]!;
  const second = rows.projects![1]!;

  it('lists a kind in its order', async () => {
    const content = await (await open()).read(list(projects));
    expect(content).toMatchObject({
      state: 'ready',
      items: [{ title: 'Second' }, { title: 'First' }, { title: 'Undated' }],
    });
  });

  it('lists the first few', async () => {
    const content = await (await open()).read(list(projects, 1));
    expect(content).toMatchObject({ state: 'ready', items: [{ title: 'Second' }] });
    expect(content.state === 'ready' && content.items.length).toBe(1);
  });

  it('finds by lookups, in the order of the kind', async () => {
    const mirror = await open();
    const found = await mirror.read(find(tasks, 'project', first.id));
    expect(found).toMatchObject({ items: [0, 0.5, 1, 2].map((position) => ({ position })) });
    expect(await mirror.read(find(projects, 'slug', 'two'))).toMatchObject({
      items: [{ id: second.id }],
    });
    expect(await mirror.read(find(projects, 'slug', 'first'))).toMatchObject({
      items: [{ id: first.id }],
    });
    expect(await mirror.read(find(learnings, 'project', second.id))).toMatchObject({
      items: [{ projectId: second.id }],
    });
    expect(await mirror.read(find(tracks, 'playing', 'now'))).toMatchObject({
      items: [{ isCurrentlyPlaying: true }],
    });
    expect(await mirror.read(find(tasks, 'project', crypto.randomUUID()))).toEqual({
      state: 'empty',
    });
  });

  it('finds by id', async () => {
    const mirror = await open();
    expect(await mirror.read(byId(projects, first.id))).toMatchObject({
      items: [{ title: 'First' }],
    });
    expect(await mirror.read(byId(projects, first.id.toUpperCase()))).toMatchObject({
      items: [{ title: 'First' }],
    });
    expect(await mirror.read(byId(projects, crypto.randomUUID()))).toEqual({ state: 'empty' });
  });

  it('knows when it last had everything', async () => {
    expect(await (await open()).state()).toEqual({
      freshness: 1,
      status: startStatus,
      malformed: 0,
    });
  });
});

describe('the answer to a query', () => {
  const failed = { ...startStatus, failures: 1, failure: unreachable } as const;
  const cases: [string, number[], boolean, SyncStatus, Content<number>][] = [
    ['content as soon as there is some', [1], false, failed, { state: 'ready', items: [1] }],
    [
      'empty once the device has had everything, even if the sync fails since',
      [],
      true,
      failed,
      { state: 'empty' },
    ],
    [
      'an error when it never had everything and the last sync failed',
      [],
      false,
      failed,
      { state: 'error' },
    ],
    [
      'an error when it never had everything and there is no network',
      [],
      false,
      { ...startStatus, phase: 'offline' },
      { state: 'error' },
    ],
    ['loading before that', [], false, startStatus, { state: 'loading' }],
  ];
  it.each(cases)('is %s', (_, items, complete, status, content) => {
    expect(toContent(items, { complete }, status)).toEqual(content);
  });
});

it('the pictures of the content are listed once each; after a change what is newer is read, once for all kinds', async () => {
  const storage = countStorage();
  const database = newDatabase();
  await applyCatchUp(database, filling(rows), 1);
  const lists: (readonly string[])[] = [];
  const end = watchPictures(database, (addresses) => void lists.push(addresses));
  await expect.poll(() => lists).toEqual([['/a.svg']]);
  storage.reset();
  await forgetRows(database, 'tasks');
  await database.meta.put({ key: 'freshness', value: 2 });
  await forgetRows(database, 'projects');
  await expect.poll(() => lists).toEqual([['/a.svg'], []]);
  vi.restoreAllMocks();
  end();
  const read = storage.begun.filter(({ mode }) => mode === 'readonly');
  expect(new Set(read.map(({ stores }) => stores.join()))).toEqual(new Set(['pages,outbox,meta']));
  // Of two changes.
  expect(read.length).toBeLessThanOrEqual(2);
  expect(storage.requests.get('getAll')).toBeLessThanOrEqual(2);
});

it('OFFLINE-1: the pictures in texts are listed after those of columns, where a page shows them', async () => {
  const database = newDatabase();
  const held = {
    learnings: [learningRow({ content: 'in a learning' })],
    resources: [resourceRow({ description: 'only words', image_url: '/own.svg' })],
    projects: [projectRow({ details: 'in details', image_url: '/b.svg' })],
  };
  await applyCatchUp(database, filling(held), 1);
  const inText = (text: string, markup: string) => [`/${markup}/${text}`];
  const pictures = [
    ...['/own.svg', '/b.svg'].sort(),
    ...['/html/in details', '/markdown/in a learning'],
  ];
  const lists: (readonly string[])[] = [];
  const end = watchPictures(database, (addresses) => void lists.push(addresses), inText);
  await expect.poll(() => lists.length).toBe(1);
  end();
  const [own, inTexts] = [lists[0]?.slice(0, 2), lists[0]?.slice(2)];
  expect([...[...(own ?? [])].sort(), ...[...(inTexts ?? [])].sort()]).toEqual(pictures);
  const counted = await openCopy(database, undefined, async () => inText).inventory();
  expect([...counted.pictures].sort()).toEqual([...pictures].sort());
});

describe('rows that this version of the site cannot read', () => {
  it('are reported if a list has nothing else, and only then', async () => {
    const database = newDatabase();
    const broken = { ...projectRow(), status: 'a status of the future' };
    const changes = [
      { table: 'projects', id: broken.id, version: 1, row: broken },
      ...filling({ learnings: [learningRow()] }).changes,
    ];
    await applyCatchUp(database, { ...filling({}), changes }, 1);
    const mirror = openMirror(database);
    expect(await mirror.read(list(projects))).toEqual({ state: 'unreadable', count: 1 });
    expect(await mirror.read(list(tasks))).toEqual({ state: 'empty' });
    expect(await mirror.read(byId(projects, broken.id))).toEqual({ state: 'empty' });
    expect((await mirror.diagnosis()).malformed).toMatchObject([
      { table: 'projects', id: broken.id },
    ]);
  });
});
