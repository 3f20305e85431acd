import { isDeepStrictEqual } from 'node:util';
import { rowKey } from '../../../src/engine/mutation.ts';
import { say } from './broken.ts';
import { isLacked } from './broken-table.ts';
import { isChoice, isCurrentTrack } from './current-track.ts';
import type { Disk } from './disk.ts';
import type { Look } from './look.ts';
import { isAmong } from './streams.ts';

/** Rules for the rows that a device shows. */

/** Invariant 1: each screen shows the rows with the pending edits of its account, and of no other. */
export function shownIsReplayed(look: Look): void {
  areReplayed(look, look.screens);
}

/** R41: so does one that has heard of them late, twice, or never, while its page was away. */
export function lateNewsIsShown(look: Look): void {
  areReplayed(
    look,
    look.screens.filter(({ heardLate }) => heardLate),
  );
}

function areReplayed({ must, disk: { rows } }: Look, screens: Look['screens']): void {
  for (const { host, shown } of screens) {
    for (const key of new Set([...rows.keys(), ...shown.keys()])) {
      const [is, wanted] = [shown.get(key)?.row, rows.get(key)?.row];
      must(
        isDeepStrictEqual(is, wanted),
        1,
        `${host}: ${key} shows ${say(is)}, not ${say(wanted)}`,
      );
    }
  }
}

/** R41: a row of which nothing has changed is the same object, from one moment to the next. */
export function unchangedIsTheSame({ must, device }: Look): void {
  for (const { host, drawing } of device.tabs) {
    if (drawing.size === 0) continue;
    must(
      drawing.inVain === null,
      'R41',
      `${host}: ${drawing.inVain} became another object, though nothing had changed`,
    );
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

/** Invariant 1: a row on the disk is exactly as the server had it at its version. */
export function rowsAreTheServers({ must, server, disk: { held, position } }: Look): void {
  if (!server.isCurrent(position.epoch)) return;
  const stream = server.streamOf(position.epoch);
  for (const [key, { row, version }] of held) {
    // What stays of a table that a fresh start cannot read has no version of the new history.
    const stays = version === 0 && isLacked(position, key);
    const states = stays ? stream.statesOf(key) : stream.statesAt(key, version);
    must(isAmong(states, row), 1, `${key}@${version} is ${say(row)}, not ${say(states)}`);
  }
}

/** R43: where nobody is signed in, or no admin, each row is as everybody could see it at some time. */
export function nothingIsWithheld({ must, device, server, disk }: Look): void {
  if (device.left !== null) must(false, 'R43', device.left);
  const { account, isAdmin, held, malformed, position } = disk;
  // Before the device knows that the server has made an account an admin, it has been given what admins are given.
  const isGiven = server.streamAt(position.epoch) === server.admins;
  if (account !== null && (isAdmin || isGiven)) return;
  for (const [key, { row, withheld }] of held) {
    must(withheld === undefined, 'R43', `${key} is here, and ${say(withheld)} is withheld`);
    const states = server.everybody.statesOf(key);
    must(isAmong(states, row), 'R43', `${key} is ${say(row)}, and never was so for everybody`);
  }
  for (const { withheld, ...one } of malformed) {
    must(
      withheld === undefined,
      'R43',
      `${rowKey(one)} is aside, and ${say(withheld)} is withheld`,
    );
  }
}

/** Invariant 9: reading never empties one reader's copy. */
export function nothingGoesByReading({ must, server, disk, earlier }: Look): void {
  if (earlier === null || !isOfOneReader(earlier, disk)) return;
  for (const key of earlier.held.keys()) {
    if (!isLacked(disk.position, key)) continue;
    must(disk.held.has(key), 'R36', `${key} is gone, because its table cannot be read`);
  }
  const { index } = server.streamOf(disk.position.epoch);
  const serverHasContent = [...index.values()].some(({ row }) => row !== null);
  if (!showsContent(earlier) || !serverHasContent) return;
  must(showsContent(disk) || !disk.position.complete, 9, 'everything is gone from the device');
}

/** Who signs out, or is no admin any more, takes along what only admins may see. */
function isOfOneReader(earlier: Disk, { account, isAdmin }: Disk): boolean {
  return earlier.account === account && earlier.isAdmin === isAdmin;
}

function showsContent({ held, position }: Disk): boolean {
  return position.complete && held.size > 0;
}
