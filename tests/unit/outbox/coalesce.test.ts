import { describe, expect, it } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { projects } from '../../../src/content/projects/projects.ts';
import { insert, update } from '../../../src/engine/mutation.ts';
import { arrive, device, ids, send, setLink, setTitle } from '../../support/editing-device.ts';
import { learningRow } from '../../support/rows.ts';

describe('coalescing', () => {
  it('R24 Y24: makes one mutation of two hundred keystrokes', async () => {
    const row = learningRow({ title: '' });
    const { editor, shown } = await device({ learnings: [row] });
    const text = 'x'.repeat(200);
    for (let i = 1; i <= text.length; i += 1) await setTitle(editor, row.id, text.slice(0, i));
    const { waiting } = await editor.outbox();
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toMatchObject({ changes: [{ values: { title: text }, before: row }] });
    expect((await shown('learnings')).get(row.id)).toEqual({ ...row, title: text });
  });

  it('R24 Y24: never changes a mutation that has been sent', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const first = await setTitle(here.editor, row.id, 'One');
    await send(here);
    const second = await setTitle(here.editor, row.id, 'Two');
    expect(second?.id).not.toBe(first?.id);
    const { waiting } = await here.editor.outbox();
    expect(waiting.map(({ changes }) => changes[0])).toMatchObject([
      { values: { title: 'One' } },
      { values: { title: 'Two' } },
    ]);
  });

  it('goes into the insert of the row, which keeps its label', async () => {
    const { editor } = await device();
    const made = await editor.edit({
      label: 'Add learning “L”',
      changes: [insert(learnings, { title: 'L', description: 'd' })],
    });
    await setTitle(editor, made!.changes[0]!.id, 'M');
    const { waiting } = await editor.outbox();
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toMatchObject({
      label: 'Add learning “L”',
      changes: [{ op: 'insert', values: { title: 'M', description: 'd' } }],
    });
  });

  it('R25: compares each column with what its author saw when changing that column last', async () => {
    const row = learningRow({ title: 'Title', link: 'https://first', description: 'Text' });
    const here = await device({ learnings: [row] });
    await setTitle(here.editor, row.id, 'One');
    const theirs = { ...row, title: 'Theirs', link: 'https://theirs', description: 'News' };
    await arrive(here, { table: 'learnings', id: row.id, version: 9, row: theirs });
    await setLink(here.editor, row.id, 'https://mine');
    await setTitle(here.editor, row.id, 'Two');
    const { waiting } = await here.editor.outbox();
    expect(waiting).toHaveLength(1);
    // The author had seen the other's link on the screen, but never their title, because this edit's own title was
    // shown.
    expect(waiting[0]).toMatchObject({
      changes: [
        {
          values: { title: 'Two', link: 'https://mine' },
          before: { title: 'Title', link: 'https://theirs', description: 'News' },
        },
      ],
    });
  });

  it('R24: does not pull an edit before the insert of what it names', async () => {
    const row = learningRow();
    const { editor } = await device({ learnings: [row] });
    const first = await setTitle(editor, row.id, 'One');
    const project = insert(projects, { title: 'P', description: 'd' });
    const second = await editor.edit({ label: 'Add project', changes: [project] });
    const third = await editor.edit({
      label: 'Link it',
      changes: [update(learnings, row.id, { project_id: project.id })],
    });
    expect(ids((await editor.outbox()).waiting)).toEqual([first!.id, second!.id, third!.id]);
    expect(third!.after).toEqual([second!.id]);
  });
});
