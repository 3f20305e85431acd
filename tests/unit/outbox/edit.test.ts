import { describe, expect, it, vi } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { projects } from '../../../src/content/projects/projects.ts';
import { insert, update } from '../../../src/engine/mutation.ts';
import { openEditor } from '../../../src/engine/outbox/editor.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { contents, device, ids, me, NOW, setTitle } from '../../support/editing-device.ts';
import { learningRow } from '../../support/rows.ts';

/** An edit from its admin's point of view. */

describe('an edit', () => {
  it('shows and is queued when its promise resolves', async () => {
    const row = learningRow({ title: 'Before' });
    const { editor, shown } = await device({ learnings: [row] });
    const made = await setTitle(editor, row.id, 'After');
    expect((await shown('learnings')).get(row.id)).toEqual({ ...row, title: 'After' });
    const { waiting } = await editor.outbox();
    expect(waiting).toEqual([made]);
    expect(made).toMatchObject({
      account: me.userId,
      label: 'Edit learning “After”',
      at: NOW,
      sent: false,
      attempts: 0,
      heldUntil: null,
      rows: [`learnings/${row.id}`],
      changes: [{ op: 'update', values: { title: 'After' }, before: row }],
    });
  });

  it.each(['outbox'] as const)(
    'leaves nothing behind when the write to %s fails (invariant 3)',
    async (name) => {
      const row = learningRow();
      const { database, editor, shown } = await device({ learnings: [row] });
      const before = await contents(database);
      const failing = () => {
        throw new DOMException('the disk fails', 'UnknownError');
      };
      const { hook } = database.table(name);
      const event = hook.creating;
      event.subscribe(failing);
      const wrong = await setTitle(editor, row.id, 'After').catch((error: unknown) => error);
      event.unsubscribe(failing);
      expect(wrong).toBeInstanceOf(Failure);
      expect(wrong).toMatchObject({ kind: 'device', code: 'other' });
      expect(await contents(database)).toEqual(before);
      expect((await shown('learnings')).get(row.id)).toEqual(row);
    },
  );

  it('of several rows is all or nothing', async () => {
    const [one, two] = [learningRow(), learningRow()];
    const { database, editor } = await device({ learnings: [one] });
    const before = await contents(database);
    const changes = [
      update(learnings, one.id, { title: 'After' }),
      update(learnings, two.id, { title: 'After' }),
    ];
    await expect(editor.edit({ label: 'Both', changes })).rejects.toMatchObject({
      kind: 'rejected',
      code: 'gone',
    });
    expect(await contents(database)).toEqual(before);
  });

  it('is not made when it would change nothing (E11)', async () => {
    const row = learningRow({ title: 'Same', tags: ['a', 'b'] });
    const { editor } = await device({ learnings: [row] });
    const changes = [update(learnings, row.id, { title: 'Same', tags: ['a', 'b'] })];
    expect(await editor.edit({ label: 'None', changes })).toBeNull();
    expect((await editor.outbox()).waiting).toEqual([]);
  });

  it('is made when only tags change (E10)', async () => {
    const row = learningRow({ tags: ['a'] });
    const { editor } = await device({ learnings: [row] });
    await editor.edit({
      label: 'Tags',
      changes: [update(learnings, row.id, { tags: ['a', 'b'] })],
    });
    expect((await editor.outbox()).waiting).toHaveLength(1);
  });

  it('needs somebody who is signed in', async () => {
    const row = learningRow();
    const { editor } = await device({ learnings: [row] }, null);
    await expect(setTitle(editor, row.id, 'After')).rejects.toMatchObject({ kind: 'signed-out' });
  });

  it('is refused at once when its row would not be valid for its kind', async () => {
    const { editor } = await device();
    const changes = [insert(projects, { title: 'P', status: 'someday' as 'done' })];
    await expect(editor.edit({ label: 'P', changes })).rejects.toMatchObject({
      kind: 'rejected',
      code: 'invalid',
    });
  });
});

it('DATA-6: an edit gives a row a name of which nothing can be seen only if it brings back what the row was', async () => {
  const row = learningRow({ title: 'Named' });
  const { editor, shown } = await device({ learnings: [row] });
  const back = { label: 'x', changes: [update(learnings, row.id, { title: '\u200b' })] };
  await expect(editor.edit(back)).rejects.toMatchObject({ kind: 'rejected', code: 'invalid' });
  await editor.edit({ ...back, restores: true });
  expect((await shown('learnings')).get(row.id)).toMatchObject({ title: '\u200b' });
});

it('an edit finds its row by an id in capitals too', async () => {
  const row = learningRow({ title: 'Server' });
  const here = await device({ learnings: [row] });
  const made = await setTitle(here.editor, row.id.toUpperCase(), 'After');
  expect(made?.rows).toEqual([`learnings/${row.id}`]);
});

describe('a full device (Y34)', () => {
  const quota = () => new DOMException('no room', 'QuotaExceededError');

  async function filling(makeRoom: () => Promise<unknown>) {
    const row = learningRow({ title: 'Server' });
    const here = await device({ learnings: [row] });
    const editor = openEditor(here.database, { makeRoom, now: () => NOW });
    const full = () => {
      throw quota();
    };
    here.database.outbox.hook('creating', full);
    const empty = () => here.database.outbox.hook('creating').unsubscribe(full);
    return { ...here, row, editor, empty };
  }

  it('makes room once, and stores the edit', async () => {
    const makeRoom = vi.fn(async () => here.empty());
    const here = await filling(makeRoom);
    const made = await setTitle(here.editor, here.row.id, 'After');
    expect(makeRoom).toHaveBeenCalledTimes(1);
    expect(ids((await here.editor.outbox()).waiting)).toEqual([made!.id]);
  });

  it('stores nothing of an edit that has no room, and says so', async () => {
    const makeRoom = vi.fn(async () => {});
    const here = await filling(makeRoom);
    const before = await contents(here.database);
    const failing = setTitle(here.editor, here.row.id, 'After');
    await expect(failing).rejects.toMatchObject({ kind: 'device', code: 'full' });
    expect(makeRoom).toHaveBeenCalledTimes(1);
    expect(await contents(here.database)).toEqual(before);
  });
});
