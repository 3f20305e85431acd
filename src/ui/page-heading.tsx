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
  beside,
}: {
  /** The page's name; the tab adds the brand to it. */
  title: string;
  /** The heading's content if it differs from the title. */
  children?: ReactNode;
  size?: 'h1' | 'display';
  /** A link to a related page, at the end of the heading's line. */
  beside?: ReactNode;
}) {
  const heading = (
    <h1 tabIndex={-1} className={size === 'h1' ? 'text-h1' : 'text-display'}>
      {children}
    </h1>
  );
  return (
    <>
      <title>{`${title} · ${site.brand}`}</title>
      {beside === undefined ? (
        heading
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          {heading}
          {beside}
        </div>
      )}
    </>
  );
}
