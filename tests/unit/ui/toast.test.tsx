import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Toast, ToastProvider, useToast } from '../../../src/ui/toast.tsx';
import { render } from '../../support/site.tsx';

let toast: (toast: Toast) => void;
function Screen() {
  toast = useToast();
  return <button type="button">Elsewhere</button>;
}
const show = (...titles: string[]) => {
  for (const title of titles) act(() => toast({ title }));
};
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const titles = () =>
  screen.getAllByRole('button', { name: 'Dismiss' }).map((it) => it.parentElement?.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ToastProvider>
      <Screen />
    </ToastProvider>,
  );
});

describe('a toast', () => {
  it('appears in a live region that was there before it', () => {
    const region = screen.getByRole('status');
    expect(region.textContent).toBe('');
    act(() => toast({ title: 'Permission denied', detail: 'Only admins can add tasks' }));
    expect(screen.getByRole('status')).toBe(region);
    expect(region.textContent).toBe('Permission deniedOnly admins can add tasks');
  });

  it('goes by itself after six seconds', () => {
    show('One');
    wait(5_900);
    expect(titles()).toEqual(['One']);
    wait(200);
    expect(screen.queryByText('One')).toBeNull();
  });

  it('LOOK-11: is one of three at most: the oldest makes room', () => {
    show('One', 'Two', 'Three', 'Four');
    expect(titles()).toEqual(['Two', 'Three', 'Four']);
  });

  it.each([
    ['low on a phone', { top: 700, right: 374 }, 390, 'top'],
    ['high on a phone', { top: 100, right: 374 }, 390, 'bottom'],
    ['low at the right of a wide screen', { top: 700, right: 1_200 }, 1_280, 'top'],
    ['low at the left of a wide screen', { top: 700, right: 600 }, 1_280, 'bottom'],
  ])(
    'LOOK-11: covers neither what it is about nor what has the focus, %s',
    (_, box, width, half) => {
      vi.stubGlobal('innerWidth', width);
      vi.stubGlobal('innerHeight', 844);
      const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
      elsewhere.getBoundingClientRect = () => ({ ...new DOMRect(), ...box });
      const [top, bottom] = [...(screen.getByRole('status').children ?? [])];
      const told = () => (top?.textContent ? 'top' : bottom?.textContent ? 'bottom' : 'nowhere');
      elsewhere.focus();
      show('One');
      expect(told()).toBe(half);
      fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
      elsewhere.blur();
      elsewhere.dataset.task = '1';
      act(() => toast({ title: 'Task added', clearOf: '[data-task="1"]' }));
      expect(told()).toBe(half);
    },
  );

  it('LOOK-11 A1: is reached by a key, the newest first, and its Undo gives the focus back', () => {
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
    elsewhere.focus();
    fireEvent.keyDown(elsewhere, { key: 'F8' });
    expect(document.activeElement).toBe(elsewhere);
    show('One');
    act(() => toast({ title: 'Two', action: { label: 'Undo', onClick: () => {} } }));
    fireEvent.keyDown(elsewhere, { key: 'F8' });
    const undo = screen.getByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(undo);
    fireEvent.click(undo);
    fireEvent.keyDown(document.activeElement!, { key: 'F8' });
    expect(document.activeElement?.parentElement?.textContent).toBe('One');
    fireEvent.click(document.activeElement!);
    expect(document.activeElement).toBe(elsewhere);
  });

  it('replaces an equal one', () => {
    show('One', 'Two', 'One');
    expect(titles()).toEqual(['Two', 'One']);
  });

  it('LOOK-11: waits while the pointer is on it, and then has the rest of its time', () => {
    show('One');
    wait(4_000);
    const region = screen.getByRole('status').parentElement!;
    fireEvent.pointerMove(region);
    wait(60_000);
    expect(titles()).toEqual(['One']);
    vi.spyOn(region, 'matches').mockReturnValue(false);
    fireEvent.pointerLeave(region);
    wait(1_900);
    expect(titles()).toEqual(['One']);
    wait(200);
    expect(screen.queryByText('One')).toBeNull();
  });

  it('LOOK-11: waits while the focus is in it', () => {
    show('One');
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    wait(60_000);
    expect(titles()).toEqual(['One']);
    act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
    wait(6_100);
    expect(screen.queryByText('One')).toBeNull();
  });

  it('is dismissed by its button and by Esc, and the focus goes to the next, then where it came from', () => {
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
    elsewhere.focus();
    show('One', 'Two');
    const [one, two] = screen.getAllByRole('button', { name: 'Dismiss' });
    act(() => one!.focus());
    fireEvent.click(one!);
    expect(titles()).toEqual(['Two']);
    expect(document.activeElement).toBe(two);
    fireEvent.keyDown(two!, { key: 'Escape' });
    expect(screen.queryByText('Two')).toBeNull();
    expect(document.activeElement).toBe(elsewhere);
    show('Three');
    wait(6_100);
    expect(screen.queryByText('Three')).toBeNull();
  });

  it('with an action stays as long as it says, and goes when the action is taken', () => {
    const undo = vi.fn();
    act(() => toast({ title: 'One', action: { label: 'Undo', onClick: undo }, staysMs: 10_000 }));
    act(() => toast({ title: 'One', action: { label: 'Undo', onClick: undo }, staysMs: 10_000 }));
    expect(screen.getAllByText('One')).toHaveLength(2);
    wait(9_900);
    fireEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    expect(undo).toHaveBeenCalledTimes(1);
    expect(screen.getAllByText('One')).toHaveLength(1);
    wait(200);
    expect(screen.queryByText('One')).toBeNull();
  });

  it('gives the focus back when its action is taken', () => {
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
    elsewhere.focus();
    act(() => toast({ title: 'One', action: { label: 'Undo', onClick() {} } }));
    const undo = screen.getByRole('button', { name: 'Undo' });
    act(() => undo.focus());
    fireEvent.click(undo);
    expect(document.activeElement).toBe(elsewhere);
  });
});
