import { createContext, type ReactNode, useContext } from 'react';

/** What is new since the last visit; nothing in the first one. */
export interface News {
  readonly ids: ReadonlySet<string>;
  /** One line about it; null for none. */
  readonly line: ReactNode;
}

export const noNews: News = { ids: new Set(), line: null };

export const NewsContext = createContext<News>(noNews);

/** Marks a card whose item is new. It hangs from the card's edge, so it moves nothing when it appears later. */
export function NewMark({ id }: { id: string }) {
  if (!useContext(NewsContext).ids.has(id)) return null;
  return (
    <p className="absolute top-0 right-4 z-10 rounded-b-control bg-coral px-2 font-text text-micro leading-4.5 font-semibold tracking-normal text-ink-coral print:hidden">
      New
    </p>
  );
}

/** The line sits in the space above a page's content, and is as high as that, so it moves nothing either. */
export function NewsLine() {
  const { line } = useContext(NewsContext);
  return (
    <div className="relative print:hidden">
      <div
        role="status"
        className="absolute inset-x-0 bottom-full flex h-8 gap-x-1.5 text-small text-muted @max-lg/column:text-micro lg:h-11"
      >
        {line}
      </div>
    </div>
  );
}
