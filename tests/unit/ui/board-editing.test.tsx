import '../../support/dompurify-in-happy-dom.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { UNDO_MS } from '../../../src/lib/limits.ts';
import {
  box,
  cards,
  choose,
  column,
  menuOf,
  openBoard,
  openPage,
  task,
  tasksOf,
} from '../../support/board.tsx';
import { draftsAtCommit } from '../../support/drafts-at-commit.ts';
import { admin, type Device, stopClock, toast } from '../../support/site.tsx';

describe('deleting a task', () => {
  const place = (content: string) => screen.findByRole('group', { name: `“${content}” deleted` });

  it('DIFF-7: shows at once, with Undo in its place, and leaves the focus there', async () => {
    stopClock();
    const device = await openBoard(tasksOf('todo', 3));
    choose('todo 2', 'Delete');
    const deleted = await place('todo 2');
    expect(cards('To Do')).toEqual(['todo 1', 'todo 3']);
    expect(within(column('To Do')).getByText('Tasks:').parentElement?.textContent).toBe('Tasks: 2');
    expect(deleted.closest('li')?.previousElementSibling?.textContent).toContain('todo 1');
    await toast('Task deleted', '“todo 2”');
    await waitFor(() => expect(document.activeElement).toBe(deleted));
    const [deletion] = await device.waiting();
    expect(deletion).toMatchObject({ label: 'Delete task “todo 2”', changes: [{ op: 'delete' }] });
    expect(deletion!.heldUntil! - deletion!.at).toBe(UNDO_MS);
    fireEvent.click(within(deleted).getByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(cards('To Do')).toEqual(['todo 1', 'todo 2', 'todo 3']));
    expect(await device.waiting()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(menuOf('todo 2')));
  });

  it('leaves no gap for others to move into: the folded column keeps its five cards', async () => {
    await openBoard(tasksOf('todo', 6));
    choose('todo 2', 'Delete');
    await place('todo 2');
    expect(cards('To Do')).toEqual(['todo 1', 'todo 3', 'todo 4', 'todo 5']);
    expect(screen.getByRole('button', { name: 'Show 1 more' })).toBeTruthy();
  });

  it('can no longer be undone in any tab when it has been sent; the focus goes to a card nearby', async () => {
    const device = await openBoard(tasksOf('todo', 2));
    choose('todo 1', 'Delete');
    const deleted = await place('todo 1');
    act(() => within(deleted).getByRole('button', { name: /^Undo/ }).focus());
    await act(() => device.database.outbox.toCollection().modify({ sent: true }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(menuOf('todo 2')));
  });

  it('says so when it was sent a moment before Undo, and creates nothing anew', async () => {
    const device = await openBoard(tasksOf('todo', 1));
    choose('todo 1', 'Delete');
    const deleted = await place('todo 1');
    void device.database.outbox.toCollection().modify({ sent: true });
    fireEvent.click(within(deleted).getByRole('button', { name: /^Undo/ }));
    await toast('Task not brought back', 'The deletion was already sent');
    expect(await device.waiting()).toHaveLength(1);
  });

  it('leaves the card when the device cannot store the deletion', async () => {
    const device = await openBoard(tasksOf('todo', 1));
    device.fill();
    choose('todo 1', 'Delete');
    await toast('Error deleting task', 'There was a problem deleting the task');
    expect(cards('To Do')).toEqual(['todo 1']);
  });
});

describe('DIFF-7: editing a task’s text', () => {
  const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text of/ });
  const write = (value: string) => fireEvent.change(text(), { target: { value } });
  const openText = async (content: string) => {
    choose(content, 'Edit text');
    await screen.findByRole('textbox', { name: /^Text of/ });
  };

  it('begins with the text it has, and writes the text alone', async () => {
    const tasks = tasksOf('todo', 2);
    const device = await openBoard(tasks);
    await openText('todo 1');
    expect(document.activeElement).toBe(text());
    expect(text().value).toBe('todo 1');
    write(' Better ');
    // These confirm and drop a word of an input method; Safari reports the press when the word is there.
    for (const key of ['Enter', 'Escape']) fireEvent.keyDown(text(), { key, keyCode: 229 });
    expect(text().value).toBe(' Better ');
    fireEvent.keyDown(text(), { key: 'Enter' });
    await toast('Task updated', 'Task text has been updated successfully');
    await waitFor(() => expect(cards('To Do')).toEqual(['Better', 'todo 2']));
    expect(document.activeElement).toBe(menuOf('Better'));
    expect(await device.waiting()).toMatchObject([
      { changes: [{ op: 'update', id: tasks[0]!.id, values: { content: 'Better' } }] },
    ]);
  });

  it('ends by Esc, Cancel, and Save without a change; blank text is not accepted', async () => {
    const device = await openBoard(tasksOf('todo', 1));
    for (const leave of [
      () => fireEvent.keyDown(text(), { key: 'Escape' }),
      () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })),
      () => {
        for (const blank of ['  ', '\u200b\u3164']) {
          write(blank);
          fireEvent.click(screen.getByRole('button', { name: 'Save' }));
          expect(text().value).toBe(blank);
        }
        write('todo 1 ');
        fireEvent.click(screen.getByRole('button', { name: 'Save' }));
      },
    ]) {
      await openText('todo 1');
      leave();
      expect(cards('To Do')).toEqual(['todo 1']);
      expect(document.activeElement).toBe(menuOf('todo 1'));
    }
    expect(await device.waiting()).toEqual([]);
  });

  it('leaves the text in its box when the device cannot store it', async () => {
    const device = await openBoard(tasksOf('todo', 1));
    await openText('todo 1');
    write('Too much');
    device.fill();
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
  const keptDrafts = ({ database }: Device, count: number) =>
    waitFor(async () => expect(await database.drafts.count()).toBe(count));

  it('E1: a new task is there again after a reload, with its column, until it is added', async () => {
    const device = await openBoard();
    type('Half a ta');
    fireEvent.change(screen.getByLabelText('Column of the new task'), {
      target: { value: 'done' },
    });
    device.unmount();
    await keptDrafts(device, 1);
    await openPage(device);
    await screen.findByDisplayValue('Half a ta');
    fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(cards('Done')).toEqual(['Half a ta']));
    await waitFor(() => expect(box().value).toBe(''));
    await keptDrafts(device, 0);
  });

  it('E1: the text of a task that is edited is there again, its card says so, and Cancel ends it', async () => {
    const device = await openBoard([task('Fly')]);
    fireEvent.change(await openText('Fly'), { target: { value: 'Fly higher' } });
    device.unmount();
    await keptDrafts(device, 1);
    await openPage(device);
    await waitFor(() => expect(column('To Do').textContent).toContain('unsaved draft'));
    const again = await openText('Fly');
    expect(again.value).toBe('Fly higher');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await keptDrafts(device, 0);
    await waitFor(() => expect(column('To Do').textContent).not.toContain('unsaved draft'));
  });

  it('E3: goes with the edit, so that a page that ends right after it leaves nothing to save again', async () => {
    const device = await openBoard([task('Fly')]);
    type('Land');
    await keptDrafts(device, 1);
    const ofNew = draftsAtCommit(device.database);
    fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
    expect(await ofNew).toBe(0);
    fireEvent.change(await openText('Fly'), { target: { value: 'Fly higher' } });
    await keptDrafts(device, 1);
    const ofText = draftsAtCommit(device.database);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await ofText).toBe(0);
    await waitFor(() => expect(cards('To Do')).toEqual(['Fly higher', 'Land']));
    expect(await device.waiting()).toHaveLength(2);
  });

  it('R30: is offered to another tab of its author only', async () => {
    const device = await openBoard();
    type('Half a ta');
    device.unmount();
    await keptDrafts(device, 1);
    const tab = { id: async () => 'another', open: async () => new Set(['another']) };
    await device.signIn({ ...admin, userId: 'other' });
    const { unmount } = await openPage(device, { tab });
    await screen.findByPlaceholderText('Enter a new task...');
    expect(document.body.textContent).not.toContain('Half a ta');
    unmount();
    await device.signIn(admin);
    await openPage(device, { tab });
    await screen.findByText(/^Unsaved draft from .*: “Half a ta”$/);
    expect(box().value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: /^Continue/ }));
    await waitFor(() => expect(box().value).toBe('Half a ta'));
    await keptDrafts(device, 1);
  });
});

describe('a card in the hand', () => {
  /** It follows the pointer beside its place. */
  const isInHand = () => screen.getAllByText('todo 1').length === 2;
  const from = { button: 0, buttons: 1, clientX: 5, clientY: 5 };

  it.each([
    ['the mouse moves without its button, which was released elsewhere', 'mousemove'],
    ['the window loses the mouse', 'blur'],
    ['the system takes the pointer', 'pointercancel'],
  ])('BOARD-6: is put back when %s', async (_, lost) => {
    const device = await openBoard(tasksOf('todo', 2));
    fireEvent.mouseDown(screen.getByText('todo 1'), from);
    fireEvent.mouseMove(document, { ...from, clientY: 60 });
    await waitFor(() => expect(isInHand()).toBe(true));
    if (lost === 'mousemove') fireEvent.mouseMove(document, { ...from, buttons: 0 });
    else fireEvent(window, new Event(lost));
    await waitFor(() => expect(isInHand()).toBe(false));
    fireEvent.mouseUp(document, from);
    expect(await device.waiting()).toEqual([]);
  });

  it('BOARD-6: is not taken up by a mouse that comes back without its button', async () => {
    await openBoard(tasksOf('todo', 2));
    fireEvent.mouseDown(screen.getByText('todo 1'), from);
    fireEvent.mouseMove(document, { ...from, clientY: 60, buttons: 0 });
    fireEvent.mouseMove(document, { ...from, clientY: 90, buttons: 0 });
    await act(async () => {});
    expect(isInHand()).toBe(false);
  });

  it('BOARD-6: stays there while the focus leaves what had it before', async () => {
    await openBoard(tasksOf('todo', 2));
    fireEvent.mouseDown(screen.getByText('todo 1'), from);
    fireEvent(menuOf('todo 2'), new FocusEvent('blur'));
    fireEvent.mouseMove(document, { ...from, clientY: 60 });
    await waitFor(() => expect(isInHand()).toBe(true));
  });
});
