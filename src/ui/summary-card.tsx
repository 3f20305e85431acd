import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Picture } from './picture.tsx';
import { StretchedLink } from './stretched-link.tsx';

/** A card that links to a page: a picture, a title, a mark below it, a few lines. */
export function SummaryCard({
  to,
  title,
  picture,
  mark,
  children,
}: {
  to: string;
  title: string;
  /** Null shows a stand-in, for cards beside others with a picture; undefined shows nothing. */
  picture?: string | null | undefined;
  mark?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      {picture !== undefined && <Picture src={picture} alt="" standIn={title} ratio="wide" />}
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h3 className="text-h3 line-clamp-3">
          <StretchedLink to={to}>{title}</StretchedLink>
        </h3>
        {mark}
        {children !== undefined && <div className="line-clamp-3 text-muted">{children}</div>}
      </div>
    </Card>
  );
}
