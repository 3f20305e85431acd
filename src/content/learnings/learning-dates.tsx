import type { ReactNode } from 'react';
import { dayInWords } from '../../lib/in-words.ts';
import { ownersDay } from '../../lib/owner-days.ts';
import type { Learning } from './learnings.ts';

/**
 * DATA-9: `14 Mar 2024, updated 2 Nov`. An update is named from the next day on, with its year if that is another one.
 * Without a date of its own a learning has that of its update alone.
 *
 * @param props.children another fact, in the same line: `14 Mar 2024 · Fieldnotes`
 */
export function LearningDates({
  learning,
  children,
}: {
  learning: Learning;
  children?: ReactNode;
}) {
  const { createdAt, updatedAt } = learning;
  const created = createdAt === null ? null : ownersDay(createdAt);
  const updated = updatedAt === null ? null : ownersDay(updatedAt);
  const isLater = updated !== null && (created === null || updated > created);
  const isDated = created !== null || isLater;
  if (!isDated && !children) return null;
  return (
    <p className="text-small text-muted">
      {created !== null && <time dateTime={created}>{dayInWords(created)}</time>}
      {isLater && (
        <>
          <span>{created === null ? 'Updated ' : ', updated '}</span>
          <time dateTime={updated}>{dayInWords(updated, created ?? undefined)}</time>
        </>
      )}
      {isDated && children && <span aria-hidden="true"> · </span>}
      {children}
    </p>
  );
}
