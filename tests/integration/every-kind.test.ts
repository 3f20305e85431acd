import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindWords } from '../../src/content/forms.ts';
import { kinds, registry } from '../../src/content/kinds.ts';
import { kindNames } from '../../src/content/search/groups.ts';
import { createSearchIndex } from '../../src/content/search/search-index.ts';
import {
  type AnyKind,
  type BaseRow,
  type Content,
  compareOrder,
  createEngine,
  type Engine,
  insert,
  type Kind,
  list,
  update,
} from '../../src/engine/index.ts';
import { changeInWords } from '../../src/features/outbox/change-words.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { exampleRow } from '../support/example-rows.ts';
import { takeConsole } from '../support/setup.ts';

/**
 * Properties of every kind, derived from its columns: its line in the registry is enough for a new kind to be tested.
 */

let embedded: Embedded;
let admin: Engine;
let visitor: Engine;
const referred = new Map<string, string>();

beforeAll(async () => {
  embedded = await startEmbedded();
  const device = () =>
    createEngine({
      kinds,
      model: 'test',
      backend: { url: embedded.url, key: PUBLISHABLE_KEY },
      name: randomUUID(),
    });
  [admin, visitor] = [device(), device()];
  admin.start();
  visitor.start();
  const { email, password } = embedded.backend.demoAdmin;
  // A busy machine may take longer for its first answer than a device waits.
  await eventually(() => admin.session.signIn(email, password));
  for (const { table } of kinds) {
    const [row] = await embedded.sql(`select id from public.${table} limit 1`);
    if (row !== undefined) referred.set(table, String(row.id));
  }
  await untilRows(visitor, registry.learnings, (rows) => rows.length > 0);
  await untilRows(admin, registry.learnings, (rows) => rows.length > 0);
});
afterAll(async () => {
  admin?.stop();
  visitor?.stop();
  await embedded?.stop();
});

type Row = BaseRow & Readonly<Record<string, unknown>>;

/** Resolves with the answer to a question as soon as it satisfies the condition. */
function until<Answer>(
  engine: Engine,
  question: () => Promise<Answer>,
  isSo: (answer: Answer) => boolean,
): Promise<Answer> {
  return new Promise((resolve) => {
    const end = engine.watch(question, (answer) => {
      if (!isSo(answer)) return;
      resolve(answer);
      queueMicrotask(() => end());
    });
  });
}

/** Resolves with all rows of a kind as soon as they satisfy the condition. */
async function untilRows(
  engine: Engine,
  kind: AnyKind,
  isSo: (rows: readonly Row[]) => boolean,
): Promise<readonly Row[]> {
  const query = list<Row>({ ...kind, toItem: (row) => row } as Kind<Row, Row>);
  const rowsIn = ({ state, ...rest }: Content<Row>) =>
    state === 'ready' && 'items' in rest ? rest.items : [];
  return rowsIn(
    await until(
      engine,
      () => engine.read(query),
      (content) => isSo(rowsIn(content)),
    ),
  );
}

describe.each(kindNames)('%s', (name) => {
  const kind: AnyKind = registry[name];
  const { table } = kind;
  const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
  const exampleOf = (n: number) =>
    exampleRow(kind, n, (other) => referred.get(other) ?? randomUUID());
  const add = (n: number, holds: boolean) =>
    admin.edit({ label: `Add ${n}`, changes: [insert(kind, exampleOf(n), idOf(n))], holds });
  const has = (n: number) => (rows: readonly Row[]) => rows.some(({ id }) => id === idOf(n));

  it('is edited without a network, described in words, taken back, and sent when there is a network', async () => {
    await embedded.down();
    const [first, second] = [await add(1, false), await add(2, true)];
    const rows = await untilRows(admin, kind, (all) => has(1)(all) && has(2)(all));
    const inOrder = [...rows].sort((a, b) => compareOrder(kind.order(a), kind.order(b)));
    expect(rows.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));

    const { waiting } = await admin.outbox();
    expect(waiting.map(({ id }) => id)).toEqual([first?.id, second?.id]);
    const [change] = waiting[0]?.changes ?? [];
    const words = kindWords(table);
    expect(change && changeInWords(change).summary).toContain(
      `Adds ${words?.one} “${exampleOf(1)[kind.name]}”`,
    );
    for (const column of Object.keys(kind.columns))
      expect([column, words?.labels.has(column)]).toEqual([column, true]);

    expect(await admin.takeBack(second?.id ?? '')).toBe(true);
    await untilRows(admin, kind, (all) => has(1)(all) && !has(2)(all));
    const changes = [update(kind, idOf(1), { [kind.name]: 'Renamed' })];
    await admin.edit({ label: 'Rename', changes });

    await embedded.up();
    admin.syncNow();
    const isRenamed = (all: readonly Row[]) =>
      all.some((row) => row.id === idOf(1) && row[kind.name] === 'Renamed');
    await until(
      admin,
      () => admin.outbox(),
      (outbox) => outbox.waiting.length === 0,
    );
    expect((await admin.outbox()).rejected).toEqual([]);
    visitor.syncNow();
    const seen = (await untilRows(visitor, kind, isRenamed)).find(({ id }) => id === idOf(1));
    const { [kind.name]: _, ...sent } = exampleOf(1);
    expect(seen).toMatchObject(sent);
  });

  it('DATA-6: gets no name of which nothing can be seen, from a device or by SQL', async () => {
    const unseen = { ...exampleOf(8), [kind.name]: '\u200b\u3164' };
    const adding = admin.edit({ label: 'Add', changes: [insert(kind, unseen, idOf(8))] });
    await expect(adding).rejects.toMatchObject({ kind: 'rejected', code: 'invalid' });
    const renaming = update(kind, idOf(1), { [kind.name]: '' });
    await expect(admin.edit({ label: 'Rename', changes: [renaming] })).rejects.toMatchObject({
      kind: 'rejected',
      code: 'invalid',
    });
    const json = JSON.stringify({ ...unseen, id: idOf(8) }).replaceAll("'", "''");
    const columns = Object.keys({ ...unseen, id: '' }).map((it) => `"${it}"`);
    for (const sql of [
      `insert into public.${table} (${columns}) select ${columns} from json_populate_record(null::public.${table}, '${json}')`,
      `update public.${table} set "${kind.name}" = U&'\\200B'`,
    ])
      await expect(embedded.sql(sql)).rejects.toThrow(`nothing can be seen of its ${kind.name}`);
  });

  it('is found by the search', async () => {
    const items = (await untilRows(visitor, kind, has(1))).map((row) => kind.toItem(row));
    const index = createSearchIndex();
    index.follow(name, items);
    expect(index.search('renamed').map(({ entry }) => entry.title)).toContain('Renamed');
  });

  it('is written by no visitor', async () => {
    const before = await embedded.sql(`select * from public.${table} order by id`);
    for (const [method, query] of [
      ['POST', ''],
      ['PATCH', `?id=eq.${idOf(1)}`],
      ['DELETE', `?id=eq.${idOf(1)}`],
    ] as const) {
      await fetch(`${embedded.url}/rest/v1/${table}${query}`, {
        method,
        headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
        ...(method === 'DELETE' ? {} : { body: JSON.stringify(exampleOf(3)) }),
      });
    }
    expect(await embedded.sql(`select * from public.${table} order by id`)).toEqual(before);
    // The embedded API writes the database's refusals to the console.
    expect(takeConsole().join()).toContain('permission denied for table');
  });
});
