// @vitest-environment happy-dom
import '../../support/dompurify-in-happy-dom.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Auth } from '../../../src/engine/auth.ts';
import { applyCatchUp } from '../../../src/engine/mirror/apply.ts';
import type { MirrorDatabase } from '../../../src/engine/mirror/database.ts';
import { startPosition } from '../../../src/engine/mirror/meta.ts';
import { openMirror } from '../../../src/engine/mirror/read.ts';
import { type Editor, openEditor } from '../../../src/engine/outbox/editor.ts';
import { EditingProvider } from '../../../src/engine/react/editing.tsx';
import { MirrorProvider } from '../../../src/engine/react/mirror-hooks.tsx';
import { ProjectPage } from '../../../src/features/project/project-page.tsx';
import { Failure } from '../../../src/lib/failure.ts';
import { UNDO_MS } from '../../../src/lib/limits.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { mirrorRows, newDatabase } from '../../support/device.ts';
import { projectRow, taskRow } from '../../support/rows.ts';
import '../../support/render.tsx';

/** The admin's board over the real store: what is edited here is read back from the mirror. */

const project = projectRow({ title: 'Bird Watch' });
const task = (content: string, status = 'todo', position = 0) =>
  taskRow({ project_id: project.id, content, status, position });
const tasksOf = (status: string, count: number) =>
  Array.from({ length: count }, (_, place) => task(`${status} ${place + 1}`, status, place));

const admin = { userId: 'u', email: 'a@b.c', isAdmin: true, expired: false };
const noAuth = {} as Auth;
let database: MirrorDatabase;
let editor: Editor;

beforeEach(() => {
  database = newDatabase();
  editor = openEditor(database);
});

const signIn = (account: typeof admin | null) =>
  database.meta.put({ key: 'account', value: account });

/** Opens the project's page; for an admin, waits until the board is the admin's. */
async function open(tasks: ReturnType<typeof task>[] = [], account: typeof admin | null = admin) {
  const changes = [
    { table: 'projects', id: project.id, version: 1, row: project },
    ...tasks.map((row) => ({ table: 'tasks', id: row.id, version: 1, row })),
  ];
  const to = { epoch: 'e', cursor: 1, horizon: 1, complete: true };
  await applyCatchUp(database, { from: startPosition, to, reset: true, changes }, 1);
  await signIn(account);
  const shown = render(
    <MirrorProvider mirror={openMirror(database)}>
      <EditingProvider editor={editor} auth={noAuth}>
        <ToastProvider>
          <MemoryRouter initialEntries={['/projects/bird-watch']}>
            <Routes>
              <Route path="/projects/:projectId" element={<ProjectPage />} />
            </Routes>
          </MemoryRouter>
        </ToastProvider>
      </EditingProvider>
    </MirrorProvider>,
  );
  await screen.findByRole('region', { name: 'To Do' });
  if (account?.isAdmin) await screen.findByPlaceholderText('Enter a new task...');
  if (account?.isAdmin && tasks.length > 0) await screen.findAllByRole('button', { name: /^Move/ });
  return shown;
}

const column = (name: string) => screen.getByRole('region', { name });
const cards = (name: string) =>
  [...column(name).querySelectorAll('[data-task] p:first-child')].map((it) => it.textContent);
const board = () =>
  Object.fromEntries(['To Do', 'In Progress', 'Done'].map((it) => [it, cards(it)]));
const box = () => screen.getByPlaceholderText<HTMLInputElement>('Enter a new task...');
const menuOf = (content: string) =>
  screen.getByRole('button', { name: `Move or edit “${content}”` });
const gripOf = (content: string) => screen.getByRole('button', { name: `Drag “${content}”` });
const toast = async (title: string, detail: string) => {
  const words = await screen.findByText(title);
  expect(words.nextSibling?.textContent).toBe(detail);
};
const choose = (content: string, item: string) => {
  fireEvent.click(menuOf(content));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};
const press = (key: string) => {
  fireEvent.keyDown(document.activeElement!, { key });
  fireEvent.keyUp(document.activeElement!, { key });
};
const add = (text: string, columnTitle = 'To Do') => {
  fireEvent.change(box(), { target: { value: text } });
  const select = screen.getByLabelText<HTMLSelectElement>('Column of the new task');
  const option = within(select).getByRole<HTMLOptionElement>('option', { name: columnTitle });
  fireEvent.change(select, { target: { value: option.value } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
};
const outbox = () => editor.outbox().then(({ waiting }) => waiting);
const rowOf = async (id: string) => (await mirrorRows(database, 'tasks')).get(id);
const fillDevice = () =>
  vi.spyOn(editor, 'edit').mockRejectedValueOnce(new Failure('device', 'full', 'not kept'));

describe('a visitor’s board', () => {
  it.each([
    ['nobody is', null],
    ['somebody is who is no admin', { ...admin, isAdmin: false }],
  ])('has nothing to edit with when %s signed in', async (_, account) => {
    await open([task('One')], account);
    await screen.findByText('One');
    expect(screen.queryByPlaceholderText('Enter a new task...')).toBeNull();
    expect(within(column('To Do')).queryByRole('button')).toBeNull();
  });
});

describe('adding a task', () => {
  it('puts it into the chosen column after every task of the project, and says so', async () => {
    await open([task('One', 'todo', 3), task('Two', 'done', 7.5)]);
    add('  Three ', 'Done');
    await toast('Task added', 'New task has been added successfully');
    await waitFor(() => expect(cards('Done')).toEqual(['Two', 'Three']));
    expect(box().value).toBe('');
    expect(await outbox()).toMatchObject([
      {
        label: 'Add task “Three”',
        changes: [
          {
            op: 'insert',
            table: 'tasks',
            values: { project_id: project.id, content: 'Three', status: 'done', position: 8.5 },
          },
        ],
      },
    ]);
  });

  it('offers the three columns, To Do first', async () => {
    await open();
    const select = screen.getByLabelText<HTMLSelectElement>('Column of the new task');
    expect([...select.options].map((it) => it.text)).toEqual(['To Do', 'In Progress', 'Done']);
    expect(select.selectedOptions[0]?.text).toBe('To Do');
  });

  it('gives the first task of a project position 0', async () => {
    await open();
    add('First');
    await waitFor(() => expect(cards('To Do')).toEqual(['First']));
    expect(await outbox()).toMatchObject([{ changes: [{ values: { position: 0 } }] }]);
  });

  it.each(['', '   '])('BOARD-4: does nothing, silently, with %j', async (text) => {
    await open();
    add(text);
    await new Promise((done) => setTimeout(done, 30));
    expect(await outbox()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });

  it('adds once, however often the button is pressed', async () => {
    await open();
    add('Once');
    fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(cards('To Do')).toEqual(['Once']));
    expect((await outbox()).length).toBe(1);
  });

  it('that the device cannot keep leaves the text in the box, and says so', async () => {
    await open();
    fillDevice();
    add('Too much');
    await toast('Error adding task', 'There was a problem adding the new task');
    expect(box().value).toBe('Too much');
    expect(cards('To Do')).toEqual([]);
  });

  it('is refused to an account that is an admin’s no more', async () => {
    await open();
    void signIn({ ...admin, isAdmin: false });
    add('Mine');
    await toast('Permission denied', 'Only admins can add tasks');
    expect(await outbox()).toEqual([]);
  });
});

describe('the Move menu', () => {
  const three = () => tasksOf('todo', 3);

  it('reaches every column, top and bottom, and the places beside', async () => {
    await open(three());
    fireEvent.click(menuOf('todo 2'));
    const items = screen.getAllByRole('menuitem');
    expect(items.map((it) => it.textContent)).toEqual([
      'Up',
      'Down',
      'Top of To Do',
      'Bottom of To Do',
      'Top of In Progress',
      'Bottom of In Progress',
      'Top of Done',
      'Bottom of Done',
      'Edit text',
      'Delete',
    ]);
    expect(document.activeElement).toBe(items[0]);
    expect(items.every((it) => it.getAttribute('aria-disabled') === 'false')).toBe(true);
  });

  it('moves to another column in one mutation of one row, tells it, and keeps the focus', async () => {
    const tasks = [...three(), ...tasksOf('done', 2)];
    await open(tasks);
    choose('todo 2', 'Top of Done');
    expect(cards('Done')).toEqual(['todo 2', 'done 1', 'done 2']);
    expect(document.activeElement).toBe(menuOf('todo 2'));
    await toast('Task updated', 'Task status has been updated successfully');
    expect(screen.getByText('Moved “todo 2” to Done, 1 of 3.').getAttribute('role')).toBe('status');
    expect(await outbox()).toMatchObject([
      {
        label: 'Move “todo 2” to Done',
        changes: [{ op: 'update', id: tasks[1]!.id, values: { status: 'done', position: -1 } }],
      },
    ]);
    await waitFor(() => expect(screen.getByText('on this device')).toBeTruthy());
    expect(board()).toEqual({
      'To Do': ['todo 1', 'todo 3'],
      'In Progress': [],
      Done: ['todo 2', 'done 1', 'done 2'],
    });
    expect(document.activeElement).toBe(menuOf('todo 2'));
  });

  it('moves up and down within a column, and tells the place', async () => {
    await open(three());
    choose('todo 3', 'Up');
    await screen.findByText('Moved “todo 3” to To Do, 2 of 3.');
    expect(cards('To Do')).toEqual(['todo 1', 'todo 3', 'todo 2']);
    expect(document.activeElement).toBe(menuOf('todo 3'));
    choose('todo 1', 'Bottom of To Do');
    await screen.findByText('Moved “todo 1” to To Do, 3 of 3.');
    expect(cards('To Do')).toEqual(['todo 3', 'todo 2', 'todo 1']);
    // Its status has not changed: there is nothing to be told of it.
    expect(screen.queryByText('Task updated')).toBeNull();
  });

  it('A6: has idle items at the edges, which can be reached and do nothing', async () => {
    await open(three());
    fireEvent.click(menuOf('todo 1'));
    const up = screen.getByRole('menuitem', { name: 'Up' });
    expect(up.getAttribute('aria-disabled')).toBe('true');
    expect(up.hasAttribute('disabled')).toBe(false);
    fireEvent.click(up);
    expect(document.activeElement).toBe(up);
    expect(await outbox()).toEqual([]);
  });

  it('is walked by arrows, Home and End, and left by Esc, Tab and a tap beside it', async () => {
    await open(three());
    fireEvent.click(menuOf('todo 2'));
    const focused = () => document.activeElement?.textContent;
    press('ArrowDown');
    expect(focused()).toBe('Down');
    press('End');
    expect(focused()).toBe('Delete');
    press('ArrowDown');
    expect(focused()).toBe('Up');
    press('ArrowUp');
    expect(focused()).toBe('Delete');
    press('Home');
    expect(focused()).toBe('Up');
    press('Tab');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(menuOf('todo 2'));
    fireEvent.click(menuOf('todo 2'));
    fireEvent.click(screen.getByRole('dialog').querySelector('[aria-hidden]')!);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(menuOf('todo 2'));
  });

  it('opens a folded column for a card that would vanish in it', async () => {
    await open([task('Moving'), ...tasksOf('done', 5)]);
    choose('Moving', 'Bottom of Done');
    expect(cards('Done').length).toBe(6);
    expect(document.activeElement).toBe(menuOf('Moving'));
    await screen.findByText('Moved “Moving” to Done, 6 of 6.');
  });

  it('puts the card back, with the focus, when the device cannot keep the move', async () => {
    await open(three());
    fillDevice();
    choose('todo 2', 'Top of Done');
    expect(cards('Done')).toEqual(['todo 2']);
    await toast('Error updating task', 'There was a problem updating the task status');
    expect(board()).toMatchObject({ 'To Do': ['todo 1', 'todo 2', 'todo 3'], Done: [] });
    expect(document.activeElement).toBe(menuOf('todo 2'));
    expect(screen.queryByText(/^Moved/)).toBeNull();
  });

  it('moves nothing for an account that is an admin’s no more', async () => {
    await open(three());
    fireEvent.click(menuOf('todo 2'));
    void signIn({ ...admin, isAdmin: false });
    fireEvent.click(screen.getByRole('menuitem', { name: 'Top of Done' }));
    await toast('Permission denied', 'Only admins can move tasks between columns');
    expect(await outbox()).toEqual([]);
  });

  it('counts the column anew, in one mutation, where two positions leave no room', async () => {
    const tasks = [task('A', 'done', 1), task('B', 'done', 1), task('C', 'done', 1), task('X')];
    await open(tasks);
    const [first, second, third] = cards('Done');
    choose('X', 'Bottom of Done');
    await screen.findByText('Moved “X” to Done, 4 of 4.');
    choose('X', 'Up');
    await screen.findByText('Moved “X” to Done, 3 of 4.');
    await waitFor(() => expect(cards('Done')).toEqual([first, second, 'X', third]));
    expect((await outbox()).map(({ changes }) => changes.length)).toEqual([1, 2]);
  });
});

describe('the grip', () => {
  it('is lifted by Space, moved by arrows within and across columns, and dropped by Space', async () => {
    const tasks = [...tasksOf('todo', 3), ...tasksOf('in-progress', 2), ...tasksOf('done', 1)];
    await open(tasks);
    gripOf('todo 2').focus();
    press(' ');
    expect(screen.getByText('Lifted “todo 2”. To Do, 2 of 3.')).toBeTruthy();
    expect(gripOf('todo 2').getAttribute('aria-pressed')).toBe('true');
    press('ArrowRight');
    expect(screen.getByText('In Progress, 2 of 3.')).toBeTruthy();
    press('ArrowRight');
    expect(screen.getByText('Done, 2 of 2.')).toBeTruthy();
    press('ArrowUp');
    expect(screen.getByText('Done, 1 of 2.')).toBeTruthy();
    expect(await outbox()).toEqual([]);
    press(' ');
    expect(cards('Done')).toEqual(['todo 2', 'done 1']);
    expect(document.activeElement).toBe(gripOf('todo 2'));
    await screen.findByText('Moved “todo 2” to Done, 1 of 2.');
    await toast('Task updated', 'Task status has been updated successfully');
    expect(await rowOf(tasks[1]!.id)).toMatchObject({ status: 'done', position: -1 });
  });

  it('is returned by Esc, and by leaving it', async () => {
    await open(tasksOf('todo', 3));
    for (const leave of [() => press('Escape'), () => act(() => box().focus())]) {
      act(() => gripOf('todo 1').focus());
      press('Enter');
      press('ArrowRight');
      leave();
      expect(screen.getByText('Returned “todo 1” to To Do, 1 of 3.')).toBeTruthy();
      expect(gripOf('todo 1').getAttribute('aria-pressed')).toBe('false');
      expect(cards('To Do')).toEqual(['todo 1', 'todo 2', 'todo 3']);
    }
    expect(await outbox()).toEqual([]);
  });

  it('dropped where it was changes nothing', async () => {
    await open(tasksOf('todo', 3));
    act(() => gripOf('todo 1').focus());
    for (const key of [' ', 'ArrowDown', 'ArrowUp', ' ']) press(key);
    expect(screen.getByText('“todo 1” stays where it was.')).toBeTruthy();
    expect(await outbox()).toEqual([]);
  });

  it('keeps within the board', async () => {
    await open(tasksOf('todo', 2));
    act(() => gripOf('todo 2').focus());
    for (const key of [' ', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'Home']) press(key);
    expect(screen.getByText('To Do, 1 of 2.')).toBeTruthy();
    for (const key of ['End', 'ArrowRight', 'ArrowRight', 'ArrowRight']) press(key);
    expect(screen.getByText('Done, 1 of 1.')).toBeTruthy();
  });

  it('is clicked by screen readers', async () => {
    await open(tasksOf('todo', 2));
    fireEvent.click(gripOf('todo 1'));
    press('ArrowDown');
    fireEvent.click(gripOf('todo 1'));
    await screen.findByText('Moved “todo 1” to To Do, 2 of 2.');
  });

  it('opens a folded column when the card goes where nothing is shown', async () => {
    await open([task('Moving'), ...tasksOf('done', 8)]);
    act(() => gripOf('Moving').focus());
    for (const key of [' ', 'ArrowRight', 'ArrowRight', 'End', ' ']) press(key);
    await screen.findByText('Moved “Moving” to Done, 9 of 9.');
    expect(cards('Done').at(-1)).toBe('Moving');
    expect(document.activeElement).toBe(gripOf('Moving'));
  });

  it('lets go when the card is deleted meanwhile', async () => {
    const tasks = tasksOf('todo', 2);
    await open(tasks);
    act(() => gripOf('todo 1').focus());
    press(' ');
    press('ArrowRight');
    await act(async () => {
      await database.table('tasks').delete(tasks[0]!.id);
    });
    await waitFor(() => expect(cards('To Do')).toEqual(['todo 2']));
    expect(column('In Progress').textContent).toContain('No tasks in this column');
  });
});

describe('an admin’s column', () => {
  it('shows five of more, the rest on request, and its count', async () => {
    await open(tasksOf('todo', 7));
    const todo = within(column('To Do'));
    expect(cards('To Do').length).toBe(5);
    expect(column('To Do').querySelector('.tabular-nums')?.lastChild?.textContent).toBe('7');
    fireEvent.click(todo.getByRole('button', { name: 'Show 2 more' }));
    expect(cards('To Do').length).toBe(7);
    expect(todo.getByRole('list').className).toContain('max-h-[500px] overflow-y-auto');
    fireEvent.click(todo.getByRole('button', { name: 'Collapse To Do' }));
    expect(cards('To Do').length).toBe(5);
    expect(within(column('Done')).getByText('No tasks in this column')).toBeTruthy();
  });
});

describe('a card whose row waits in the outbox', () => {
  it('says in words that it is on this device only, until the server has answered', async () => {
    const tasks = tasksOf('todo', 2);
    await open(tasks);
    expect(screen.queryByText('on this device')).toBeNull();
    choose('todo 1', 'Down');
    const mark = await screen.findByText('on this device');
    expect(mark.closest('[data-task]')?.getAttribute('data-task')).toBe(tasks[0]!.id);
    await act(() => database.outbox.clear());
    await waitFor(() => expect(screen.queryByText('on this device')).toBeNull());
  });
});

describe('deleting a task', () => {
  const place = (content: string) => screen.findByRole('group', { name: `“${content}” deleted` });

  it('shows at once, with the way back in its place, and leaves the focus there', async () => {
    await open(tasksOf('todo', 3));
    choose('todo 2', 'Delete');
    const deleted = await place('todo 2');
    expect(cards('To Do')).toEqual(['todo 1', 'todo 3']);
    expect(within(column('To Do')).getByText('Tasks:').parentElement?.textContent).toBe('Tasks: 2');
    expect(deleted.closest('li')?.previousElementSibling?.textContent).toContain('todo 1');
    await toast('Task deleted', '“todo 2”');
    await waitFor(() => expect(document.activeElement).toBe(deleted));
    const [deletion] = await outbox();
    expect(deletion).toMatchObject({ label: 'Delete task “todo 2”', changes: [{ op: 'delete' }] });
    expect(deletion!.heldUntil! - deletion!.at).toBe(UNDO_MS);
    fireEvent.click(within(deleted).getByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(cards('To Do')).toEqual(['todo 1', 'todo 2', 'todo 3']));
    expect(await outbox()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(menuOf('todo 2')));
  });

  it('leaves no gap for others to move into: the folded column keeps its five cards', async () => {
    await open(tasksOf('todo', 6));
    choose('todo 2', 'Delete');
    await place('todo 2');
    expect(cards('To Do')).toEqual(['todo 1', 'todo 3', 'todo 4', 'todo 5']);
    expect(screen.getByRole('button', { name: 'Show 1 more' })).toBeTruthy();
  });

  it('is over everywhere when it has been sent; the focus goes to a card nearby', async () => {
    await open(tasksOf('todo', 2));
    choose('todo 1', 'Delete');
    const deleted = await place('todo 1');
    act(() => within(deleted).getByRole('button', { name: /^Undo/ }).focus());
    await act(() => database.outbox.toCollection().modify({ sent: true }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(menuOf('todo 2')));
  });

  it('says so when it was sent a moment before it is undone, and makes nothing anew', async () => {
    await open(tasksOf('todo', 1));
    choose('todo 1', 'Delete');
    const deleted = await place('todo 1');
    void database.outbox.toCollection().modify({ sent: true });
    fireEvent.click(within(deleted).getByRole('button', { name: /^Undo/ }));
    await toast('Task not brought back', 'The deletion had been sent already');
    expect(await outbox()).toHaveLength(1);
  });

  it('that the device cannot keep leaves the card', async () => {
    await open(tasksOf('todo', 1));
    fillDevice();
    choose('todo 1', 'Delete');
    await toast('Error deleting task', 'There was a problem deleting the task');
    expect(cards('To Do')).toEqual(['todo 1']);
  });
});

describe('editing a task’s text', () => {
  const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text of/ });
  const write = (value: string) => fireEvent.change(text(), { target: { value } });
  const openText = async (content: string) => {
    choose(content, 'Edit text');
    await screen.findByRole('textbox', { name: /^Text of/ });
  };

  it('begins with the text it has, and writes the text alone', async () => {
    const tasks = tasksOf('todo', 2);
    await open(tasks);
    await openText('todo 1');
    expect(document.activeElement).toBe(text());
    expect(text().value).toBe('todo 1');
    write(' Better ');
    fireEvent.keyDown(text(), { key: 'Enter' });
    await toast('Task updated', 'Task text has been updated successfully');
    await waitFor(() => expect(cards('To Do')).toEqual(['Better', 'todo 2']));
    expect(document.activeElement).toBe(menuOf('Better'));
    expect(await outbox()).toMatchObject([
      { changes: [{ op: 'update', id: tasks[0]!.id, values: { content: 'Better' } }] },
    ]);
  });

  it('is left by Esc, Cancel, and Save without a change; blank text is not taken', async () => {
    await open(tasksOf('todo', 1));
    for (const leave of [
      () => fireEvent.keyDown(text(), { key: 'Escape' }),
      () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })),
      () => {
        write('  ');
        fireEvent.click(screen.getByRole('button', { name: 'Save' }));
        expect(text().value).toBe('  ');
        write('todo 1 ');
        fireEvent.click(screen.getByRole('button', { name: 'Save' }));
      },
    ]) {
      await openText('todo 1');
      leave();
      expect(cards('To Do')).toEqual(['todo 1']);
      expect(document.activeElement).toBe(menuOf('todo 1'));
    }
    expect(await outbox()).toEqual([]);
  });

  it('that the device cannot keep leaves the text in its box', async () => {
    await open(tasksOf('todo', 1));
    await openText('todo 1');
    write('Too much');
    fillDevice();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await toast('Error updating task', 'There was a problem updating the task text');
    expect(text().value).toBe('Too much');
  });
});

describe('text that is typed on the board and not saved', () => {
  const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
  const openText = async (content: string) => {
    fireEvent.click(menuOf(content));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Edit text' }));
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Text of “${content}”` });
  };
  const kept = () => database.drafts.toArray();
  const keptDrafts = (count: number) =>
    waitFor(async () => expect(await kept()).toHaveLength(count));

  it('E1: a new task is there again after a reload, with its column, until it is added', async () => {
    const { unmount } = await open();
    type('Half a ta');
    fireEvent.change(screen.getByLabelText('Column of the new task'), {
      target: { value: 'done' },
    });
    unmount();
    await keptDrafts(1);
    await open();
    expect(box().value).toBe('Half a ta');
    fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(cards('Done')).toEqual(['Half a ta']));
    await waitFor(() => expect(box().value).toBe(''));
    await keptDrafts(0);
  });

  it('E1: the text of a task that is edited is there again, its card says so, and Cancel ends it', async () => {
    const { unmount } = await open([task('Fly')]);
    fireEvent.change(await openText('Fly'), { target: { value: 'Fly higher' } });
    unmount();
    await keptDrafts(1);
    await open();
    await waitFor(() => expect(column('To Do').textContent).toContain('unsaved draft'));
    const again = await openText('Fly');
    expect(again.value).toBe('Fly higher');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await keptDrafts(0);
    await waitFor(() => expect(column('To Do').textContent).not.toContain('unsaved draft'));
  });

  it('R30: is offered to another tab of its author, and to nobody else', async () => {
    const { unmount } = await open();
    type('Half a ta');
    unmount();
    await keptDrafts(1);
    editor = openEditor(database, {
      tab: { id: async () => 'another', open: async () => new Set(['another']) },
    });
    await open([], { ...admin, userId: 'other' }).then((shown) => {
      expect(document.body.textContent).not.toContain('Half a ta');
      shown.unmount();
    });
    await open();
    await screen.findByText(/^Unsaved draft from .*: “Half a ta”$/);
    expect(box().value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: /^Continue/ }));
    await waitFor(() => expect(box().value).toBe('Half a ta'));
    await keptDrafts(1);
  });
});

it('a task that is added to a folded column can be seen at once', async () => {
  const scrolled: unknown[] = [];
  HTMLElement.prototype.scrollIntoView = function () {
    scrolled.push(this.textContent);
  };
  await open(tasksOf('todo', 7));
  expect(cards('To Do')).toHaveLength(5);
  fireEvent.change(box(), { target: { value: 'The eighth' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
  await waitFor(() => expect(cards('To Do').at(-1)).toBe('The eighth'));
  expect(scrolled).toEqual([expect.stringContaining('The eighth')]);
});
