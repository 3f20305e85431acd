import { type Content, useContent } from '../../engine/index.ts';
import { shortDate } from '../../lib/in-words.ts';
import { ownersDay } from '../../lib/owner-days.ts';
import { homeContent } from './home-content.ts';

/**
 * FIRST-4: the day of the newest thing that Home shows, so nobody has to keep it. Without any the line stays blank, and nothing
 * moves when the first arrives. A date that is still to come was typed by someone, and says nothing.
 */
export function LastSeen() {
  const contents: readonly Content<Dated>[] = [
    useContent(homeContent.learnings),
    useContent(homeContent.projects),
    useContent(homeContent.aiFriends),
    useContent(homeContent.commentaries),
    useContent(homeContent.nowPlaying),
  ];
  const now = Date.now();
  const last = contents
    .flatMap((it) => (it.state === 'ready' ? it.items : []))
    .flatMap(({ createdAt, updatedAt }) => [createdAt ?? 0, updatedAt ?? 0])
    .filter((time) => time <= now)
    .reduce((one, other) => Math.max(one, other), 0);
  return (
    <p className="text-small text-muted">
      {last === 0 ? '\u00a0' : `Last seen here ${shortDate(ownersDay(last))}`}
    </p>
  );
}

interface Dated {
  readonly createdAt: number | null;
  readonly updatedAt?: number | null;
}
