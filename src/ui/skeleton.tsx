import { Card } from './card.tsx';

interface SkeletonProps {
  /** What the real cards begin with. */
  shape?: 'text' | 'picture' | 'avatar';
  /** The number of lines of text below the title. */
  lines?: number;
}

/**
 * Blank cards in place of those still loading, shown after 150 ms (LOOK-10). They are as large as the real ones, so
 * that nothing below moves when those arrive.
 * `label` is what a screen reader announces meanwhile.
 */
export function SkeletonCards({
  count = 3,
  label,
  className,
  ...card
}: SkeletonProps & {
  count?: number;
  label: string;
  /** The classes of the real cards' grid. */
  className: string;
}) {
  return (
    <div role="status" className={`after-wait ${className}`} data-loading>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blank cards have no other identity
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
              // biome-ignore lint/suspicious/noArrayIndexKey: nor have their lines
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
