import type { ReactNode } from 'react';
import { site } from '../site.config.ts';

/**
 * The page's one `h1` and the title of its tab. After a navigation the focus moves here
 * (app/focus-on-navigation.ts), so that a screen reader announces the new page once.
 */
export function PageHeading({
  title,
  children = title,
  size = 'h1',
}: {
  /** The page's name; the tab adds the brand to it. */
  title: string;
  /** The heading's content if it differs from the title. */
  children?: ReactNode;
  size?: 'h1' | 'display';
}) {
  return (
    <>
      <title>{`${title} · ${site.brand}`}</title>
      <h1 tabIndex={-1} className={size === 'h1' ? 'text-h1' : 'text-display'}>
        {children}
      </h1>
    </>
  );
}
