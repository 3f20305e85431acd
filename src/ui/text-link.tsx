import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

const inText =
  'font-medium text-accent underline decoration-1 underline-offset-4 hover:decoration-2';

/** A text link to a page of this site. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={inText}>
      {children}
    </Link>
  );
}

/** A text link to another site, in a new tab. */
export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={inText}>
      {children}
      <NewTabNote />
    </a>
  );
}

/** Inside a link that opens a new tab: tells screen readers so. It is not copied with the text around it. */
export function NewTabNote() {
  return <span className="sr-only select-none"> (opens in a new tab)</span>;
}
