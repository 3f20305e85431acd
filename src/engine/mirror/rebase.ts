import type { AnyKind, BaseRow } from '../define.ts';
import type { QueuedChange } from '../outbox/mutation.ts';

/**
 * A row as it is shown: the server's, with the pending changes of it replayed in their order.
 *
 * | change | on a row | on none |
 * |---|---|---|
 * | insert | its values over the row: its answer was lost, the row is the one it made | the new row |
 * | update | its columns over the row, the others as they are: edits of different fields merge | none: deleted elsewhere |
 * | delete | none | none |
 *
 * @param pristine the server's row; null where it has none
 */
export function rebase(pristine: BaseRow | null, pending: readonly QueuedChange[]): BaseRow | null {
  let row = pristine;
  for (const change of pending) row = replay(row, change);
  return row;
}

/**
 * What a pending change of a kind does to one of its rows. A change of the row itself does what it says; one
 * that gives another row the kind's exclusive flag takes it from this row, as the server's trigger does. Any
 * other does nothing.
 */
export function effectsOn(kind: AnyKind, id: string, change: QueuedChange): QueuedChange[] {
  if (change.table !== kind.table) return [];
  if (change.id === id) return [change];
  if (kind.exclusive === undefined || !takesFlag(kind, change)) return [];
  return [
    { op: 'update', table: kind.table, id, values: { [kind.exclusive]: false }, before: null },
  ];
}

/** Whether a change makes its row the one with the kind's exclusive flag. */
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
