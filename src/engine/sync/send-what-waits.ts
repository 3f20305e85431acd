import { Failure, toFailure } from '../../lib/failure.ts';
import { type MirrorDatabase, openUnlessNewer } from '../mirror/database.ts';
import { readQueue } from '../outbox/queue.ts';
import type { createExchange } from './exchange.ts';

/**
 * Sends waiting edits while no page is open. It is only an optimisation: the next start would send the same,
 * and a page that does so at the same moment causes no duplicates.
 *
 * | situation | result |
 * |---|---|
 * | no sendable edit, or nobody signed in | nothing |
 * | a mirror of a newer version of the site | nothing: that version's page will send them |
 * | no server, or an edit that can still be taken back | throws, so that the browser wakes it again, a few times |
 * | the server refuses session or request | the edits are left for the page, which can tell its visitor |
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
    if ((await readQueue(database)).sendable === 0) return;
    const failure = await exchange(new AbortController().signal).then(() => null, toFailure);
    const isForThePage = failure !== null && failure.kind !== 'unreachable';
    if (isForThePage || (await readQueue(database)).sendable === 0) return;
    throw failure ?? new Failure('unreachable', null, 'not everything could go yet');
  } finally {
    database.close();
  }
}

/**
 * Brings the device up to date once while no page is open. Like the above it is only an optimisation: the next start
 * would do the same. Whatever comes of it, the browser decides when to wake the worker again.
 *
 * @param database closed at the end; left alone if a newer version of the site has used it
 * @param exchange on that database
 */
export async function bringUpToDate(
  database: MirrorDatabase,
  exchange: ReturnType<typeof createExchange>,
): Promise<void> {
  try {
    if (await openUnlessNewer(database)) await exchange(new AbortController().signal);
  } finally {
    database.close();
  }
}
