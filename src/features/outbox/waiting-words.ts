import { isHeld } from '../../engine/editing.ts';
import type { Account, Mutation, Outbox, SyncStatus } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import type { Instant } from '../../lib/millis.ts';

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
    const pictures = files[mutation.id]?.length;
    if (pictures !== undefined)
      return `Waiting for ${pictures === 1 ? 'its picture' : `its ${counted(pictures, 'picture')}`}`;
    if (heldBack.includes(mutation.id)) return 'Waiting for the edit before it';
    return ownInWords(mutation, surroundings.status);
  });
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
