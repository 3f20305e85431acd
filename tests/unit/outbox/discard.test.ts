import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { remove } from '../../../src/engine/mutation.ts';
import { UNDO_MS } from '../../../src/lib/limits.ts';
import {
  answer,
  contents,
  device,
  ids,
  NOW,
  projectWithTask,
  send,
  setTitle,
} from '../../support/editing-device.ts';
import { learningRow } from '../../support/rows.ts';

describe('taking back', () => {
  it('R28: shows the previous state, and leaves nothing behind', async () => {
    const row = learningRow();
    const { database, editor } = await device({ learnings: [row] });
    const before = await contents(database);
    const deleted = await editor.edit({
      label: 'Delete',
      changes: [remove(learnings, row.id)],
      holds: true,
    });
    expect(deleted?.heldUntil).toBe(NOW + UNDO_MS);
    expect(await editor.takeBack(deleted!.id)).toBe(true);
    expect(await contents(database)).toEqual(before);
  });

  it('R28: comes too late for an edit that was sent', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const made = await setTitle(here.editor, row.id, 'After');
    await send(here);
    expect(await here.editor.takeBack(made!.id)).toBe(false);
    expect((await here.shown('learnings')).get(row.id)).toMatchObject({ title: 'After' });
    expect(await here.editor.takeBack(randomUUID())).toBe(false);
  });
});

describe('discarding', () => {
  it('R26: also discards the edits that build on it, and putting back restores all of them', async () => {
    const { database, editor, shown } = await device();
    const [project, task, other] = await projectWithTask(editor);
    const before = await contents(database);
    const discarded = await editor.discard(project.id);
    expect(ids(discarded.waiting)).toEqual([project.id, task.id]);
    expect(ids((await editor.outbox()).waiting)).toEqual([other.id]);
    expect((await shown('projects')).size).toBe(0);
    expect((await shown('tasks')).size).toBe(0);
    expect((await shown('learnings')).size).toBe(1);
    await editor.putBack(discarded);
    expect(await contents(database)).toEqual(before);
    // What it builds on stays.
    await editor.discard(task.id);
    expect(ids((await editor.outbox()).waiting)).toEqual([project.id, other.id]);
  });

  it('of a refused edit also discards those that were refused with it, and puts them back', async () => {
    const here = await device();
    const [project, task, other] = await projectWithTask(here.editor);
    await answer(here, [{ id: project.id, code: '23505' }]);
    const before = await contents(here.database);
    expect(ids((await here.editor.outbox()).rejected)).toEqual([project.id, task.id]);
    const discarded = await here.editor.discard(project.id);
    expect(ids(discarded.rejected).sort()).toEqual([project.id, task.id].sort());
    const { waiting, rejected } = await here.editor.outbox();
    expect(rejected).toEqual([]);
    expect(ids(waiting)).toEqual([other.id]);
    await here.editor.putBack(discarded);
    expect(await contents(here.database)).toEqual(before);
  });

  it.each([true, false])(
    'and putting back leaves later edits as they are (it was sent: %s)',
    async (isSent) => {
      const row = learningRow({ title: 'Server', link: null });
      const here = await device({ learnings: [row] });
      const first = await setTitle(here.editor, row.id, 'First');
      if (isSent) await send(here);
      const early = isSent ? await setTitle(here.editor, row.id, 'Second') : null;
      const discarded = await here.editor.discard(first!.id);
      const second = early ?? (await setTitle(here.editor, row.id, 'Second'));
      await here.editor.putBack(discarded);
      const { waiting } = await here.editor.outbox();
      const attempts = isSent ? 1 : 0;
      expect(waiting).toEqual([{ ...first, sent: isSent, attempts }, second]);
      expect((await here.shown('learnings')).get(row.id)).toMatchObject({ title: 'Second' });
    },
  );

  it('of an unknown edit does nothing', async () => {
    const { database, editor } = await device({ learnings: [learningRow()] });
    const before = await contents(database);
    expect(await editor.discard(randomUUID())).toEqual({ waiting: [], rejected: [], files: [] });
    expect(await contents(database)).toEqual(before);
  });
});
