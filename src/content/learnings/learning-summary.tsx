import { dayInWords } from '../../lib/in-words.ts';
import { Card } from '../../ui/card.tsx';
import { ItemMarks } from '../../ui/item-marks.tsx';
import { ShortDate } from '../../ui/short-date.tsx';
import { LearningLink } from './learning-link.tsx';
import type { Learning } from './learnings.ts';

/**
 * A learning in brief, below the heading of a section: title, description, day; leads to its page. In a narrow column it has no
 * description: beside the rest of such a page it would be too long.
 *
 * @param address its part of an address: the slug or the id (addresses.ts)
 * @param label why it is here
 */
export function LearningSummary({
  learning,
  address,
  label,
}: {
  learning: Learning;
  address: string;
  label?: string | undefined;
}) {
  const { id, title, description, createdAt } = learning;
  return (
    <Card leads className="flex h-full flex-col gap-1 p-4 @xl/column:gap-2 @xl/column:p-5">
      {label !== undefined && <p className="truncate text-small text-muted">{label}</p>}
      <h3 className="line-clamp-2 font-text text-h3 tracking-normal @xl/column:line-clamp-3">
        <LearningLink learning={learning} address={address}>
          {title}
        </LearningLink>
      </h3>
      <ItemMarks id={id} />
      {description !== '' && (
        <p className="hidden text-muted @xl/column:line-clamp-3">{description}</p>
      )}
      {createdAt !== null && (
        <p className="mt-auto text-small text-muted">
          <ShortDate time={createdAt} inWords={dayInWords} />
        </p>
      )}
    </Card>
  );
}
