import { Card } from './card.tsx';

/**
 * Blank cards in the place of those to come, seen only by who waits longer than 150 ms.
 * `label` is what a screen reader hears meanwhile.
 */
export function SkeletonCards({
  count = 3,
  label,
  picture = false,
  className,
}: {
  count?: number;
  label: string;
  /** Whether the cards to come begin with a picture. */
  picture?: boolean;
  /** The grid of the cards to come. */
  className: string;
}) {
  return (
    <div role="status" className={`after-wait ${className}`}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blank cards have nothing else to be told apart by
        <SkeletonCard key={place} picture={picture} />
      ))}
    </div>
  );
}

function SkeletonCard({ picture }: { picture: boolean }) {
  return (
    <div aria-hidden="true" data-testid="skeleton-card">
      <Card className="overflow-hidden">
        {picture && <div className="aspect-[16/10] bg-sunken" />}
        <div className="grid gap-3 p-5">
          <div className="h-5 w-3/5 rounded-chip bg-sunken" />
          <div className="h-4 rounded-chip bg-sunken" />
          <div className="h-4 w-4/5 rounded-chip bg-sunken" />
        </div>
      </Card>
    </div>
  );
}
