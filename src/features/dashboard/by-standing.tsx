import { type ReactNode, useState } from 'react';
import type { AnyForm } from '../../content/form/form.ts';
import { standingOf } from '../../content/form/publishing.ts';
import type { Publication } from '../../content/publication.ts';
import type { BaseRow, Place } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { MINUTE_MS } from '../../lib/limits.ts';
import { ToggleChip } from '../../ui/toggle-chip.tsx';
import { useNow } from '../../ui/use-now.ts';

const words: Readonly<Record<Publication, readonly [one: string, many: string]>> = {
  draft: ['draft', 'drafts'],
  scheduled: ['scheduled', 'scheduled'],
  published: ['published', 'published'],
};

/** Chooses rows by where they stand for readers, if some of them are kept back. */
export function ByStanding<Row extends BaseRow>({
  form,
  places,
  children,
}: {
  form: AnyForm;
  places: readonly Place<Row>[];
  children: (chosen: readonly Place<Row>[]) => ReactNode;
}) {
  const [wanted, setWanted] = useState<Publication | null>(null);
  useNow(MINUTE_MS);
  // Rows may have gone out since the last full minute.
  const now = Date.now();
  const standing = (place: Place<Row>) => standingOf(form, place.item, now);
  const isKept = places.some((place) => (standing(place) ?? 'published') !== 'published');
  const of = (one: Publication) => places.filter((place) => standing(place) === one);
  const chosen = wanted === null || !isKept ? places : of(wanted);
  return (
    <>
      {isKept && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Show only</legend>
          {(Object.keys(words) as Publication[]).map((one) => {
            const count = of(one).length;
            if (count === 0) return null;
            return (
              <ToggleChip
                key={one}
                pressed={wanted === one}
                onToggle={() => setWanted(wanted === one ? null : one)}
              >
                {counted(count, ...words[one])}
              </ToggleChip>
            );
          })}
        </fieldset>
      )}
      {/* The last one may just have been published. */}
      {children(chosen.length === 0 ? places : chosen)}
    </>
  );
}
