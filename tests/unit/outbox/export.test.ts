import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { insert, type Mutation } from '../../../src/engine/mutation.ts';
import {
  answer,
  contents,
  device,
  ids,
  projectWithTask,
  send,
  setLink,
  setTitle,
} from '../../support/editing-device.ts';
import { exported } from '../../support/exported-edits.ts';
import { learningRow } from '../../support/rows.ts';

describe('export and import', () => {
  /** A device with a project and its task waiting, and a refused edit. */
  async function full() {
    const row = learningRow({ title: 'Server' });
    const here = await device({ learnings: [row] });
    const bad = await setTitle(here.editor, row.id, 'Bad');
    await send(here);
    await answer(here, [{ id: bad!.id, code: '23514', message: 'no' }]);
    await projectWithTask(here.editor);
    return { ...here, row };
  }

  /** A file with `count` edits, each the insert of a row of its own. */
  async function fileOf(count: number) {
    const { editor } = await device();
    const changes = [insert(learnings, { title: 'L' })];
    const made = await editor.edit({ label: '0', changes });
    const waiting = Array.from({ length: count }, (_, i) => ({
      ...made,
      id: randomUUID(),
      place: i + 1,
      label: `${i}`,
      changes: [{ ...made!.changes[0], id: randomUUID() }],
    }));
    const like = JSON.parse(await editor.exportOutbox());
    return { waiting, text: JSON.stringify({ ...like, waiting: waiting.toReversed() }) };
  }

  it('bring waiting and refused edits to another device, as they are', async () => {
    const from = await full();
    const to = await device({ learnings: [from.row] });
    expect(await to.editor.importOutbox(await from.editor.exportOutbox())).toEqual({
      own: 4,
      others: 0,
    });
    const [old, now] = [await from.editor.outbox(), await to.editor.outbox()];
    expect(ids(now.waiting)).toEqual(ids(old.waiting));
    expect(now.waiting.map(({ after }) => after)).toEqual(old.waiting.map(({ after }) => after));
    // The other device may have sent them: here they are repeated as they are.
    expect(now.waiting.every(({ sent }) => sent)).toBe(true);
    expect(now.rejected).toMatchObject([{ code: '23514', reason: 'no' }]);
    expect((await to.shown('projects')).size).toBe(1);
    expect((await to.shown('tasks')).size).toBe(1);
  });

  it('R29: double nothing when they are repeated, also on the device that they come from', async () => {
    const from = await full();
    const file = await from.editor.exportOutbox();
    const before = await contents(from.database);
    expect(await from.editor.importOutbox(file)).toEqual({ own: 0, others: 0 });
    expect(await contents(from.database)).toEqual(before);
    const to = await device({ learnings: [from.row] });
    await to.editor.importOutbox(file);
    const once = await contents(to.database);
    expect(await to.editor.importOutbox(file)).toEqual({ own: 0, others: 0 });
    expect(await contents(to.database)).toEqual(once);
  });

  it('R29: know an edit and its row by ids in capitals too', async () => {
    const from = await full();
    const file = await from.editor.exportOutbox();
    const inCapitals = file.replace(/(?<!_id": )"[\da-f]{8}-[\da-f-]{27}"/g, (id) =>
      id.toUpperCase(),
    );
    expect(await from.editor.importOutbox(inCapitals)).toEqual({ own: 0, others: 0 });
    const to = await device({ learnings: [from.row] });
    await to.editor.importOutbox(inCapitals);
    const [old, now] = [await from.editor.outbox(), await to.editor.outbox()];
    const of = (all: readonly Mutation[]) =>
      all.map(({ id, rows, after }) => ({ id, rows, after }));
    expect(of(now.waiting)).toEqual(of(old.waiting));
    expect(ids(now.rejected)).toEqual(ids(old.rejected));
  });

  it('write some edits at a time, in order, and let others write in between', async () => {
    const { waiting, text } = await fileOf(600);
    const to = await device();
    // A screen shows them.
    await to.shown('learnings');
    const told: object[] = [];
    const meanwhile: Promise<unknown>[] = [];
    const came = to.editor.importOutbox(text, (progress) => {
      told.push(progress);
      if (progress.done === 250) {
        const changes = [insert(learnings, { title: 'Meanwhile' })];
        meanwhile.push(to.editor.edit({ label: 'Meanwhile', changes }));
      }
    });
    expect(await came).toEqual({ own: 600, others: 0 });
    await Promise.all(meanwhile);
    expect(told).toEqual([0, 250, 500, 600].map((done) => ({ done, of: 600 })));
    const labels = (await to.editor.outbox()).waiting.map(({ label }) => label);
    expect(labels.indexOf('Meanwhile')).toBeLessThan(600);
    expect(labels.filter((label) => label !== 'Meanwhile')).toEqual(
      waiting.map(({ label }) => label),
    );
    expect((await to.shown('learnings')).size).toBe(601);
  });

  it('are limited to 5,000 edits: a larger file is refused with a message, as a whole', async () => {
    const { text } = await fileOf(5_001);
    const to = await device();
    const before = await contents(to.database);
    await expect(to.editor.importOutbox(text)).rejects.toMatchObject({
      code: 'invalid',
      message: 'It holds 5,001 edits; at most 5,000 can be taken in at once.',
    });
    expect(await contents(to.database)).toEqual(before);
  });

  it('R29: no longer change edits that are in a file, because another device may send it', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const first = await setTitle(here.editor, row.id, 'First');
    await here.editor.exportOutbox();
    const second = await setTitle(here.editor, row.id, 'Second');
    expect(second!.id).not.toBe(first!.id);
    expect(ids((await here.editor.outbox()).waiting)).toEqual([first!.id, second!.id]);
    expect(await here.editor.takeBack(first!.id)).toBe(false);
  });

  it('keep their ids beside an edit of the same row that waits here', async () => {
    const row = learningRow({ title: 'Server' });
    const from = await device({ learnings: [row] });
    const theirs = await setTitle(from.editor, row.id, 'From there');
    const file = await from.editor.exportOutbox();
    const to = await device({ learnings: [row] });
    const own = await setLink(to.editor, row.id, 'https://here.example');
    expect(await to.editor.importOutbox(file)).toEqual({ own: 1, others: 0 });
    expect(ids((await to.editor.outbox()).waiting)).toEqual([own!.id, theirs!.id]);
    expect(await to.editor.importOutbox(file)).toEqual({ own: 0, others: 0 });
  });

  it('keep an edit that was refused here meanwhile refused, and one that waits again waiting', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const mine = await setTitle(here.editor, row.id, 'Mine');
    const waiting = await here.editor.exportOutbox();
    await send(here);
    await answer(here, [{ id: mine!.id, code: '42501' }]);
    expect(await here.editor.importOutbox(waiting)).toEqual({ own: 0, others: 0 });
    expect((await here.editor.outbox()).waiting).toEqual([]);
    const refused = await here.editor.exportOutbox();
    await here.editor.discard(mine!.id);
    expect(await here.editor.importOutbox(waiting)).toEqual({ own: 1, others: 0 });
    expect(await here.editor.importOutbox(refused)).toEqual({ own: 0, others: 0 });
    expect((await here.editor.outbox()).rejected).toEqual([]);
  });

  const hostile: Record<string, unknown> = {
    'no JSON': 'PK\u0003\u0004 a zip',
    'an empty file': '',
    null: null,
    'a list': [],
    'another file': { name: 'package', version: '1.0.0' },
    'a later version': { fieldnotes: 'outbox', version: 3, waiting: [], rejected: [] },
    'edits without changes': exported([{ changes: [] }]),
    'an id that is none': exported([{ id: '../../etc' }]),
    'an unknown table': exported([
      { changes: [{ op: 'delete', table: 'user_roles', id: randomUUID(), before: null }] },
    ]),
    'a table of the mirror itself': exported([
      { changes: [{ op: 'delete', table: 'meta', id: randomUUID(), before: null }] },
    ]),
    'an unknown operation': exported([
      { changes: [{ op: 'truncate', table: 'learnings', id: randomUUID() }] },
    ]),
  };

  it.each(Object.keys(hostile))('say so, and change nothing, for %s', async (name) => {
    const { database, editor } = await device({ learnings: [learningRow()] });
    const before = await contents(database);
    const file = hostile[name];
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    const wrong = await editor.importOutbox(text).catch((error: unknown) => error);
    expect(wrong).toMatchObject({ kind: 'rejected', code: 'invalid' });
    expect(await contents(database)).toEqual(before);
  });

  it('show no row that is none, and prototypes stay as they are', async () => {
    const { editor, shown } = await device();
    const change = { op: 'insert', table: 'learnings', id: randomUUID(), blank: {} };
    const text = JSON.stringify(
      exported([{ changes: [{ ...change, values: { title: { toString: 'no' } } }] }]),
    ).replace('"blank":{}', '"blank":{"__proto__":{"polluted":true}}');
    expect(await editor.importOutbox(text)).toEqual({ own: 1, others: 0 });
    expect((await shown('learnings')).size).toBe(0);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    await editor.discard((await editor.outbox()).waiting[0]!.id);
    expect((await editor.outbox()).waiting).toEqual([]);
  });
});
