import * as v from 'valibot';
import type { AnyKind, BaseRow } from '../define.ts';
import type { QueuedChange } from '../mutation.ts';

/**
 * A row as screens show it: the server's row with the signed-in account's pending edits replayed in order (invariant 1). If
 * the server's row no longer accepts the edits on top of it, it is shown without them. One that cannot be read is shown as soon
 * as the edits mend it.
 *
 * @param held the server's row; null if it has none
 * @param pending the account's changes in the order of the queue; those that do not concern the row are ignored
 * @param aside the row as received, where it was set aside (R10)
 */
export function shownRow(
  kind: AnyKind,
  id: string,
  held: BaseRow | null,
  pending: readonly QueuedChange[],
  aside: BaseRow | null = null,
): BaseRow | null {
  const effects = pending.flatMap((change) => effectsOn(kind, id, change));
  if (effects.length === 0) return held;
  const rebased = rebase(held ?? aside, effects);
  return rebased === null || v.is(kind.row, rebased) ? rebased : held;
}

/**
 * A row with its pending changes replayed in order (optimistic).
 *
 * | change | the row exists | it does not |
 * |---|---|---|
 * | insert | its values over the row: the answer was lost, and the row is the one it made | the new row |
 * | update | its columns over the row, others unchanged: edits of different fields merge | none: deleted elsewhere |
 * | delete | none | none |
 *
 * @param pristine the server's row; null if it has none
 */
export function rebase(pristine: BaseRow | null, pending: readonly QueuedChange[]): BaseRow | null {
  let row = pristine;
  for (const change of pending) row = replay(row, change);
  return row;
}

/**
 * The effect of a pending change on a row of its kind. On its own row it has its own effect. If it gives another row the
 * kind's exclusive flag, it clears the flag of this row, as the server's trigger does. Otherwise it has
 * none.
 */
export function effectsOn(kind: AnyKind, id: string, change: QueuedChange): QueuedChange[] {
  if (change.table !== kind.table) return [];
  if (change.id === id) return [change];
  if (kind.exclusive === undefined || !takesFlag(kind, change)) return [];
  return [
    { op: 'update', table: kind.table, id, values: { [kind.exclusive]: false }, before: null },
  ];
}

/** Whether a change gives its row the kind's exclusive flag. */
export function takesFlag({ table, exclusive }: AnyKind, change: QueuedChange): boolean {
  if (exclusive === undefined || change.table !== table) return false;
  return change.op !== 'delete' && change.values[exclusive] === true;
}

function replay(row: BaseRow | null, change: QueuedChange): BaseRow | null {
  switch (change.op) {
    case 'insert':
      return { ...(row ?? change.blank), ...change.values, id: change.id };
    case 'update':
      return row === null ? null : { ...row, ...change.values };
    case 'delete':
      return null;
  }
}
