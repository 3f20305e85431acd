import { type ReactNode, useMemo } from 'react';
import { useOutbox } from '../engine/index.ts';
import { NotSent } from '../ui/item-marks.tsx';

/** Tells the screens which items have edits of the signed-in user that are not sent yet. */
export function MarkNotSent({ children }: { children: ReactNode }) {
  const { waiting } = useOutbox();
  const ids = useMemo(
    () => new Set(waiting.flatMap(({ changes }) => changes.map(({ id }) => id))),
    [waiting],
  );
  return <NotSent value={ids}>{children}</NotSent>;
}
