import { isHeld } from '../../engine/editing.ts';
import type { Account, Mutation, Outbox, QueuedChange, SyncStatus } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import type { Instant } from '../../lib/millis.ts';
import { pictureFilesIn, withoutCard } from '../../lib/site-picture.ts';

/** What waiting edits wait for. */
export interface WaitingContext extends Pick<Outbox, 'files' | 'heldBack'> {
  readonly account: Account;
  readonly status: SyncStatus;
  readonly now: Instant;
}

/** The states of waiting edits in words, in the order of the queue. */
export function waitingInWords(
  waiting: readonly Mutation[],
  surroundings: WaitingContext,
): readonly string[] {
  const { account, now, files, heldBack } = surroundings;
  const firstHeld = waiting.find((mutation) => isHeld(mutation, now));
  return waiting.map((mutation) => {
    if (account.expired) return 'Waiting for sign-in';
    if (isHeld(mutation, now)) return 'Held for undo';
    if (firstHeld !== undefined && firstHeld.place < mutation.place) {
      return 'Waiting for the edit before it';
    }
    const here = files[mutation.id];
    if (here !== undefined) return picturesInWords(mutation, here);
    if (heldBack.includes(mutation.id)) return 'Waiting for the edit before it';
    return ownInWords(mutation, surroundings.status);
  });
}

/**
 * How many of its pictures are sent, once one is. A picture and its file for cards are one.
 *
 * @param here the files that are not sent
 */
function picturesInWords({ changes }: Mutation, here: readonly string[]): string {
  const pictures = (names: readonly string[]) => new Set(names.map(withoutCard));
  const waiting = pictures(here);
  // What its author saw already has long been sent, or waits for another edit.
  const before = new Set(namesIn(changes, 'before'));
  const own = namesIn(changes, 'values').filter((name) => !before.has(name));
  const all = pictures([...own, ...here]);
  const sent = all.size - waiting.size;
  if (sent > 0) return `${sent} of ${counted(all.size, 'picture')} sent`;
  return `Waiting for ${waiting.size === 1 ? 'its picture' : `its ${counted(waiting.size, 'picture')}`}`;
}

/** The files that changes name in the values that rows get, or had. */
function namesIn(changes: readonly QueuedChange[], part: 'values' | 'before'): readonly string[] {
  return changes.flatMap((change) =>
    part in change
      ? pictureFilesIn(JSON.stringify((change as Record<typeof part, unknown>)[part]))
      : [],
  );
}

function ownInWords(mutation: Mutation, { phase, failures, failure }: SyncStatus): string {
  // Imported edits are marked as sent because they may have been, but not by this device.
  const sent = mutation.sent && mutation.attempts > 0;
  if (phase === 'offline') return sent ? 'Sent, waiting for a network' : 'Waiting for a network';
  if (failures > 0 && failure?.kind === 'refused')
    return 'The server isn’t accepting edits right now';
  if (failures > 0) return 'Waiting for the server';
  return sent ? 'Sent, waiting for the answer' : 'Will be sent now';
}

/** `tried twice`; null before the first attempt. */
export function attemptsInWords(attempts: number): string | null {
  if (attempts < 1) return null;
  return ['tried once', 'tried twice'][attempts - 1] ?? `tried ${attempts} times`;
}
