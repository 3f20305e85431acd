import { dayAndTime } from '../lib/in-words.ts';
import type { Instant } from '../lib/millis.ts';
import { Button } from './button.tsx';

interface Offer {
  readonly key: string;
  readonly at: Instant;
  /** The tab in which it is being typed is open. */
  readonly isOpen: boolean;
  /** An excerpt of it. */
  readonly what: string;
  readonly onTake: () => void;
  readonly onDiscard: () => void;
}

/**
 * Unsaved drafts of other tabs and earlier visits. They are only offered and never fill in the form by themselves.
 * A draft that is being typed in another tab cannot be discarded here.
 */
export function DraftOffers({ offers }: { offers: readonly Offer[] }) {
  return (
    // Live regions are announced only if they exist before their text.
    <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:absolute">
      {offers.map(({ key, at, isOpen, what, onTake, onDiscard }) => (
        <div
          key={key}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-busy-wash py-1 pr-1 pl-4 text-small"
        >
          <p className="min-w-40 flex-1 py-2 font-medium wrap-anywhere text-busy">
            {`${isOpen ? 'Another tab holds an unsaved draft' : 'Unsaved draft'} from ${dayAndTime(at, Date.now())}: ${what}`}
          </p>
          <div className="-ml-3 flex flex-wrap">
            <Button look="bare" onClick={onTake}>
              {isOpen ? 'Copy it here' : 'Continue'}
              <span className="sr-only"> the draft from {dayAndTime(at, Date.now())}</span>
            </Button>
            {!isOpen && (
              <Button look="bare" onClick={onDiscard}>
                Discard
                <span className="sr-only"> the draft from {dayAndTime(at, Date.now())}</span>
              </Button>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}
