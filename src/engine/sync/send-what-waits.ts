import { Failure, toFailure } from '../../lib/failure.ts';
import { type MirrorDatabase, openUnlessNewer } from '../mirror/database.ts';
import { countSendable } from '../outbox/queue.ts';
import type { createExchange } from './exchange.ts';

/**
 * Sends what waits although no page is open. Correctness needs none of it: the next start would send the same,
 * and a page that does so at this moment doubles nothing.
 *
 * | it finds | it does |
 * |---|---|
 * | nothing that could be sent: no edit, nobody signed in | nothing |
 * | a mirror of a newer version of the site | nothing: the page of that version will |
 * | no server, or an edit that can still be taken back | throws, so that the browser wakes it again, a few times |
 * | a server that refuses session or request | leaves them for the page, which can say so |
 *
 * @param database closed at the end
 * @param exchange on that database
 */
export async function sendWhatWaits(
  database: MirrorDatabase,
  exchange: ReturnType<typeof createExchange>,
): Promise<void> {
  try {
    if (!(await openUnlessNewer(database))) return;
    if ((await countSendable(database)) === 0) return;
    const failure = await exchange(new AbortController().signal).then(() => null, toFailure);
    const isForThePage = failure !== null && failure.kind !== 'unreachable';
    if (isForThePage || (await countSendable(database)) === 0) return;
    throw failure ?? new Failure('unreachable', null, 'not everything could go yet');
  } finally {
    database.close();
  }
}
