import { rebase } from '../../../src/engine/mirror/rebase.ts';
import type { StoredRow } from '../../../src/engine/mirror/row-page.ts';
import { type Mutation, rowKey } from '../../../src/engine/mutation.ts';
import { isChoice } from './current-track.ts';

/**
 * What a device has to show (invariant 1): the server's rows with the account's edits on top, in order. Of the tracks chosen
 * here, only the last is current.
 */
export function replayed(
  held: ReadonlyMap<string, StoredRow>,
  own: readonly Mutation[],
): Map<string, StoredRow> {
  const all = own.flatMap(({ changes }) => changes);
  const choice = all.findLast(isChoice);
  const shown = new Map<string, StoredRow>();
  for (const key of new Set([...held.keys(), ...all.map(rowKey)])) {
    const id = key.slice(key.indexOf('/') + 1);
    const { row: beneath = null, version = 0 } = held.get(key) ?? {};
    const row = rebase(
      beneath,
      all.filter((change) => rowKey(change) === key),
    );
    if (row === null) continue;
    const gaveWay =
      choice !== undefined && key.startsWith(`${choice.table}/`) && rowKey(choice) !== key;
    const isCurrent = (row as { is_current?: unknown }).is_current === true;
    shown.set(key, { id, version, row: gaveWay && isCurrent ? giveWay(row) : row });
  }
  return shown;
}

function giveWay<Row extends object>(row: Row): Row {
  return { ...row, is_current: false };
}
