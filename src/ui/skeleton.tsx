import { Card } from './card.tsx';

interface SkeletonProps {
  /** What the cards to come begin with. */
  shape?: 'text' | 'picture' | 'avatar';
  /** How many lines of text they have below their title. */
  lines?: number;
}

/**
 * Blank cards in the place of those to come, seen only by who waits longer than 150 ms (LOOK-10). They are as large
 * as the real ones, or what is below would move when those come.
 * `label` is what a screen reader hears meanwhile.
 */
export function SkeletonCards({
  count = 3,
  label,
  className,
  ...card
}: SkeletonProps & {
  count?: number;
  label: string;
  /** The grid of the cards to come. */
  className: string;
}) {
  return (
    <div role="status" className={`after-wait ${className}`}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blank cards have nothing else to be told apart by
        <SkeletonCard key={place} {...card} />
      ))}
    </div>
  );
}

function SkeletonCard({ shape = 'text', lines = 2 }: SkeletonProps) {
  return (
    <div aria-hidden="true" data-testid="skeleton-card">
      <Card className="overflow-hidden">
        {shape === 'picture' && <div className="aspect-[16/9] bg-sunken" />}
        {shape === 'avatar' ? (
          <div className="flex items-center gap-3 p-4">
            <div className="size-11 shrink-0 rounded-chip bg-sunken" />
            <div className="h-4 w-2/5 rounded-chip bg-sunken" />
          </div>
        ) : (
          <div className="p-5">
            <div className="mb-2 h-6 w-3/5 rounded-chip bg-sunken" />
            {Array.from({ length: lines }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: neither have lines
              <div key={place} className="flex h-[1.6rem] items-center last:w-4/5">
                <div className="h-4 w-full rounded-chip bg-sunken" />
              </div>
            ))}
          </div>
        )}
      </Card>
    </div>
  );
}
