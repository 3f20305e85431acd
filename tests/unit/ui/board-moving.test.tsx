import '../../support/dompurify-in-happy-dom.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  board,
  box,
  cards,
  choose,
  column,
  gripOf,
  menuOf,
  openBoard,
  strike,
  task,
  tasksOf,
} from '../../support/board.tsx';
import { setServerRows } from '../../support/device.ts';
import { admin, toast } from '../../support/site.tsx';

describe('the Move menu', () => {
  const three = () => tasksOf('todo', 3);

  it('reaches every column, top and bottom, and the places beside', async () => {
    await openBoard(three());
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

  it('BOARD-6 BOARD-7: moves to another column in one mutation of one row, says so, and keeps the focus', async () => {
    const tasks = [...three(), ...tasksOf('done', 2)];
    const device = await openBoard(tasks);
    choose('todo 2', 'Top of Done');
    expect(cards('Done')).toEqual(['todo 2', 'done 1', 'done 2']);
    expect(document.activeElement).toBe(menuOf('todo 2'));
    await toast('Task updated', 'Task status has been updated successfully');
    expect(screen.getByText('Moved “todo 2” to Done, 1 of 3.').getAttribute('role')).toBe('status');
    expect(await device.waiting()).toMatchObject([
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

  it('moves up and down within a column, and announces the place', async () => {
    await openBoard(three());
    choose('todo 3', 'Up');
    await screen.findByText('Moved “todo 3” to To Do, 2 of 3.');
    expect(cards('To Do')).toEqual(['todo 1', 'todo 3', 'todo 2']);
    expect(document.activeElement).toBe(menuOf('todo 3'));
    choose('todo 1', 'Bottom of To Do');
    await screen.findByText('Moved “todo 1” to To Do, 3 of 3.');
    expect(cards('To Do')).toEqual(['todo 3', 'todo 2', 'todo 1']);
    // Its status has not changed, so no toast tells of it.
    expect(screen.queryByText('Task updated')).toBeNull();
  });

  it('A6: has disabled items at the edges, which can be focused and do nothing', async () => {
    const device = await openBoard(three());
    fireEvent.click(menuOf('todo 1'));
    const up = screen.getByRole('menuitem', { name: 'Up' });
    expect(up.getAttribute('aria-disabled')).toBe('true');
    expect(up.hasAttribute('disabled')).toBe(false);
    fireEvent.click(up);
    expect(document.activeElement).toBe(up);
    expect(await device.waiting()).toEqual([]);
  });

  it('is operated by arrows, Home and End, and closed by Esc, Tab and a tap beside it', async () => {
    await openBoard(three());
    fireEvent.click(menuOf('todo 2'));
    const focused = () => document.activeElement?.textContent;
    strike('ArrowDown');
    expect(focused()).toBe('Down');
    strike('End');
    expect(focused()).toBe('Delete');
    strike('ArrowDown');
    expect(focused()).toBe('Up');
    strike('ArrowUp');
    expect(focused()).toBe('Delete');
    strike('Home');
    expect(focused()).toBe('Up');
    strike('Tab');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(menuOf('todo 2'));
    fireEvent.click(menuOf('todo 2'));
    fireEvent.click(screen.getByRole('dialog').querySelector('[aria-hidden]')!);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(menuOf('todo 2'));
  });

  it('opens a folded column for a card that would vanish in it', async () => {
    await openBoard([task('Moving'), ...tasksOf('done', 5)]);
    choose('Moving', 'Bottom of Done');
    expect(cards('Done').length).toBe(6);
    expect(document.activeElement).toBe(menuOf('Moving'));
    await screen.findByText('Moved “Moving” to Done, 6 of 6.');
  });

  it('puts the card back, with the focus, when the device cannot keep the move', async () => {
    const device = await openBoard(three());
    device.fill();
    choose('todo 2', 'Top of Done');
    expect(cards('Done')).toEqual(['todo 2']);
    await toast('Error updating task', 'There was a problem updating the task status');
    expect(board()).toMatchObject({ 'To Do': ['todo 1', 'todo 2', 'todo 3'], Done: [] });
    expect(document.activeElement).toBe(menuOf('todo 2'));
    expect(screen.queryByText(/^Moved/)).toBeNull();
  });

  it('ACCESS-5: moves nothing for an account that is no longer an admin', async () => {
    const device = await openBoard(three());
    fireEvent.click(menuOf('todo 2'));
    void device.database.meta.put({ key: 'account', value: { ...admin, isAdmin: false } });
    fireEvent.click(screen.getByRole('menuitem', { name: 'Top of Done' }));
    await toast('Permission denied', 'Only admins can move tasks between columns');
    expect(await device.waiting()).toEqual([]);
  });

  it('numbers the column anew, in one mutation, when two positions leave no room', async () => {
    const tasks = [task('A', 'done', 1), task('B', 'done', 1), task('C', 'done', 1), task('X')];
    const device = await openBoard(tasks);
    const [first, second, third] = cards('Done');
    choose('X', 'Bottom of Done');
    await screen.findByText('Moved “X” to Done, 4 of 4.');
    choose('X', 'Up');
    await screen.findByText('Moved “X” to Done, 3 of 4.');
    await waitFor(() => expect(cards('Done')).toEqual([first, second, 'X', third]));
    expect((await device.waiting()).map(({ changes }) => changes.length)).toEqual([1, 2]);
  });
});

describe('the grip', () => {
  it('is lifted by Space, moved by arrows within and across columns, and dropped by Space', async () => {
    const tasks = [...tasksOf('todo', 3), ...tasksOf('in-progress', 2), ...tasksOf('done', 1)];
    const device = await openBoard(tasks);
    gripOf('todo 2').focus();
    strike(' ');
    expect(screen.getByText('Lifted “todo 2”. To Do, 2 of 3.')).toBeTruthy();
    expect(gripOf('todo 2').getAttribute('aria-pressed')).toBe('true');
    strike('ArrowRight');
    expect(screen.getByText('In Progress, 2 of 3.')).toBeTruthy();
    strike('ArrowRight');
    expect(screen.getByText('Done, 2 of 2.')).toBeTruthy();
    strike('ArrowUp');
    expect(screen.getByText('Done, 1 of 2.')).toBeTruthy();
    expect(await device.waiting()).toEqual([]);
    strike(' ');
    expect(cards('Done')).toEqual(['todo 2', 'done 1']);
    expect(document.activeElement).toBe(gripOf('todo 2'));
    await screen.findByText('Moved “todo 2” to Done, 1 of 2.');
    await toast('Task updated', 'Task status has been updated successfully');
    expect((await device.rowsOf('tasks')).find(({ id }) => id === tasks[1]!.id)).toMatchObject({
      status: 'done',
      position: -1,
    });
  });

  it('is returned by Esc, and by leaving it', async () => {
    const device = await openBoard(tasksOf('todo', 3));
    for (const leave of [() => strike('Escape'), () => act(() => box().focus())]) {
      act(() => gripOf('todo 1').focus());
      strike('Enter');
      strike('ArrowRight');
      leave();
      expect(screen.getByText('Returned “todo 1” to To Do, 1 of 3.')).toBeTruthy();
      expect(gripOf('todo 1').getAttribute('aria-pressed')).toBe('false');
      expect(cards('To Do')).toEqual(['todo 1', 'todo 2', 'todo 3']);
    }
    expect(await device.waiting()).toEqual([]);
  });

  it('BOARD-6: changes nothing when it is dropped where it was', async () => {
    const device = await openBoard(tasksOf('todo', 3));
    act(() => gripOf('todo 1').focus());
    for (const key of [' ', 'ArrowDown', 'ArrowUp', ' ']) strike(key);
    expect(screen.getByText('“todo 1” stays where it was.')).toBeTruthy();
    expect(await device.waiting()).toEqual([]);
  });

  it('stays within the board', async () => {
    await openBoard(tasksOf('todo', 2));
    act(() => gripOf('todo 2').focus());
    for (const key of [' ', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'Home']) strike(key);
    expect(screen.getByText('To Do, 1 of 2.')).toBeTruthy();
    for (const key of ['End', 'ArrowRight', 'ArrowRight', 'ArrowRight']) strike(key);
    expect(screen.getByText('Done, 1 of 1.')).toBeTruthy();
  });

  it('works by a click, as screen readers use it', async () => {
    await openBoard(tasksOf('todo', 2));
    fireEvent.click(gripOf('todo 1'));
    strike('ArrowDown');
    fireEvent.click(gripOf('todo 1'));
    await screen.findByText('Moved “todo 1” to To Do, 2 of 2.');
  });

  it('opens a folded column when the card goes where nothing is shown', async () => {
    await openBoard([task('Moving'), ...tasksOf('done', 8)]);
    act(() => gripOf('Moving').focus());
    for (const key of [' ', 'ArrowRight', 'ArrowRight', 'End', ' ']) strike(key);
    await screen.findByText('Moved “Moving” to Done, 9 of 9.');
    expect(cards('Done').at(-1)).toBe('Moving');
    expect(document.activeElement).toBe(gripOf('Moving'));
  });

  it('lets go when the card is deleted meanwhile', async () => {
    const tasks = tasksOf('todo', 2);
    const device = await openBoard(tasks);
    act(() => gripOf('todo 1').focus());
    strike(' ');
    strike('ArrowRight');
    await act(async () => {
      await setServerRows(device.database, 'tasks', [], [tasks[0]!.id]);
    });
    await waitFor(() => expect(cards('To Do')).toEqual(['todo 2']));
    expect(column('In Progress').textContent).toContain('No tasks in this column');
  });
});
