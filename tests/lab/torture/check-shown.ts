import { isDeepStrictEqual } from 'node:util';
import { rebase } from '../../../src/engine/mirror/rebase.ts';
import { rowKey } from '../../../src/engine/mutation.ts';
import { say } from './broken.ts';
import { isChoice, isCurrentTrack, mayGiveWay } from './current-track.ts';
import type { Disk } from './disk.ts';
import type { Look } from './look.ts';

/** Rules for the rows that a device shows. */

/** Invariant 1: accounts that share a device see only their own pending edits. */
export function shownIsRebased({ must, disk: { rows, pristine, waiting, account } }: Look): void {
  const edited = new Set(waiting.flatMap((mutation) => mutation.rows));
  for (const key of edited) must(pristine.has(key), 1, `no pristine row of ${key}`);
  const own = waiting.filter((mutation) => mutation.account === account);
  const all = own.flatMap(({ changes }) => changes);
  const choice = all.findLast(isChoice);
  for (const [key, { row }] of pristine) {
    const gaveWay = choice !== undefined && key.startsWith(`${choice.table}/`);
    const isHeld = edited.has(key) || mayGiveWay(key, waiting);
    must(isHeld, 1, `a pristine row without an edit: ${key}`);
    const shown = rows.get(key)?.row ?? null;
    const rebased = rebase(
      row,
      all.filter((change) => rowKey(change) === key),
    );
    // Of the tracks chosen here, only the last is current.
    const wanted =
      rebased && gaveWay && rowKey(choice) !== key ? { ...rebased, is_current: false } : rebased;
    must(isDeepStrictEqual(shown, wanted), 1, `${key} shows ${say(shown)}, not ${say(wanted)}`);
  }
}

/** Invariant 1: while a choice waits, no other track is shown as the current one. */
export function oneIsCurrent({ must, disk: { rows, waiting, position, account } }: Look): void {
  const current = [...rows].filter(([, { row }]) => isCurrentTrack(row)).map(([key]) => key);
  const own = waiting.filter((mutation) => mutation.account === account);
  const hasChosen = own.some(({ changes }) => changes.some(isChoice));
  if (!hasChosen || !position.complete) return;
  must(current.length <= 1, 1, `several tracks are current: ${current.join(', ')}`);
}

/** Invariant 1: a row with nothing pending is exactly the server's, and so is the pristine row under an edit. */
export function rowsAreTheServers({
  must,
  server,
  disk: { rows, pristine, position },
}: Look): void {
  if (!server.isCurrent(position.epoch)) return;
  for (const [key, { row, version }] of [...rows, ...pristine]) {
    const isShown = !pristine.has(key) || row === pristine.get(key)?.row;
    if (!isShown || row === null) continue;
    const past = server.past.get(`${key}@${version}`);
    must(isDeepStrictEqual(row, past), 1, `${key}@${version} is ${say(row)}, not ${say(past)}`);
  }
}

/** Invariant 9: reading never empties a device. */
export function nothingGoesByReading({ must, server, disk, earlier }: Look): void {
  const serverHasContent = [...server.index.values()].some(({ row }) => row !== null);
  if (earlier === null || !showsContent(earlier) || !serverHasContent) return;
  must(showsContent(disk) || !disk.position.complete, 9, 'everything is gone from the device');
}

/** Rows that only an account of this device has do not count: they disappear with the account. */
function showsContent({ rows, pristine, position }: Disk): boolean {
  return position.complete && [...rows.keys()].some((key) => pristine.get(key)?.row !== null);
}
