import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { NewTabNote } from './text-link.tsx';

/**
 * The one link of a card, on its title, that makes the whole card clickable (`stretched` in styles.css). The card is the nearest
 * positioned ancestor. Other clickable things inside it need `relative`.
 */
export function StretchedLink({
  to,
  state,
  children,
}: {
  to: string;
  /** The navigation's state for the target page. */
  state?: unknown;
  children: ReactNode;
}) {
  return (
    <Link to={to} state={state} className="stretched">
      {children}
    </Link>
  );
}

/** The same for another site, in a new tab. */
export function StretchedNewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="stretched">
      {children}
      <NewTabNote />
    </a>
  );
}
