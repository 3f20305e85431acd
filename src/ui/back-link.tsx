import { Link } from 'react-router-dom';
import { Icon } from './icon.tsx';

/** The classes of a page's first line: the way back at its start, the page's actions at its end. */
export const besideBack = 'flex min-h-11 items-center justify-between gap-2';

/** The link above a page's heading to the page above it. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-control px-2 font-medium text-muted transition-colors hover:text-ink print:hidden"
    >
      <Icon name="back" className="size-4" />
      {children}
    </Link>
  );
}
