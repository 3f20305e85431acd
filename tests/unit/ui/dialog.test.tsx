import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Dialog } from '../../../src/ui/dialog.tsx';
import { render } from '../../support/site.tsx';

let setOpen: (open: boolean) => void;
function Screen() {
  const [open, set] = useState(false);
  setOpen = set;
  return (
    <Dialog open={open} onClose={() => set(false)} label="Words">
      <p>What is in it</p>
    </Dialog>
  );
}

describe('a dialog', () => {
  it('opens and closes together with its contents', async () => {
    render(<Screen />);
    const dialog = document.querySelector('dialog');
    const seen: [full: boolean | undefined, open: boolean | undefined][] = [];
    const look = () => seen.push([dialog?.hasChildNodes(), dialog?.open]);
    const watcher = new MutationObserver(look);
    if (dialog !== null) watcher.observe(dialog, { childList: true });
    // As an answer of the network would do it: outside of an event, where effects may run a frame later.
    for (const open of [true, false]) {
      await waitFor(() => {
        setOpen(open);
        expect(dialog?.hasChildNodes()).toBe(open);
      });
    }
    await waitFor(() =>
      expect(seen).toEqual([
        [true, true],
        [false, false],
      ]),
    );
  });
});
