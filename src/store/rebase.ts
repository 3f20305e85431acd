import type { BaseRow } from '../model/kind.ts';
import type { QueuedChange } from './mutation.ts';

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
