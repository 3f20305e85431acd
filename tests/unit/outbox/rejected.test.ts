import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  answer,
  contents,
  device,
  projectWithTask,
  send,
  setLink,
  setTitle,
} from '../../support/editing-device.ts';
import { learningRow } from '../../support/rows.ts';

/** A device on which the server has refused a new title, for this reason. */
async function refusedTitle(code: string, columns: object = {}, alsoArrives = false) {
  const row = learningRow({ title: 'Server', ...columns });
  const here = await device({ learnings: [row] });
  const edit = (await setTitle(here.editor, row.id, 'Mine'))!;
  await send(here);
  const tombstone = { table: 'learnings', id: row.id, version: 9, row: null };
  await answer(here, [{ id: edit.id, code }], alsoArrives ? [tombstone] : []);
  return { ...here, row, edit };
}

describe('a refused edit', () => {
  it('R27: shows and is queued at the end, as a new one, when it is retried', async () => {
    const { editor, shown, row, edit } = await refusedTitle('23514');
    const next = await setLink(editor, row.id, 'https://here.example');
    await editor.retry(edit.id);
    const { waiting, rejected } = await editor.outbox();
    expect(rejected).toEqual([]);
    // It stays separate from the edit of its row that waits.
    expect(waiting).toEqual([next, expect.anything()]);
    expect(waiting[1]).toMatchObject({ label: edit.label, sent: false, attempts: 0 });
    expect(waiting[1]!.id).not.toBe(edit.id);
    expect((await shown('learnings')).get(row.id)).toMatchObject({ title: 'Mine' });
  });

  it.each([0, 1])(
    'R27 Y17: is retried together with those that were refused with it, whichever of them is chosen',
    async (which) => {
      const here = await device();
      const made = await projectWithTask(here.editor);
      const [project, task, other] = made;
      await answer(here, [{ id: project.id, code: '42501' }]);
      expect((await here.editor.outbox()).rejected[1]).toMatchObject({
        id: task.id,
        cause: project.id,
      });
      await here.editor.retry(made[which]!.id);
      const { waiting, rejected } = await here.editor.outbox();
      expect(rejected).toEqual([]);
      expect(waiting.map(({ label }) => label)).toEqual([other.label, project.label, task.label]);
      expect(waiting[2]!.after).toEqual([waiting[1]!.id]);
      expect((await here.shown('tasks')).size).toBe(1);
    },
  );

  it('R27 Y23: of a row that was deleted elsewhere restores the whole row, with the edit', async () => {
    const here = await refusedTitle('P0002', { description: 'kept' }, true);
    const { row, edit } = here;
    expect((await here.shown('learnings')).size).toBe(0);
    await here.editor.restore(edit.id);
    expect((await here.shown('learnings')).get(row.id)).toEqual({ ...row, title: 'Mine' });
    const { waiting, rejected } = await here.editor.outbox();
    expect(rejected).toEqual([]);
    expect(waiting).toMatchObject([
      { changes: [{ op: 'insert', id: row.id, values: { title: 'Mine', description: 'kept' } }] },
    ]);
  });

  it('restores a row once: a second edit of the row changes the restored one', async () => {
    const row = learningRow({ title: 'Server' });
    const here = await device({ learnings: [row] });
    const one = await setTitle(here.editor, row.id, 'Mine');
    await send(here);
    const two = await setLink(here.editor, row.id, 'https://here.example');
    await send(here);
    const tombstone = { table: 'learnings', id: row.id, version: 9, row: null };
    const gone = { code: 'P0002' };
    await answer(
      here,
      [
        { id: one!.id, ...gone },
        { id: two!.id, ...gone },
      ],
      [tombstone],
    );
    await here.editor.restore(one!.id);
    await here.editor.restore(two!.id);
    const { waiting } = await here.editor.outbox();
    expect(waiting.map(({ changes }) => changes[0]!.op)).toEqual(['insert', 'update']);
    expect(waiting[1]!.after).toEqual([waiting[0]!.id]);
    expect((await here.shown('learnings')).get(row.id)).toEqual({
      ...row,
      title: 'Mine',
      link: 'https://here.example',
    });
  });

  it('that no longer exists is retried and restored without effect', async () => {
    const { database, editor } = await device({ learnings: [learningRow()] });
    const before = await contents(database);
    await editor.retry(randomUUID());
    await editor.restore(randomUUID());
    expect(await contents(database)).toEqual(before);
  });
});

describe('an overwritten value', () => {
  it('is reported until it is dismissed (Y22)', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const mine = await setTitle(here.editor, row.id, 'Mine');
    await send(here);
    const conflicts = [{ table: 'learnings', id: row.id, column: 'title', was: 'Theirs' }];
    await answer(here, [{ id: mine!.id, outcome: 'applied', first: 'applied', conflicts }]);
    const { overwritten } = await here.editor.outbox();
    expect(overwritten).toMatchObject([{ column: 'title', was: 'Theirs', label: mine!.label }]);
    await here.editor.dismissOverwritten(overwritten[0]!.place);
    expect((await here.editor.outbox()).overwritten).toEqual([]);
  });
});
