import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { historyOf } from '../../../src/content/past/past-addresses.ts';
import { takeBatch } from '../../../src/engine/outbox/queue.ts';
import type { Version, VersionEnd } from '../../../src/engine/past.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { CHANGES_OF_EDIT } from '../../../src/lib/limits.ts';
import { unreachable } from '../../support/failures.ts';
import { learningRow, projectRow, taskRow } from '../../support/rows.ts';
import { admin, type Device, heading, newDevice, type Row, toast } from '../../support/site.tsx';

/** What rows were, on the screen of an admin: looked at, compared, restored. */

const learning = learningRow({
  title: 'Chunking',
  content: 'The second sentence is new. The third stays.',
  tags: ['rag'],
});
const was = {
  ...learning,
  content: 'The second sentence is old. The third stays.',
  title: 'Chunks',
};

let device: Device;
const end = (place: number, more: Partial<VersionEnd> = {}): VersionEnd => ({
  place,
  op: 'update',
  at: '2026-03-05T10:00:00+00:00',
  by: admin.email,
  changed: ['content'],
  ...more,
});
const version = (row: Row, more: Partial<Version> = {}): Version => ({
  place: 1,
  table: 'learnings',
  id: row.id,
  row,
  parts: [],
  pointed: [],
  ...more,
});

beforeEach(async () => {
  device = await newDevice({ rows: { learnings: [learning] }, account: admin });
});

const waiting = async () =>
  (await device.waiting()).map(({ label, changes }) => ({ label, changes }));
const choose = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const marks = (name: 'ins' | 'del') =>
  [...document.querySelectorAll(`dl ${name}`)].map((it) => it.textContent);

describe('the history of an item', () => {
  const open = () => device.open(historyOf('learnings', learning.id));

  beforeEach(() => {
    device.history.ends.set(`learnings/${learning.id}`, [
      end(2, { changed: ['title', 'content'] }),
      end(1, { by: 'eve@b.cd' }),
    ]);
    device.history.held.set(2, version(was, { place: 2 }));
  });

  it('says who changed what, and shows the words that would come back and go', async () => {
    open();
    await heading('History of “Chunking”');
    const lines = (await screen.findAllByRole('button', { name: /^Until / })).map(
      ({ textContent }) => textContent,
    );
    expect(lines[0]).toMatch(/Until Mar 5, 2026, .*changed: Title, Content, by you$/);
    expect(lines[1]).toMatch(/changed: Content, by eve@b\.cd$/);
    await screen.findByText('Restore this version');
    expect(marks('ins')).toEqual(['[then: Chunks]', '[then: old]']);
    expect(marks('del')).toEqual(['[now: Chunking]', '[now: new]']);
  });

  it('restores a version by an edit of what differs, which can be taken back', async () => {
    open();
    await choose('Restore this version');
    await toast('Restored');
    const [edit] = await waiting();
    expect((await device.waiting())[0]?.heldUntil).toBeGreaterThan(0);
    expect(edit?.label).toMatch(/^Restore learning “Chunks” as it was until Mar 5, 2026, /);
    const values = { title: 'Chunks', content: was.content };
    expect(edit?.changes).toEqual([
      expect.objectContaining({ op: 'update', id: learning.id, values }),
    ]);
    await screen.findByText('It is like this now.');
    await choose('Undo');
    await toast('As it was before');
    expect(await waiting()).toEqual([]);
    await screen.findByText('Restore this version');
  });

  it('restores one field', async () => {
    open();
    await choose('Restore Content');
    await toast('Restored');
    expect((await waiting())[0]?.changes).toMatchObject([{ values: { content: was.content } }]);
    await waitFor(() => expect(marks('ins')).toEqual(['[then: Chunks]']));
  });

  it('keeps the focus on the line whose button has gone', async () => {
    open();
    const line = (await screen.findAllByRole('button', { name: /^Until / }))[0];
    await choose('Restore this version');
    await waitFor(() => expect(document.activeElement).toBe(line));
  });

  it('says so when it is too late to take it back', async () => {
    open();
    await choose('Restore this version');
    await toast('Restored');
    await device.editor.releaseHolds();
    await takeBatch(device.database, { count: 9, bytes: 9_999 }, Date.now());
    await choose('Undo');
    await toast('Already sent: it stays restored');
  });

  it('says why it was not restored', async () => {
    open();
    await screen.findByText('Restore this version');
    device.fill();
    await choose('Restore this version');
    await screen.findByText('Not restored. This device has no room left. Free some and try again.');
  });

  it('says that the server cannot be reached, and asks again', async () => {
    device.history.failure = unreachable;
    open();
    await screen.findByText(
      'The server can’t be reached, and this wasn’t looked at on this device before. Connect, and try again.',
    );
    device.history.failure = null;
    await choose('Try again');
    await screen.findByText('Restore this version');
  });

  it('says that the database has no history yet', async () => {
    device.history.failure = new Failure('refused', 'PGRST202', 'no such function');
    open();
    await screen.findByText(
      'The database doesn’t keep earlier versions yet. Run its newest migrations first.',
    );
  });

  it('says of what it was told before that it is of then', async () => {
    device.history.isEarlier = true;
    open();
    await screen.findAllByText('The server can’t be reached. This is what it said last.');
    await screen.findByText('Restore this version');
  });

  it('says that there is none yet, and that an address names nothing', async () => {
    device.history.ends.clear();
    open();
    await screen.findByText('There is no earlier version yet.');
  });

  it('is shown to nobody else', async () => {
    await device.signIn(null);
    open();
    await screen.findByText('Only admins can see this.');
    expect(screen.queryByText('Restore this version')).toBeNull();
  });

  describe('of something that belonged to another project', () => {
    const project = projectRow({ title: 'Notes' });
    const had = { ...was, project_id: project.id };
    beforeEach(() => device.history.held.set(2, version(had, { place: 2 })));

    it('restores that, too, where it is here; it says its name', async () => {
      await device.arrive({ projects: [project] });
      open();
      await screen.findByText('Restore this version');
      expect(marks('ins')).toContain('[then: Notes]');
      await choose('Restore Project');
      await toast('Restored');
      const values = { project_id: project.id };
      expect((await waiting())[0]?.changes).toMatchObject([{ values }]);
    });

    it('restores the rest where it is gone for good, and says so', async () => {
      open();
      await screen.findByText(
        'The project that it belonged to is gone. It is restored without one.',
      );
      await choose('Restore this version');
      await toast('Restored');
      const [edit] = await waiting();
      expect(edit?.changes).toMatchObject([{ values: { title: 'Chunks', content: was.content } }]);
      expect(edit?.changes[0]).not.toHaveProperty('values.project_id');
      await screen.findByText(/is restored without/);
      expect(screen.queryByText('Restore this version')).toBeNull();
    });

    it('offers to bring it back from the bin, in one edit, and it belongs to it again', async () => {
      const gone = { place: 9, table: 'projects', id: project.id, row: project };
      device.history.gone = [
        { ...gone, at: '2026-03-05T10:00:00+00:00', by: null, parts: {}, pointed: {} },
      ];
      device.history.held.set(9, version(project, gone));
      open();
      await screen.findByText(/^It belonged to the project “Notes”, which was deleted\./);
      await choose('Restore “Notes”, too');
      await toast('“Notes” is restored');
      const [edit, ...others] = await waiting();
      expect(others).toEqual([]);
      expect(edit?.changes).toMatchObject([
        { op: 'insert', table: 'projects', id: project.id },
        { op: 'update', table: 'learnings', id: learning.id, values: { project_id: project.id } },
      ]);
      await waitFor(() => expect(screen.queryByText(/which was deleted/)).toBeNull());
      // The rest of the version is still there to be restored.
      await screen.findByText('Restore this version');
    });
  });

  it('leaves out what is the same for long, until it is asked for', async () => {
    const long = 'A sentence of no interest. '.repeat(100);
    device.history.held.set(
      2,
      version(learningRow({ ...learning, content: `${long}old. ${long}` })),
    );
    await device.arrive({
      learnings: [learningRow({ ...learning, content: `${long}new. ${long}` })],
    });
    open();
    await screen.findByText('Show the whole text');
    const shown = () => document.querySelector('dd')?.textContent ?? '';
    expect(shown().length).toBeLessThan(600);
    expect(shown()).toContain('of no interest. [now: new][then: old]. A sentence');
    await choose('Show the whole text');
    expect(shown().length).toBeGreaterThan(5000);
  });

  it('cuts a long stretch without a space between signs', async () => {
    const family = '👩‍👩‍👧‍👦';
    const text = (word: string) => `.${family.repeat(100)}${word}${family.repeat(100)}.`;
    device.history.held.set(2, version(learningRow({ ...learning, content: text('old') })));
    await device.arrive({ learnings: [learningRow({ ...learning, content: text('new') })] });
    open();
    await screen.findByText('Show the whole text');
    const shown = document.querySelector('dd p')?.textContent ?? '';
    expect(shown).toContain(`${family}[now: new][then: old]${family}`);
    expect(shown.replaceAll(family, '')).toBe(' … [now: new][then: old] … ');
  });
});

describe('what was deleted', () => {
  const project = projectRow({ title: 'Notes', slug: 'notes' });
  const task = taskRow({ project_id: project.id });
  const gone = {
    place: 9,
    table: 'projects',
    id: project.id,
    at: '2026-03-05T10:00:00+00:00',
    by: null,
    row: project,
    parts: { tasks: 1 },
    pointed: { learnings: 2 },
  };
  beforeEach(() => {
    device.history.gone = [gone];
    device.history.held.set(
      9,
      version(project, {
        place: 9,
        table: 'projects',
        parts: [{ table: 'tasks', id: task.id, row: task }],
        pointed: [{ table: 'learnings', id: learning.id, column: 'project_id' }],
      }),
    );
  });
  const open = async () => {
    device.open('/admin/deleted');
    fireEvent.click(await screen.findByRole('button', { name: /^Project “Notes”/ }));
  };

  it('says what, when, by whom, and what went with it', async () => {
    await open();
    const line = screen.getByRole('button', { name: /^Project “Notes”/ });
    expect(line.textContent).toMatch(
      /^Project “Notes”deleted Mar 5, 2026, .* in the database, with 1 task, 2 learnings pointed to it$/,
    );
  });

  it('comes back in one edit with what belonged to it, and goes from the list; Undo takes it back', async () => {
    await open();
    await choose('Restore Notes');
    await toast('“Notes” is restored');
    const [edit, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(edit).toMatchObject({
      label: 'Restore project “Notes”',
      changes: [
        { op: 'insert', table: 'projects', id: project.id, values: { slug: 'notes' } },
        { op: 'insert', table: 'tasks', id: task.id },
        { op: 'update', table: 'learnings', id: learning.id, values: { project_id: project.id } },
      ],
    });
    await screen.findByText('Nothing was deleted in the last 30 days.');
    expect(document.activeElement?.textContent).toBe('Recently deleted');
    await choose('Undo');
    await screen.findByRole('button', { name: /^Project “Notes”/ });
    expect(await waiting()).toEqual([]);
  });

  it('of more than one edit can hold comes back in two, and one Undo takes both back', async () => {
    const tasks = Array.from({ length: CHANGES_OF_EDIT }, () =>
      taskRow({ project_id: project.id }),
    );
    const parts = tasks.map((row) => ({ table: 'tasks', id: row.id, row }));
    device.history.held.set(9, version(project, { place: 9, table: 'projects', parts }));
    await open();
    await choose('Restore Notes');
    await toast('“Notes” is restored');
    expect((await waiting()).map(({ changes }) => changes.length)).toEqual([CHANGES_OF_EDIT, 1]);
    await choose('Undo');
    await toast('As it was before');
    expect(await waiting()).toEqual([]);
  });

  it('DATA-6: comes back with a title of which nothing can be seen, if it had that', async () => {
    const unseen = { ...learning, id: crypto.randomUUID(), title: '\u200b' };
    device.history.gone = [
      { ...gone, table: 'learnings', id: unseen.id, row: unseen, parts: {}, pointed: {} },
    ];
    device.history.held.set(9, version(unseen, { table: 'learnings' }));
    device.open('/admin/deleted');
    fireEvent.click(await screen.findByRole('button', { name: /^Learning “Untitled”/ }));
    await choose('Restore Untitled');
    await toast('“Untitled” is restored');
    expect(await waiting()).toMatchObject([
      { changes: [{ op: 'insert', id: unseen.id, values: { title: '\u200b' } }] },
    ]);
  });

  it('waits for what it belongs to', async () => {
    device.history.gone = [{ ...gone, table: 'tasks', id: task.id, row: task, parts: {} }];
    device.history.held.set(9, version(task, { table: 'tasks' }));
    device.open('/admin/deleted');
    fireEvent.click(await screen.findByRole('button', { name: /^Task “A task”/ }));
    await screen.findByText('It belongs to a project that is gone. Restore that first.');
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
  });

  it('says without what it comes back, and brings that back first if it is asked to', async () => {
    const row = learningRow({ title: 'Lost', project_id: project.id });
    device.history.gone = [
      gone,
      { ...gone, place: 10, table: 'learnings', id: row.id, row, parts: {}, pointed: {} },
    ];
    device.history.held.set(10, version(row, { place: 10 }));
    device.open('/admin/deleted');
    fireEvent.click(await screen.findByRole('button', { name: /^Learning “Lost”/ }));
    await choose('Restore “Notes”, too');
    await toast('“Notes” is restored');
    await waitFor(() => expect(screen.queryByText(/which was deleted/)).toBeNull());
    await choose('Restore Lost');
    await toast('“Lost” is restored');
    expect((await waiting()).at(-1)?.changes).toMatchObject([
      { op: 'insert', table: 'learnings', id: row.id, values: { project_id: project.id } },
    ]);
  });

  it('is not all: a deletion that waits on this device is not in the server’s list', async () => {
    await device.editor.edit({
      label: 'Delete',
      changes: [{ op: 'delete', table: 'learnings', id: learning.id }],
    });
    await open();
    await screen.findByText(/^A deletion still waits on this device\./);
  });

  it('is reached from the dashboard, and each item’s history from its row', async () => {
    device.open('/admin?tab=learnings');
    const link = await screen.findByRole('link', { name: 'Recently deleted' });
    expect(link.getAttribute('href')).toBe('/admin/deleted');
    fireEvent.click(await screen.findByRole('button', { name: 'More for Chunking' }));
    const item = screen.getByRole('menuitem', { name: 'History' });
    expect(item.getAttribute('href')).toBe(historyOf('learnings', learning.id));
  });
});
