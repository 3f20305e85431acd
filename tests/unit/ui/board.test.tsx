import '../../support/dompurify-in-happy-dom.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  add,
  box,
  cards,
  choose,
  column,
  openBoard,
  project,
  task,
  tasksOf,
} from '../../support/board.tsx';
import { admin, toast } from '../../support/site.tsx';

describe('a visitor’s board', () => {
  it.each([
    ['nobody is', null],
    ['somebody is who is no admin', { ...admin, isAdmin: false }],
  ])('ACCESS-3: has no way to edit when %s signed in', async (_, account) => {
    await openBoard([task('One')], account);
    await screen.findByText('One');
    expect(screen.queryByPlaceholderText('Enter a new task...')).toBeNull();
    expect(within(column('To Do')).queryByRole('button')).toBeNull();
  });
});

describe('adding a task', () => {
  it('BOARD-3 BOARD-7: puts it into the chosen column after every task of the project, and says so', async () => {
    const device = await openBoard([task('One', 'todo', 3), task('Two', 'done', 7.5)]);
    add('  Three ', 'Done');
    await toast('Task added', 'New task has been added successfully');
    await waitFor(() => expect(cards('Done')).toEqual(['Two', 'Three']));
    expect(box().value).toBe('');
    expect(await device.waiting()).toMatchObject([
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

  it('BOARD-3 DIFF-15: offers the three columns, To Do first, also of a project that has nothing yet', async () => {
    await openBoard();
    const select = screen.getByLabelText<HTMLSelectElement>('Column of the new task');
    expect([...select.options].map((it) => it.text)).toEqual(['To Do', 'In Progress', 'Done']);
    expect(select.selectedOptions[0]?.text).toBe('To Do');
  });

  it('BOARD-5: gives the first task of a project position 0', async () => {
    const device = await openBoard();
    add('First');
    await waitFor(() => expect(cards('To Do')).toEqual(['First']));
    expect(await device.waiting()).toMatchObject([{ changes: [{ values: { position: 0 } }] }]);
  });

  it.each(['', '   '])('BOARD-4: does nothing, silently, with %j', async (text) => {
    const device = await openBoard();
    add(text);
    await new Promise((done) => setTimeout(done, 30));
    expect(await device.waiting()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });

  it('adds once, however often the button is pressed', async () => {
    const device = await openBoard();
    add('Once');
    fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(cards('To Do')).toEqual(['Once']));
    expect((await device.waiting()).length).toBe(1);
  });

  it('BOARD-7: leaves the text in the box, and says so, when the device cannot store the task', async () => {
    const device = await openBoard();
    device.fill();
    add('Too much');
    await toast('Error adding task', 'There was a problem adding the new task');
    expect(box().value).toBe('Too much');
    expect(cards('To Do')).toEqual([]);
  });

  it('ACCESS-5: is refused to an account that is no longer an admin', async () => {
    const device = await openBoard();
    void device.database.meta.put({ key: 'account', value: { ...admin, isAdmin: false } });
    add('Mine');
    await toast('Permission denied', 'Only admins can add tasks');
    expect(await device.waiting()).toEqual([]);
  });
});

describe('an admin’s column', () => {
  it('BOARD-2: shows five tasks, the rest on request, and their count', async () => {
    await openBoard(tasksOf('todo', 7));
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
  it('says that it is on this device only until the server has answered', async () => {
    const tasks = tasksOf('todo', 2);
    const device = await openBoard(tasks);
    expect(screen.queryByText('on this device')).toBeNull();
    choose('todo 1', 'Down');
    const mark = await screen.findByText('on this device');
    expect(mark.closest('[data-task]')?.getAttribute('data-task')).toBe(tasks[0]!.id);
    await act(() => device.database.outbox.clear());
    await waitFor(() => expect(screen.queryByText('on this device')).toBeNull());
  });
});

it('a task of which nothing could be seen is not added', async () => {
  const device = await openBoard([]);
  for (const blank of ['  ', '\u200b\u3164']) {
    fireEvent.change(box(), { target: { value: blank } });
    fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
    await act(async () => {});
    expect(box().value).toBe(blank);
  }
  expect(await device.waiting()).toEqual([]);
});

it('a task that is added to a folded column can be seen at once', async () => {
  const scrolled: unknown[] = [];
  HTMLElement.prototype.scrollIntoView = function () {
    scrolled.push(this.textContent);
  };
  await openBoard(tasksOf('todo', 7));
  expect(cards('To Do')).toHaveLength(5);
  fireEvent.change(box(), { target: { value: 'The eighth' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
  await waitFor(() => expect(cards('To Do').at(-1)).toBe('The eighth'));
  expect(scrolled).toEqual([expect.stringContaining('The eighth')]);
});
