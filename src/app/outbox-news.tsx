import { useEffect, useRef, useState } from 'react';
import { useKnownOutbox } from '../engine/index.ts';

/** Announces to screen readers on every page that the server has refused an edit (E6). */
export function OutboxNews() {
  const outbox = useKnownOutbox();
  const told = useRef<{ account: string | null; ids: Set<string> } | null>(null);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (outbox === undefined) return;
    const { account, rejected } = outbox;
    // Earlier refusals, before the site was opened or the account signed in, are in the count.
    if (told.current?.account !== account) {
      told.current = { account, ids: new Set(rejected.map(({ id }) => id)) };
    }
    const { ids } = told.current;
    const [newest] = rejected.filter(({ id }) => !ids.has(id)).reverse();
    for (const { id } of rejected) ids.add(id);
    if (newest !== undefined) {
      setNews(`Refused by the server: ${newest.mutation.label}. ${inOutbox(rejected.length)}`);
    } else if (rejected.length === 0) setNews('');
  }, [outbox]);
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}

/** Includes the count, so that no two announcements are equal: screen readers skip repeated text. */
function inOutbox(count: number): string {
  return count === 1 ? '1 edit in the outbox needs you.' : `${count} edits in the outbox need you.`;
}
