import type { ReactNode } from 'react';
import { Card } from './card.tsx';

/**
 * A whole text under its title and details. In a wide column these and the picture are in the margin, left of the line; in a narrow one
 * the picture comes first.
 *
 * @param props.children the text: words, whose lines end where they end, or an element
 */
export function EntryCard({
  title,
  about,
  picture,
  children,
}: {
  title: string;
  about: ReactNode;
  picture?: ReactNode | undefined;
  children: ReactNode;
}) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] overflow-hidden @4xl/column:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @4xl/column:grid-rows-[auto_1fr] @4xl/column:gap-x-10 @4xl/column:p-8">
      {picture !== undefined && (
        <div className="@4xl/column:row-start-2 @4xl/column:mt-5 @4xl/column:self-start @4xl/column:overflow-hidden @4xl/column:rounded-control">
          {picture}
        </div>
      )}
      <div className="@max-4xl/column:margin-line grid content-start gap-3 px-5 pt-5 @xl/column:px-8 @xl/column:pt-8 @4xl/column:col-start-1 @4xl/column:row-start-1 @4xl/column:p-0">
        <h2 className="text-h2">{title}</h2>
        {about}
      </div>
      <div className="margin-line px-5 pt-3 pb-5 @4xl/column:before:-inset-y-8 @xl/column:px-8 @xl/column:pb-8 @4xl/column:col-start-2 @4xl/column:row-span-2 @4xl/column:row-start-1 @4xl/column:p-0">
        {typeof children === 'string' ? (
          <p className="prose whitespace-pre-line">{children}</p>
        ) : (
          children
        )}
      </div>
    </Card>
  );
}
