import { useId } from 'react';
import { resources } from '../../content/resources/resources.ts';
import { TypeIcon } from '../../content/resources/type-icon.tsx';
import { find, useContent } from '../../engine/index.ts';
import { RELATED_SHOWN } from '../../lib/limits.ts';
import { webAddress } from '../../lib/web-address.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OwnersMark } from '../../ui/item-marks.tsx';
import { NewTabLink } from '../../ui/text-link.tsx';

/** LEARNING-3. In a wide column it is the last note of the margin, below it stands under the text. */
export function RelatedResources({ learningId }: { learningId: string }) {
  const heading = useId();
  const content = useContent(find(resources, 'learning', learningId));
  if (content.state !== 'ready') return null;
  const { items } = content;
  return (
    <section
      aria-labelledby={heading}
      className="mt-10 @4xl/column:col-start-2 @4xl/column:mt-2 @4xl/column:text-small"
    >
      <h2 id={heading} className="pb-4 text-h2 @4xl/column:pb-3 @4xl/column:text-h3">
        Related Resources
      </h2>
      <Card className="grid max-w-[65ch] grid-cols-[minmax(0,1fr)] gap-4 p-5">
        <ul className="grid gap-3">
          {items.slice(0, RELATED_SHOWN).map(({ id, type, title, link }) => {
            const address = webAddress(link);
            return (
              <li key={id} className="flex items-start gap-3">
                <span className="pt-0.5">
                  <TypeIcon type={type} />
                </span>
                <div className="min-w-0">
                  {address === null ? (
                    <span>{title}</span>
                  ) : (
                    <NewTabLink href={address}>{title}</NewTabLink>
                  )}
                  <OwnersMark id={id} />
                </div>
              </li>
            );
          })}
        </ul>
        {items.length > RELATED_SHOWN && (
          <div>
            <ButtonLink to={`/resources?learning=${encodeURIComponent(learningId)}`}>
              View all {items.length} resources
            </ButtonLink>
          </div>
        )}
      </Card>
    </section>
  );
}
