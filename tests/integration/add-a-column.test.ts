import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyKind, Content, Engine } from '../../src/engine/index.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { admin } from '../support/device.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { exampleRow } from '../support/example-rows.ts';
import {
  compiledSource,
  copyTracked,
  runIn,
  type Step,
  sectionOf,
  stepsIn,
  take,
} from '../support/followed-guide.ts';
import { takeConsole } from '../support/setup.ts';
import { root } from '../support/supabase-command.ts';

/**
 * Follows 'Add a column' of CONTRIBUTING.md in copies of the repository, for a column of each sort. A device that the build
 * before has filled meets the build with the column: without a server, before the migration, and after it.
 * `npm run test:column` takes minutes.
 */

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** A line of the section's table. */
interface Sort {
  readonly sort: string;
  readonly builder: string;
  readonly sql: string;
  readonly words: string;
  /** The value that screens get of a row without the column. */
  readonly absent: unknown;
}

const section = sectionOf('Add a column');
const steps = stepsIn(section);
const sorts: readonly Sort[] = [...section.matchAll(/^\| `.*$/gm)].map(([line]) => {
  const [sort = '', builder = '', sql = '', words = '', absent = ''] = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().slice(1, -1));
  return { sort, builder, sql, words, absent: JSON.parse(absent) };
});

/** The steps with another column in the place of the subtitle. */
function stepsFor({ builder, sql, words }: Sort, name = 'subtitle'): readonly Step[] {
  return steps.map((step) => ({
    ...step,
    path: step.path.replace('subtitle', name),
    text: step.text
      .replace('subtitle text;', `${name} ${sql};`)
      .replace('subtitle: text()', `${name}: ${builder}`)
      .replace("subtitle: { label: 'Subtitle (Optional)' }", `${name}: ${words}`),
  }));
}

/** Takes the steps, with what the text says beside the blocks. */
function follow(copy: string, sort: Sort, name?: string): void {
  for (const step of stepsFor(sort, name)) {
    const isLabel = step.path.endsWith('-form.ts') && sort.words.startsWith("'");
    if (isLabel) {
      const file = join(copy, step.path);
      const text = readFileSync(file, 'utf8');
      writeFileSync(
        file,
        text.replace('labels: {', `labels: { ${name ?? 'subtitle'}: ${sort.words},`),
      );
    } else take(copy, step);
  }
  const file = join(copy, 'src/content/learnings/learnings.ts');
  const text = readFileSync(file, 'utf8');
  if (!new RegExp(`^ {2}${sort.sort},$`, 'm').test(text))
    writeFileSync(file, text.replace('import {\n', `import {\n  ${sort.sort},\n`));
}

const copies: string[] = [];
const newCopy = async (under?: readonly string[]) => {
  const copy = mkdtempSync(join(tmpdir(), 'fieldnotes-add-a-column-'));
  copies.push(copy);
  await copyTracked(copy, under);
  return copy;
};

let embedded: Embedded;
beforeAll(async () => {
  embedded = await startEmbedded();
});
afterAll(async () => {
  await embedded?.stop();
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

it('has a line for each sort of column', () => {
  const columns = readFileSync(join(root, 'src/engine/columns.ts'), 'utf8');
  const builders = [...columns.matchAll(/^ \* \| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(
    ([, names = '']) => [...names.matchAll(/\w+/g)].map(([name]) => name),
  );
  expect(sorts.map(({ sort }) => sort).sort()).toEqual(builders.sort());
  expect(steps.map(({ path, isDiff }) => (isDiff ? `+ ${path}` : path))).toEqual([
    'supabase/migrations/20270101000002_subtitle.sql',
    '+ src/content/learnings/learnings.ts',
    '+ src/content/learnings/learning-form.ts',
  ]);
});

it('columns of all sorts type-check and keep the rules; one that is left out of the form is named', async () => {
  const copy = await newCopy();
  for (const sort of sorts) follow(copy, sort, `a_${sort.sort}`);
  expect(await runIn(copy, 'tsx', 'tests/support/database-types.ts')).toMatchObject({ code: 0 });
  await runIn(copy, 'biome', 'check', '--write', '--vcs-enabled=false', 'src');
  expect(await runIn(copy, 'tsc')).toEqual({ code: 0, printed: '' });
  const rules = await runIn(copy, 'biome', 'check', '--vcs-enabled=false', 'src', 'tests');
  expect(rules).toMatchObject({ code: 0 });
  const form = join(copy, 'src/content/learnings/learning-form.ts');
  const text = readFileSync(form, 'utf8');
  writeFileSync(form, text.replace(/^ +a_number: .*\n/m, ''));
  expect(await compiledSource(copy)).toContain("'a_number' is missing");
});

/** A build's own modules. Two builds share nothing but packages. */
async function loadBuild(of: string) {
  const from = <Module>(path: string): Promise<Module> => import(join(of, path));
  return {
    ...(await from<typeof import('../../src/engine/index.ts')>('src/engine/index.ts')),
    ...(await from<typeof import('../../src/engine/editing.ts')>('src/engine/editing.ts')),
    ...(await from<typeof import('../../src/content/kinds.ts')>('src/content/kinds.ts')),
    ...(await from<typeof import('../../src/content/forms.ts')>('src/content/forms.ts')),
    ...(await from<typeof import('../../src/content/form/values.ts')>(
      'src/content/form/values.ts',
    )),
    ...(await from<typeof import('../../src/content/form/open-in-form.ts')>(
      'src/content/form/open-in-form.ts',
    )),
    ...(await from<typeof import('../../src/content/write-content-file.ts')>(
      'src/content/write-content-file.ts',
    )),
    ...(await from<typeof import('../../src/engine/outbox/editor.ts')>(
      'src/engine/outbox/editor.ts',
    )),
    ...(await from<typeof import('../../src/engine/mirror/database.ts')>(
      'src/engine/mirror/database.ts',
    )),
    ...(await from<typeof import('../../src/engine/mirror/derive.ts')>(
      'src/engine/mirror/derive.ts',
    )),
    ...(await from<typeof import('../../src/engine/mirror/memory.ts')>(
      'src/engine/mirror/memory.ts',
    )),
    ...(await from<typeof import('../../src/engine/mirror/stored-rows.ts')>(
      'src/engine/mirror/stored-rows.ts',
    )),
    ...(await from<typeof import('../../src/engine/mirror/session-store.ts')>(
      'src/engine/mirror/session-store.ts',
    )),
    ...(await from<typeof import('../../src/engine/sync/fill.ts')>('src/engine/sync/fill.ts')),
    ...(await from<typeof import('../../src/features/outbox/change-words.ts')>(
      'src/features/outbox/change-words.ts',
    )),
    ...(await from<typeof import('../../src/features/outbox/refusal-words.ts')>(
      'src/features/outbox/refusal-words.ts',
    )),
    ...(await from<typeof import('../../src/content/search/search-index.ts')>(
      'src/content/search/search-index.ts',
    )),
    ...(await from<typeof import('../../tools/owner/read-content-file.ts')>(
      'tools/owner/read-content-file.ts',
    )),
    ...(await from<typeof import('../../tools/owner/transfer.ts')>('tools/owner/transfer.ts')),
  };
}
type Build = Awaited<ReturnType<typeof loadBuild>>;

type Row = { id: string } & Record<string, unknown>;
type Item = Row;

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

const itemsIn = (content: Content<unknown>): readonly Item[] =>
  content.state === 'ready' ? (content.items as readonly Item[]) : [];

const learningsOf = ({ registry }: Build): AnyKind => registry.learnings;
const itemsOn = async (engine: Engine, build: Build) =>
  itemsIn(await engine.read(build.list(learningsOf(build))));

describe.each(sorts.map((it) => [it.sort, it] as const))('a %s', (_, sort) => {
  const name = `column-${sort.sort}-${randomUUID()}`;
  const newId = randomUUID();
  const writtenBefore = `Written before the ${sort.sort}`;
  let before: Build;
  let after: Build;
  let older: Engine;
  let newer: Engine;
  /** What the build before has shown, written and sent. */
  let shownBefore: readonly Item[];
  let storedBefore: readonly Row[];
  let oldSnapshot: unknown;
  let oldOutbox: string;
  let oldFile: string;
  /** Values of the column, as an admin could enter them. */
  let mine: unknown;
  let theirs: unknown;

  const engineOf = (
    build: Build,
    model: string,
    more: { name?: string; snapshot?: () => Promise<unknown> } = {},
  ) =>
    build.createEngine({
      kinds: build.kinds,
      model,
      backend: { url: embedded.url, key: PUBLISHABLE_KEY },
      name,
      ...more,
    });
  const stored = async (build: Build, of = name): Promise<Row[]> => {
    const database = build.createDatabase(build.kinds, of);
    const rows = await build.readRows(database, 'learnings');
    database.close();
    return rows.map(({ row }) => row as Row);
  };
  const edit = (engine: Engine, build: Build, id: string, values: Record<string, unknown>) =>
    engine.edit({
      label: 'Edit',
      changes: [build.update(learningsOf(build), id, values)],
    });
  const ofId = (items: readonly Item[], id: string) => items.find((item) => item.id === id);
  const [first, second, third, fourth] = [0, 1, 2, 3].map(
    (n) => () => String(shownBefore[n]?.id),
  ) as [() => string, () => string, () => string, () => string];
  const onServer = async (id: string) =>
    (await embedded.sql('select * from public.learnings where id = $1', [id]))[0] as Row;

  beforeAll(async () => {
    await embedded.up();
    const copy = await newCopy(['src', 'tools/owner']);
    follow(copy, sort);
    [before, after] = [await loadBuild(root), await loadBuild(copy)];

    older = engineOf(before, 'before');
    older.start();
    const { email, password } = embedded.backend.demoAdmin;
    // A busy machine may take longer for its first answer than a device waits.
    await eventually(() => older.session.signIn(email, password));
    const { learnings } = before.registry;
    await until(
      older,
      () => older.read(before.list(learnings)),
      (it) => itemsIn(it).length > 4,
    );
    await until(
      older,
      () => older.status(),
      ({ freshness, status }) => freshness !== null && status.phase === 'idle',
    );
    oldSnapshot = JSON.parse(JSON.stringify(await older.view().copy.snapshot()));
    storedBefore = await stored(before);
    oldFile = before.writeContentFile(
      new Map([['learnings', storedBefore.map((row) => ({ ...row, project_id: null }))]]),
    );

    await embedded.down();
    shownBefore = await itemsOn(older, before);
    await edit(older, before, fourth(), { title: writtenBefore });
    const values = { title: 'Made before', description: 'Made before the column' };
    await older.edit({ label: 'Add', changes: [before.insert(learnings, values, newId)] });
    shownBefore = await itemsOn(older, before);
    const database = before.createDatabase(before.kinds, name);
    oldOutbox = await before.openEditor(database).exportOutbox();
    // Exported edits count as sent; they are to be changed here.
    await database.table('outbox').toCollection().modify({ sent: false });
    database.close();
    older.stop();

    const adopted = after.createDatabase(after.kinds, name, { model: 'after' });
    await after.adoptMirror(adopted);
    adopted.close();
    newer = engineOf(after, 'after');
    newer.start();
    const [project, other] = await embedded.sql(
      'select id from public.projects order by id limit 2',
    );
    const example = (n: number, referred: unknown) =>
      exampleRow(learningsOf(after), n, () => String(referred)).subtitle;
    mine = sort.sort === 'flag' ? true : sort.sort === 'choice' ? 'long' : example(1, project?.id);
    theirs = sort.sort === 'flag' ? true : sort.sort === 'choice' ? 'long' : example(2, other?.id);
  });
  afterAll(async () => {
    newer?.stop();
    older?.stop();
    await embedded.up();
    await embedded.sql('alter table public.learnings drop column if exists subtitle');
    await embedded.sql('delete from public.learnings where id = $1', [newId]);
    // Dexie says that it adds the index of a new lookup; the embedded API writes refusals to the console.
    takeConsole();
  });

  it('R38: without a server every row shows as before, also those of an insert and an update that wait', async () => {
    const items = await itemsOn(newer, after);
    expect(items).toEqual(shownBefore.map((item) => ({ ...item, subtitle: sort.absent })));
    expect(items.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Made before', writtenBefore]),
    );
    expect(await newer.status()).toMatchObject({ malformed: 0 });
    expect((await newer.outbox()).waiting).toHaveLength(2);
    for (const { id } of items)
      expect(itemsIn(await newer.read(after.byId(learningsOf(after), id)))).toHaveLength(1);
    const [filed] = items.filter(({ projectId }) => projectId !== null);
    const ofProject = after.find(after.registry.learnings, 'project', String(filed?.projectId));
    expect(itemsIn(await newer.read(ofProject)).map(({ id }) => id)).toContain(filed?.id);
    const index = after.createSearchIndex();
    index.follow('learnings', items as never);
    expect(index.search('Made before').map(({ entry }) => entry.id)).toContain(newId);
    takeConsole();
  });

  it('R38: nothing is filled into what is stored, and forms and words read it all the same', async () => {
    const rows = await stored(after);
    expect(rows.filter((row) => 'subtitle' in row)).toEqual([]);
    const untouched = rows.filter(({ id }) => ![newId, fourth()].includes(id));
    expect(untouched).toEqual(storedBefore.filter(({ id }) => id !== fourth()));
    const form = after.formOf('learnings');
    if (form === null) throw new Error('learnings have a form');
    const asRows = await newer.read(after.list(form.rowKind));
    for (const row of itemsIn(asRows)) {
      expect(row).toHaveProperty('subtitle');
      expect(Object.values(after.valuesOf(form, row))).not.toContain(undefined);
    }
    for (const { changes } of (await newer.outbox()).waiting)
      for (const change of changes) {
        expect(after.changeInWords(change).thing).toContain('learning');
        expect(after.fitsAForm(change)).toBe(true);
      }
    takeConsole();
  });

  it('R38: an edit of it shows, says what it replaces, and is taken back', async () => {
    const nothing = await edit(newer, after, first(), { subtitle: empty() });
    expect(nothing).toBeNull();
    const made = await edit(newer, after, first(), { subtitle: mine });
    const shown = ofId(await itemsOn(newer, after), first());
    expect(shown?.subtitle).not.toEqual(sort.absent);
    const [change] = made?.changes ?? [];
    if (change === undefined) throw new Error('the edit holds no change');
    const [field] = after.changeInWords(change).fields;
    expect(field?.values?.[0]).toEqual(after.valueInWords('learnings', 'subtitle', empty()));
    expect(await newer.takeBack(String(made?.id))).toBe(true);
    expect(ofId(await stored(after), first())).toEqual(ofId(storedBefore, first()));
  });

  /** What the definition fills in. */
  function empty(): unknown {
    return learningsOf(after).filled({ id: first() }).subtitle;
  }

  it('R38: an old snapshot fills a new device, and an old export of edits and of content is taken in', async () => {
    const fresh = engineOf(after, 'after', {
      name: `${name}-new`,
      snapshot: async () => oldSnapshot,
    });
    fresh.start();
    await until(
      fresh,
      () => fresh.status(),
      ({ freshness }) => freshness !== null,
    );
    const items = await itemsOn(fresh, after);
    fresh.stop();
    expect(items).toHaveLength(storedBefore.length);
    for (const item of items) expect(item.subtitle).toEqual(sort.absent);
    expect(await stored(after, `${name}-new`)).toEqual(expect.arrayContaining([...storedBefore]));

    const database = after.createDatabase(after.kinds, `${name}-moved`, { engine: name });
    await after.fillFromSnapshot(database, async () => oldSnapshot);
    const { account } = await newer.outbox();
    await after.openSessionStore(database).signIn('{}', { ...admin, userId: String(account) });
    const editor = after.openEditor(database);
    expect(await editor.importOutbox(oldOutbox)).toEqual({ own: 2, others: 0 });
    const memory = after.memoryOf(database);
    await memory.load([learningsOf(after)]);
    const moved = memory.collection(learningsOf(after))?.find({}) ?? [];
    expect(moved.map(({ row }) => (row as Row).title)).toEqual(
      expect.arrayContaining(['Made before', writtenBefore]),
    );
    const exported = JSON.parse(await editor.exportOutbox());
    expect(exported.waiting).toHaveLength(2);
    database.close();

    const read = after.readContentFile(oldFile, after.kinds, new Map()).get('learnings') ?? [];
    expect(read).toHaveLength(storedBefore.length);
    for (const row of read) {
      expect(row).not.toHaveProperty('subtitle');
      expect(after.differing(learningsOf(after), row, { ...row, subtitle: empty() })).toEqual([]);
    }
    takeConsole();
  });

  it('R39: before the migration all else is sent; an edit of it is kept, and says what is missing', async () => {
    await edit(newer, after, first(), { subtitle: mine });
    await edit(newer, after, second(), { subtitle: mine });
    await edit(newer, after, third(), { title: `Written after the ${sort.sort}` });
    await embedded.up();
    newer.syncNow();
    const { rejected } = await until(
      newer,
      () => newer.outbox(),
      ({ waiting }) => waiting.length === 0,
    );
    expect(rejected.flatMap(({ mutation }) => mutation.rows)).toEqual([
      `learnings/${first()}`,
      `learnings/${second()}`,
    ]);
    for (const one of rejected)
      expect(after.refusalInWords(one, rejected)).toContain(
        'doesn’t know the column “subtitle” yet',
      );
    expect(await onServer(newId)).toMatchObject({ title: 'Made before' });
    expect(await onServer(fourth())).toMatchObject({ title: writtenBefore });
    expect(await onServer(third())).toMatchObject({ title: `Written after the ${sort.sort}` });
    const items = await itemsOn(newer, after);
    expect(items).toHaveLength(shownBefore.length);
    for (const item of items) expect(item.subtitle).toEqual(sort.absent);
    expect(await newer.status()).toMatchObject({ malformed: 0 });
    takeConsole();
  });

  it('R39: after it they go out by themselves, and what another admin wrote meanwhile is told', async () => {
    const [migration] = stepsFor(sort);
    await embedded.sql(migration?.text ?? '');
    const isOf = (value: unknown) => JSON.stringify(value) !== JSON.stringify(empty());
    expect(isOf(theirs)).toBe(true);
    await embedded.sql(
      `update public.learnings t set subtitle = r.subtitle from jsonb_populate_record(null::public.learnings, $2) r where t.id = $1`,
      [second(), JSON.stringify({ subtitle: theirs })],
    );
    newer.syncNow();
    await until(
      newer,
      () => newer.outbox(),
      ({ waiting, rejected }) => waiting.length + rejected.length === 0,
    );
    const isSent = (row: Row) =>
      JSON.stringify(learningsOf(after).toItem(row)) ===
      JSON.stringify(learningsOf(after).toItem({ ...row, subtitle: mine }));
    expect(isSent(await onServer(first()))).toBe(true);
    expect(isSent(await onServer(second()))).toBe(true);
    const { overwritten } = await newer.outbox();
    const told = overwritten.map(({ id, column }) => `${id} ${column}`);
    // The same value is no conflict.
    expect(told).toEqual(
      JSON.stringify(mine) === JSON.stringify(theirs) ? [] : [`${second()} subtitle`],
    );
    await until(
      newer,
      () => stored(after),
      (rows) => rows.every((row) => 'subtitle' in row),
    );
    expect(await itemsOn(newer, after)).toHaveLength(shownBefore.length);
  });

  it('R38: an older tab beside the newer one reads its rows, and an edit there loses nothing of them', async () => {
    older = engineOf(before, 'before');
    older.start();
    const shown = await until(
      older,
      () => itemsOn(older, before),
      (items) => items.length > 0,
    );
    expect(shown).toHaveLength(shownBefore.length);
    const held = ofId(await stored(after), first());
    await edit(older, before, first(), {
      title: `Written in an older tab beside the ${sort.sort}`,
    });
    older.syncNow();
    await until(
      older,
      () => older.outbox(),
      ({ waiting }) => waiting.length === 0,
    );
    expect((await older.outbox()).rejected).toEqual([]);
    expect(await onServer(first())).toMatchObject({
      title: `Written in an older tab beside the ${sort.sort}`,
    });
    const now = ofId(await stored(after), first());
    // The server has dated the change.
    expect(now).toEqual({
      ...held,
      title: `Written in an older tab beside the ${sort.sort}`,
      updated_at: expect.any(String),
    });
    const item = ofId(await itemsOn(newer, after), first());
    expect(item).toMatchObject({ title: `Written in an older tab beside the ${sort.sort}` });
    expect(item?.subtitle).not.toEqual(sort.absent);
    takeConsole();
  });
});
