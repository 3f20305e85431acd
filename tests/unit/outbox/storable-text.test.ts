import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { insert, update } from '../../../src/engine/mutation.ts';
import { device, setTitle } from '../../support/editing-device.ts';
import { exported } from '../../support/exported-edits.ts';
import { learningRow } from '../../support/rows.ts';

describe('text that the database cannot hold', () => {
  const typed = 'a\u0000b \ud83d c \ude00 😀';
  const kept = 'ab \ufffd c \ufffd 😀';

  it('is repaired when the edit is made, in lists too, and shows as it is stored', async () => {
    const row = learningRow();
    const { editor, shown } = await device({ learnings: [row] });
    await editor.edit({
      label: 'Edit learning',
      changes: [update(learnings, row.id, { title: typed, tags: [typed] })],
    });
    const values = { title: kept, tags: [kept] };
    expect((await editor.outbox()).waiting).toMatchObject([{ changes: [{ values }] }]);
    expect((await shown('learnings')).get(row.id)).toMatchObject(values);

    const added = insert(learnings, { title: typed });
    await editor.edit({ label: 'Add learning', changes: [added] });
    expect((await shown('learnings')).get(added.id)).toMatchObject({ title: kept });
  });

  it('makes no edit when nothing else is new', async () => {
    const row = learningRow({ title: 'Same' });
    const { editor } = await device({ learnings: [row] });
    expect(await setTitle(editor, row.id, 'Same\u0000')).toBeNull();
  });

  it('is repaired in an imported file, in values, bases and names', async () => {
    const { editor } = await device();
    const change = { op: 'update', table: 'learnings', id: randomUUID() };
    const before = { id: change.id, title: typed };
    await editor.importOutbox(
      JSON.stringify(
        exported([{ changes: [{ ...change, values: { title: typed, [typed]: 1 }, before }] }]),
      ),
    );
    expect((await editor.outbox()).waiting).toMatchObject([
      {
        changes: [{ values: { title: kept, [kept]: 1 }, before: { id: change.id, title: kept } }],
      },
    ]);
  });
});
