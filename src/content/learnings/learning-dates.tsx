import { dayInWords } from '../../lib/in-words.ts';
import { ownersDay } from '../../lib/owner-days.ts';
import type { Learning } from './learnings.ts';

/**
 * DATA-9: `14 Mar 2024, updated 2 Nov`. An update is named from the next day on, with its year if that is another one.
 * Without a date of its own a learning has that of its update alone.
 */
export function LearningDates({ learning }: { learning: Learning }) {
  const { createdAt, updatedAt } = learning;
  const created = createdAt === null ? null : ownersDay(createdAt);
  const updated = updatedAt === null ? null : ownersDay(updatedAt);
  const isLater = updated !== null && (created === null || updated > created);
  if (created === null && !isLater) return null;
  return (
    <p className="text-small text-muted">
      {created !== null && <time dateTime={created}>{dayInWords(created)}</time>}
      {isLater && (
        <>
          <span>{created === null ? 'Updated ' : ', updated '}</span>
          <time dateTime={updated}>{dayInWords(updated, created ?? undefined)}</time>
        </>
      )}
    </p>
  );
}
