import { isDeepStrictEqual } from 'node:util';
import { rowKey } from '../../../src/engine/mutation.ts';
import { say } from './broken.ts';
import type { Look } from './look.ts';

/** Rules for conflicts: authors are told of the values that their edits replaced unseen. */

/** Authors are told of every conflict, and of no other replaced value. */
export function noticesAreTrue({ must, server, device, disk: { overwritten } }: Look): void {
  for (const [id, all] of server.conflicts) {
    for (const conflict of all) {
      const what = `${conflict.column} of ${rowKey(conflict)} is told to have been ${say(conflict.was)}`;
      must(!device.views.had(id, conflict), 5, `${what}, which its author had seen`);
    }
  }
  for (const { account, table, id, column, was, label } of overwritten) {
    const isTheServers = [...server.conflicts].some(
      ([mutation, all]) =>
        server.applied.get(mutation)?.userId === account &&
        all.some((conflict) => isDeepStrictEqual(conflict, { table, id, column, was })),
    );
    must(isTheServers, 5, `${label} is told to have replaced ${say(was)} in ${column}`);
  }
}

/** A conflict is shown on the device where the edit waited, as soon as the edit is answered. */
export function noticesAreGiven({ must, server, device, disk, earlier }: Look): void {
  const { waiting, rejected, overwritten } = disk;
  const here = new Set([...waiting, ...rejected].map(({ id }) => id));
  for (const { id } of earlier?.waiting ?? []) {
    if (here.has(id) || device.discarded.has(id)) continue;
    // The edit was refused here for lack of rights and has been sent since from a file: the conflict is shown on the
    // device that sent it.
    if (server.refused.get(id)?.some(({ code }) => code === '42501')) continue;
    for (const { table, id: row, column, was } of server.conflicts.get(id) ?? []) {
      const isTold = overwritten.some(
        (it) => it.id === row && it.column === column && isDeepStrictEqual(it.was, was),
      );
      const what = `${say(was)} in ${column} of ${table}/${row}`;
      must(isTold, 5, `an edit replaced ${what}, and its author was not told`);
    }
  }
}
