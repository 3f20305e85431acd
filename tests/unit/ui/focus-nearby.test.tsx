import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { historyOf } from '../../../src/content/past/past-addresses.ts';
import { takesFocus, useFocusNearby } from '../../../src/ui/use-focus-nearby.ts';
import { openDashboard } from '../../support/dashboard.tsx';
import { unreachable } from '../../support/failures.ts';
import { commentaryRow, learningRow } from '../../support/rows.ts';
import {
  admin,
  type Device,
  field,
  formOf,
  newDevice,
  type Part,
  render,
  toast,
  type,
} from '../../support/site.tsx';

/** A control that goes with its own press: the focus stays near, so that keyboards and screen readers go on from there. */

const focused = () => document.activeElement;
/** As a keyboard does. */
function pressKey(at: Part, name: string) {
  const button = at.getByRole('button', { name });
  act(() => button.focus());
  fireEvent.keyDown(button, { key: 'Enter' });
  fireEvent.click(button);
}

describe('the focus of what vanishes', () => {
  function Things({ usual }: { usual: boolean }) {
    const [gone, setGone] = useState<readonly string[]>([]);
    return (
      <main ref={useFocusNearby()}>
        <h1 tabIndex={-1}>Things</h1>
        <div>
          {usual && (
            <button type="button" {...takesFocus}>
              usual
            </button>
          )}
          {['a', 'b', 'c'].map(
            (one) =>
              !gone.includes(one) && (
                <button key={one} type="button" onClick={() => setGone([...gone, one])}>
                  {one}
                </button>
              ),
          )}
          {gone.includes('a') && !gone.includes('A') && (
            <button type="button" onClick={() => setGone([...gone, 'A'])}>
              A
            </button>
          )}
        </div>
        <input aria-label="text" />
      </main>
    );
  }
  const named = () => focused()?.textContent || focused()?.getAttribute('aria-label');

  it('goes to what stands behind it, to what stands before it, and out of its parent at last', async () => {
    render(<Things usual={false} />);
    for (const [one, next] of [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'A'],
      ['A', 'text'],
    ] as const) {
      pressKey(screen, one);
      await waitFor(() => expect(named()).toBe(next));
    }
  });

  it('goes to the usual button, if there is one beside it', async () => {
    render(<Things usual />);
    pressKey(screen, 'b');
    await waitFor(() => expect(named()).toBe('usual'));
  });

  it('opens no keyboard for whoever has touched it', async () => {
    render(<Things usual={false} />);
    for (const one of ['b', 'c', 'a']) {
      const button = screen.getByRole('button', { name: one });
      act(() => button.focus());
      fireEvent.pointerDown(button, { pointerType: 'touch' });
      fireEvent.click(button);
    }
    const last = screen.getByRole('button', { name: 'A' });
    await waitFor(() => expect(focused()).toBe(last));
    fireEvent.pointerDown(last, { pointerType: 'touch' });
    fireEvent.click(last);
    await waitFor(() => expect(named()).toBe('Things'));
  });

  it('stays nowhere, if it was taken from there before', async () => {
    render(<Things usual={false} />);
    const button = screen.getByRole('button', { name: 'a' });
    act(() => button.focus());
    act(() => button.blur());
    await act(async () => {});
    fireEvent.click(button);
    await act(async () => {});
    expect(focused()).toBe(document.body);
  });
});

describe('in the screens of admins', () => {
  const future = '2999-03-14T10:30:00+00:00';
  const planned = commentaryRow({ title: 'Planned', created_at: future, published_at: future });
  let device: Device;
  beforeEach(async () => {
    device = await newDevice({ rows: { commentaries: [planned] }, account: admin });
  });

  it('PUBLISH-1: ‘Publish now’ hands it to the button that saves, of which a second press does no harm', async () => {
    device.open(`/admin/commentary/${planned.id}`);
    const form = await formOf('Edit commentary');
    pressKey(form, 'Publish now');
    await toast('Commentary published successfully');
    await waitFor(() => expect(focused()?.textContent).toBe('Update Commentary'));
    // Once more, as by a key that was held: nothing is withdrawn.
    pressKey(form, 'Update Commentary');
    expect(form.getByRole('button', { name: 'Withdraw' })).toBeTruthy();
  });

  it('‘Discard draft’ and what was saved meanwhile hand it to the field', async () => {
    await openDashboard(device, 'commentary', { edit: planned.id });
    const form = await formOf('Edit commentary');
    const collide = async (mine: string, saved: string) => {
      type(form, { Title: mine });
      const row = commentaryRow({ ...planned, title: saved });
      await act(() => device.arrive({ commentaries: [row] }));
      await form.findByRole('button', { name: 'Use saved Title' });
    };
    await collide('Mine', 'Theirs');
    pressKey(form, 'Use saved version');
    await waitFor(() => expect(focused()).toBe(field(form, 'Title')));
    await collide('Mine again', 'Theirs again');
    pressKey(form, 'Use saved Title');
    await waitFor(() => expect(focused()).toBe(field(form, 'Title')));
  });

  it('‘Try again’ in the history hands it to what has come', async () => {
    const learning = learningRow({ title: 'Chunking' });
    await device.arrive({ learnings: [learning] });
    device.history.failure = unreachable;
    device.open(historyOf('learnings', learning.id));
    await screen.findByRole('button', { name: 'Try again' });
    device.history.failure = null;
    pressKey(screen, 'Try again');
    await screen.findByText('There is no earlier version yet.');
    await waitFor(() => expect(focused()).not.toBe(document.body));
  });

  it('WRITE-4: one ‘Zen’ hands it to the other', async () => {
    device.open(`/admin/commentary/${planned.id}`);
    const form = await formOf('Edit commentary');
    pressKey(form, 'Zen');
    await waitFor(() => expect(form.getAllByRole('button', { name: 'Zen' })).toHaveLength(2));
    const inBar = form.getAllByRole('button', { name: 'Zen' })[1];
    expect(focused()).toBe(inBar);
    if (inBar) fireEvent.click(inBar);
    expect(focused()).toBe(form.getByRole('button', { name: 'Zen' }));
  });
});
