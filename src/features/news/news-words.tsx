import { inThousands } from '../../lib/in-words.ts';
import { shortened } from '../../lib/shortened.ts';
import type { NewItem } from './new-item.ts';
import { NewItemLink } from './new-item-link.tsx';

/** Three of them and the words around them fit into the widest column. */
const TITLE_LENGTH = 30;

/** By the width of the column: the title of each place, and how many more there are if that is the last. */
const shownFrom = ['flex', 'hidden @2xl/column:flex', 'hidden @4xl/column:flex'] as const;
const lastAt = [
  'flex @2xl/column:hidden',
  'hidden @2xl/column:flex @4xl/column:hidden',
  'hidden @4xl/column:flex',
] as const;

/** NEWS-3: `New since your last visit: A title, Another, and 4 more`, with as many titles as have room. */
export function NewsWords({ news, onMore }: { news: readonly NewItem[]; onMore: () => void }) {
  return (
    <>
      <span className="shrink-0 self-center @max-lg/column:sr-only">
        New since your last visit:
      </span>
      <span aria-hidden="true" className="shrink-0 self-center @lg/column:hidden">
        New:
      </span>
      {news.slice(0, shownFrom.length).map((item, place) => (
        <span key={`${item.kind} ${item.id}`} className={`min-w-0 ${shownFrom[place]}`}>
          <NewItemLink item={item} className={`min-w-0 ${target}`}>
            <span className="truncate leading-6 underline">
              {shortened(item.title, TITLE_LENGTH)}
            </span>
          </NewItemLink>
          {place < news.length - 1 && <span className="self-center">,</span>}
        </span>
      ))}
      {lastAt.map((className, place) => {
        const more = news.length - place - 1;
        return (
          more > 0 && (
            <span key={className} className={`shrink-0 ${className}`}>
              <button type="button" aria-haspopup="dialog" onClick={onMore} className={target}>
                <span className="underline">{`and ${inThousands(more)} more`}</span>
              </button>
            </span>
          )
        );
      })}
    </>
  );
}

/** As high as the line. */
const target =
  'flex h-full items-center font-medium text-accent decoration-1 underline-offset-4 hover:decoration-2';
