import { type MirrorDatabase, openUnlessNewer } from '../engine/mirror/database.ts';
import { countSendable } from '../engine/outbox/queue.ts';
import { createExchange, type ExchangeParts } from '../engine/sync/exchange.ts';
import { Failure, toFailure } from '../lib/failure.ts';

export interface BackgroundParts {
  /** Opens the mirror, as a page does. */
  open: () => MirrorDatabase;
  /** The rest of an exchange on that mirror. */
  exchangeOn: (database: MirrorDatabase) => Omit<ExchangeParts, 'database'>;
}

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
 */
export async function sendWhatWaits({ open, exchangeOn }: BackgroundParts): Promise<void> {
  const database = open();
  try {
    if (!(await openUnlessNewer(database))) return;
    if ((await countSendable(database)) === 0) return;
    const exchange = createExchange({ ...exchangeOn(database), database });
    const failure = await exchange(new AbortController().signal).then(() => null, toFailure);
    const isForThePage = failure !== null && failure.kind !== 'unreachable';
    if (isForThePage || (await countSendable(database)) === 0) return;
    throw failure ?? new Failure('unreachable', null, 'not everything could go yet');
  } finally {
    database.close();
  }
}
