import { NavLink } from 'react-router-dom';
import { useOutbox } from '../engine/index.ts';
import { counted } from '../lib/in-words.ts';

/**
 * The link to the outbox with the number of its edits; nothing if it is empty. It counts the edits of other accounts only
 * if the signed-in account has none.
 *
 * @param replace see Sidebar
 */
export function OutboxCount({ replace }: { replace: boolean }) {
  const { account, waiting, rejected, others } = useOutbox();
  const own = waiting.length + rejected.length;
  if (own + others === 0) return null;
  return (
    <NavLink
      to="/admin/outbox"
      replace={replace}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-muted transition-colors hover:text-ink on:bg-sunken on:font-semibold on:text-ink"
    >
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-chip ${own > 0 ? 'bg-coral' : 'border border-control'}`}
      />
      <span className="text-small tabular-nums">
        {own > 0
          ? countInWords(waiting.length, rejected.length)
          : othersInWords(others, account !== null)}
      </span>
    </NavLink>
  );
}

/** The reader may be their author, signed out. */
function othersInWords(others: number, isSignedIn: boolean): string {
  if (isSignedIn) return `${counted(others, 'edit')} by someone else`;
  return `${counted(others, 'edit')} ${others === 1 ? 'waits' : 'wait'} for sign-in`;
}

/** `3 edits waiting, 1 needs you` */
export function countInWords(waiting: number, rejected: number): string {
  if (rejected === 0) return `${counted(waiting, 'edit')} waiting`;
  if (waiting > 0) return `${counted(waiting, 'edit')} waiting, ${needsYou(rejected)}`;
  return `${counted(rejected, 'edit')} ${rejected === 1 ? 'needs' : 'need'} you`;
}

function needsYou(count: number): string {
  return `${count} ${count === 1 ? 'needs' : 'need'} you`;
}
