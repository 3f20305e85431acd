import type { ReactNode } from 'react';
import { site } from '../site.config.ts';

/**
 * The page's one `h1` and the title of its tab. After a navigation the focus comes to rest here
 * (app/focus-on-navigation.ts), which is how a screen reader announces the new page, once.
 */
export function PageHeading({
  title,
  children = title,
  size = 'h1',
}: {
  /** The page's name; in the tab, the brand follows it. */
  title: string;
  /** The heading itself, where it says more than the tab. */
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
