import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

const look =
  'min-h-11 max-w-full truncate rounded-chip border border-control bg-surface px-4 text-small font-medium transition-colors hover:border-ink on:border-ink on:bg-ink on:text-paper';

/** A choice that is on or off, one of several in a row. */
export function ToggleChip({
  pressed,
  onToggle,
  children,
}: {
  pressed: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onToggle} className={look}>
      {children}
    </button>
  );
}

/** The same as a link, for a choice with an address of its own. The link of the one that is on leads to where it is off. */
export function LinkChip({
  to,
  isOn,
  children,
}: {
  to: string;
  isOn: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isOn || undefined}
      className={`inline-flex items-center gap-2 ${look}`}
    >
      {children}
    </Link>
  );
}
