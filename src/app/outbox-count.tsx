import { NavLink } from 'react-router-dom';
import { useOutbox } from '../store/editing.tsx';

/**
 * The way to the outbox, with how many edits are in it; nothing while there are none. Visitors have none.
 *
 * @param replace see Sidebar
 */
export function OutboxCount({ replace }: { replace: boolean }) {
  const { waiting, rejected } = useOutbox();
  const count = waiting.length + rejected.length;
  if (count === 0) return null;
  return (
    <NavLink
      to="/admin/outbox"
      replace={replace}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-muted transition-colors hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink"
    >
      <span aria-hidden="true" className="size-2.5 shrink-0 rounded-chip bg-coral" />
      <span className="text-small tabular-nums">
        {countInWords(waiting.length, rejected.length)}
      </span>
    </NavLink>
  );
}

/** `3 edits waiting, 1 needs you` */
export function countInWords(waiting: number, rejected: number): string {
  const edits = (count: number) => (count === 1 ? '1 edit' : `${count} edits`);
  if (rejected === 0) return `${edits(waiting)} waiting`;
  if (waiting > 0) return `${edits(waiting)} waiting, ${needsYou(rejected)}`;
  return `${edits(rejected)} ${rejected === 1 ? 'needs' : 'need'} you`;
}

function needsYou(count: number): string {
  return `${count} ${count === 1 ? 'needs' : 'need'} you`;
}
