import { describe, expect, it, vi } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { projects } from '../../../src/content/projects/projects.ts';
import { tasks } from '../../../src/content/tasks/tasks.ts';
import { tracks } from '../../../src/content/tracks/tracks.ts';
import { draftOf } from '../../../src/engine/draft.ts';
import type { NewFile } from '../../../src/engine/file.ts';
import { memoryOf } from '../../../src/engine/mirror/memory.ts';
import { type Change, insert, remove, update } from '../../../src/engine/mutation.ts';
import { fileIsStored } from '../../../src/engine/outbox/files-to-send.ts';
import { countStorage } from '../../support/counted-storage.ts';
import {
  answer,
  contents,
  type Device,
  device,
  ids,
  me,
  send,
} from '../../support/editing-device.ts';
import { pictureOf } from '../../support/named-files.ts';
import { learningRow, projectRow, trackRow } from '../../support/rows.ts';

/** Files that edits name: how long they stay on the device, and what waits for them. */

const [one, other] = [pictureOf('one'), pictureOf('other')];

const filesOn = async ({ database }: Device) =>
  (await database.files.toCollection().primaryKeys()).sort();

const edit = ({ editor }: Device, change: Change, files?: readonly NewFile[], holds = false) =>
  editor.edit({ label: 'x', changes: [change], files, holds });

/** The edits that a push would send. */
const sent = async (here: Device) => ids(await send(here));

describe('an edit with a file', () => {
  it('R44: is kept with it, and the file is given by its name with the bytes and the type that it came with', async () => {
    const here = await device();
    await edit(here, insert(learnings, { title: 'L', description: one.name }), [one]);
    const file = await here.editor.fileOf(one.name);
    expect(await file?.text()).toBe('one');
    expect(file?.type).toBe('image/webp');
    expect(await here.editor.fileOf(other.name)).toBeUndefined();
  });

  it('R44: is on the disk with it, in one transaction, before it is confirmed', async () => {
    const storage = countStorage();
    const here = await device();
    await memoryOf(here.database).load([]);
    storage.reset();
    await edit(here, insert(learnings, { title: 'L', description: one.name }), [one]);
    const writing = storage.begun.filter(({ mode }) => mode === 'readwrite');
    expect(writing).toMatchObject([{ durability: 'strict' }]);
    expect(writing[0]?.stores).toEqual(expect.arrayContaining(['files', 'outbox']));
    vi.restoreAllMocks();
  });

  it('R44: may have its file before: kept for a draft, on the disk before that is confirmed', async () => {
    const storage = countStorage();
    const here = await device();
    await memoryOf(here.database).load([]);
    storage.reset();
    await here.editor.keepFiles([one]);
    const writing = storage.begun.filter(({ mode }) => mode === 'readwrite');
    expect(writing).toMatchObject([{ durability: 'strict', stores: ['files'] }]);
    vi.restoreAllMocks();
    expect(await (await here.editor.fileOf(one.name))?.text()).toBe('one');
    await edit(here, insert(learnings, { title: 'L', description: one.name }));
    expect(await sent(here)).toEqual([]);
  });

  it('R44: is not kept without it: if the device refuses the file, the edit is shown no longer', async () => {
    const here = await device();
    const unstorable = { ...one, bytes: (() => {}) as never };
    const change = insert(learnings, { title: 'L', description: one.name });
    await expect(edit(here, change, [unstorable])).rejects.toThrow();
    expect((await here.editor.outbox()).waiting).toEqual([]);
    expect((await here.shown('learnings')).size).toBe(0);
  });

  it('R45: is not sent while the file is here, and is once the server has it', async () => {
    const here = await device();
    const made = await edit(here, insert(learnings, { title: 'L', description: one.name }), [one]);
    expect(await sent(here)).toEqual([]);
    expect((await here.editor.outbox()).files).toEqual({ [made!.id]: [one.name] });
    await fileIsStored(here.database, one.name);
    expect(await sent(here)).toEqual([made!.id]);
    expect((await here.editor.outbox()).files).toEqual({});
  });

  it('R45: waits too if it only names a file that another edit has brought', async () => {
    const here = await device();
    const first = await edit(here, insert(learnings, { title: 'A', description: one.name }), [one]);
    const second = await edit(here, insert(projects, { title: 'B', description: one.name }));
    expect(await sent(here)).toEqual([]);
    await fileIsStored(here.database, one.name);
    expect(await sent(here)).toEqual([first!.id, second!.id]);
  });
});

describe('while an edit waits for a file', () => {
  it('R45: edits that have nothing to do with it are sent, in their order', async () => {
    const [row, project] = [learningRow(), projectRow()];
    const here = await device({ learnings: [row], projects: [project] });
    await edit(here, update(learnings, row.id, { description: one.name }), [one]);
    const others = [
      await edit(here, update(projects, project.id, { title: 'P' })),
      await edit(here, insert(learnings, { title: 'L' })),
    ];
    expect(await sent(here)).toEqual(ids(others.map((it) => it!)));
  });

  it('R45: a later edit of its row waits with it, and so does what builds on that', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    await edit(here, update(learnings, row.id, { description: one.name }), [one], true);
    await here.editor.releaseHolds();
    await edit(here, update(learnings, row.id, { title: 'T' }), [], true);
    await here.editor.releaseHolds();
    await edit(here, remove(learnings, row.id));
    expect(await sent(here)).toEqual([]);
  });

  it('R45: a task waits for the project that it belongs to, and is not refused for want of it', async () => {
    const here = await device();
    const project = insert(projects, { title: 'P', description: one.name });
    await edit(here, project, [one]);
    await edit(here, insert(tasks, { project_id: project.id, content: 'T', position: 0 }));
    await edit(here, insert(learnings, { title: 'L' }));
    const { waiting, heldBack, files } = await here.editor.outbox();
    expect(heldBack).toEqual(ids(waiting.slice(0, 2)));
    expect(Object.keys(files)).toEqual(ids(waiting.slice(0, 1)));
    expect(await sent(here)).toEqual(ids(waiting.slice(2)));
  });

  it('R45: the deletion of a row that it refers to waits, a change of that row does not', async () => {
    const project = projectRow();
    const row = learningRow({ project_id: project.id });
    const here = await device({ projects: [project], learnings: [row] });
    await edit(here, update(learnings, row.id, { description: one.name }), [one]);
    const change = await edit(here, update(projects, project.id, { title: 'P' }), [], true);
    await here.editor.releaseHolds();
    await edit(here, remove(projects, project.id));
    expect(await sent(here)).toEqual([change!.id]);
  });

  it('R45: of two tracks the one that was chosen last stays current, though the first waits', async () => {
    const [a, b] = [trackRow({ is_current: false }), trackRow({ is_current: false })];
    const here = await device({ current_listening: [a, b] });
    await edit(here, update(tracks, a.id, { is_current: true, title: one.name }), [one]);
    await edit(here, update(tracks, b.id, { is_current: true }));
    expect(await sent(here)).toEqual([]);
  });

  it('R15 R45: what can still be taken back holds back all behind it, as ever', async () => {
    const here = await device();
    await edit(here, insert(learnings, { title: 'A', description: one.name }), [one]);
    await edit(here, insert(learnings, { title: 'B' }), [], true);
    await edit(here, insert(learnings, { title: 'C' }));
    expect(await sent(here)).toEqual([]);
  });
});

describe('a file goes with the last thing that names it', () => {
  it('R48: with an edit that is discarded, and comes back with it', async () => {
    const here = await device();
    const made = await edit(here, insert(learnings, { title: 'L', description: one.name }), [one]);
    const before = await contents(here.database);
    const discarded = await here.editor.discard(made!.id);
    expect(await filesOn(here)).toEqual([]);
    await here.editor.putBack(discarded);
    expect(await contents(here.database)).toEqual(before);
  });

  it('R48: not while another edit, or a draft, names it', async () => {
    const here = await device();
    const first = await edit(here, insert(learnings, { title: 'A', description: one.name }), [one]);
    const second = await edit(here, insert(learnings, { title: 'B', description: one.name }));
    const home = { account: me.userId, place: 'learnings/new', tab: 'only' };
    const draft = draftOf(home, { fields: { description: one.name }, from: null }, 1);
    await here.editor.drafts.keep(draft);
    await here.editor.discard(first!.id);
    await here.editor.discard(second!.id);
    expect(await filesOn(here)).toEqual([one.name]);
    await here.editor.drafts.drop(draft.key);
    expect(await filesOn(here)).toEqual([]);
  });

  it('R48: with an edit that is taken back', async () => {
    const here = await device();
    const change = insert(learnings, { title: 'L', description: one.name });
    const made = await edit(here, change, [one], true);
    await here.editor.takeBack(made!.id);
    expect(await filesOn(here)).toEqual([]);
  });

  it('R48: with the draft that its edit completes, if the edit names another', async () => {
    const here = await device();
    const home = { account: me.userId, place: 'learnings/new', tab: 'only' };
    const fields = { description: `${one.name} ${other.name}` };
    const draft = draftOf(home, { fields, from: null }, 1);
    await here.editor.drafts.keep(draft);
    await here.editor.edit({
      label: 'x',
      changes: [insert(learnings, { title: 'L', description: other.name })],
      files: [one, other],
      draft: draft.key,
    });
    expect(await filesOn(here)).toEqual([other.name]);
  });

  it('R24 R48: with an edit that another one has gone into, which names another', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    await edit(here, update(learnings, row.id, { description: one.name }), [one]);
    await edit(here, update(learnings, row.id, { title: 'T' }));
    expect(await filesOn(here)).toEqual([one.name]);
    await edit(here, update(learnings, row.id, { description: other.name }), [other]);
    expect(await filesOn(here)).toEqual([other.name]);
    expect(await sent(here)).toEqual([]);
    await fileIsStored(here.database, other.name);
    expect(await sent(here)).toHaveLength(1);
  });

  it('R48: with a refused edit that another one replaces', async () => {
    const here = await device();
    const change = insert(learnings, { title: 'L', description: one.name });
    const made = await edit(here, change, [one]);
    await answer(here, [{ id: made!.id, code: '23514', message: 'no' }]);
    expect(await filesOn(here)).toEqual([one.name]);
    const changes = [insert(learnings, { title: 'L' }, change.id)];
    await here.editor.edit({ label: 'x', changes, replaces: made!.id });
    expect(await filesOn(here)).toEqual([]);
  });

  it('R48: with an edit that another device has sent', async () => {
    const here = await device();
    const made = await edit(here, insert(learnings, { title: 'L', description: one.name }), [one]);
    await here.editor.exportOutbox();
    await answer(here, [{ id: made!.id, outcome: 'applied', first: 'applied' }]);
    expect(await filesOn(here)).toEqual([]);
  });
});

describe('an export', () => {
  it('R29 R48: has the files of its edits, and a device that imports it waits for them too', async () => {
    const from = await device();
    const made = await edit(from, insert(learnings, { title: 'L', description: one.name }), [one]);
    await edit(from, insert(learnings, { title: 'O' }));
    const home = { account: me.userId, place: 'learnings/new', tab: 'only' };
    await from.editor.drafts.keep(
      draftOf(home, { fields: { description: other.name }, from: null }, 1),
    );
    await from.database.files.put({ ...other, at: 1 });
    const text = await from.editor.exportOutbox();
    expect(Object.keys(JSON.parse(text).files)).toHaveLength(1);
    const to = await device();
    await to.editor.importOutbox(text);
    expect(await filesOn(to)).toEqual([one.name]);
    expect(await (await to.editor.fileOf(one.name))?.text()).toBe('one');
    expect(await sent(to)).not.toContain(made!.id);
  });

  it('R29: of files is refused by a version of the site that would send the edits without them', async () => {
    const here = await device();
    await edit(here, insert(learnings, { title: 'O' }));
    expect(JSON.parse(await here.editor.exportOutbox())).toMatchObject({ version: 1 });
    await edit(here, insert(learnings, { title: 'L', description: one.name }), [one]);
    expect(JSON.parse(await here.editor.exportOutbox())).toMatchObject({ version: 2 });
  });

  it('R29: whose files cannot be read is refused as a whole', async () => {
    const here = await device();
    await edit(here, insert(learnings, { title: 'L', description: one.name }), [one]);
    const text = (await here.editor.exportOutbox()).replace(/"bytes": "[^"]+"/, '"bytes": "€"');
    const to = await device();
    await expect(to.editor.importOutbox(text)).rejects.toMatchObject({ code: 'invalid' });
    expect((await to.editor.outbox()).others).toBe(0);
  });
});
