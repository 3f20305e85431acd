import type { QueuedChange } from '../../../src/engine/mutation.ts';

/** Of all tracks at most one is current: choosing one changes the others, without an edit of theirs. */

/** Whether the change chooses the track that is current. */
export function isChoice(change: QueuedChange): boolean {
  return change.op !== 'delete' && change.values.is_current === true;
}

export function isCurrentTrack(row: object | null): boolean {
  return row !== null && 'is_current' in row && row.is_current === true;
}
