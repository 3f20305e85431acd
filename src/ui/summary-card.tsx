import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Picture } from './picture.tsx';
import { StretchedLink } from './stretched-link.tsx';

/** A card that links to a page: a picture, a title, a mark below it, a few lines, and facts at its foot. */
export function SummaryCard({
  to,
  title,
  picture,
  mark,
  foot,
  isWide = false,
  children,
}: {
  to: string;
  title: string;
  /** Null shows a stand-in, for cards beside others with a picture; undefined shows nothing. */
  picture?: string | null | undefined;
  mark?: ReactNode;
  foot?: ReactNode;
  /** In a wide column its picture stands beside its words. */
  isWide?: boolean;
  children?: ReactNode;
}) {
  return (
    <Card
      leads
      className={`flex h-full flex-col overflow-hidden ${isWide ? '@xl/column:flex-row' : ''}`}
    >
      {picture !== undefined && (
        <Picture
          src={picture}
          alt=""
          standIn={title}
          ratio="wide"
          of={to}
          className={isWide ? '@xl/column:w-1/2 @xl/column:shrink-0' : ''}
        />
      )}
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h3 className={`line-clamp-3 ${isWide ? 'text-h3 @xl/column:text-h2' : 'text-h3'}`}>
          <StretchedLink to={to}>{title}</StretchedLink>
        </h3>
        {mark}
        {children !== undefined && (
          <div className={`text-muted ${isWide ? 'line-clamp-5' : 'line-clamp-3'}`}>{children}</div>
        )}
        {foot !== undefined && <div className="mt-auto pt-2">{foot}</div>}
      </div>
    </Card>
  );
}
