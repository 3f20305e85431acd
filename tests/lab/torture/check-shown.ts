import { isDeepStrictEqual } from 'node:util';
import { say } from './broken.ts';
import { isChoice, isCurrentTrack } from './current-track.ts';
import type { Disk } from './disk.ts';
import type { Look } from './look.ts';

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

/** A screen need not draw a row again that has not changed: it is the same object. */
export function unchangedIsTheSame({ must, screens, before, disk, earlier }: Look): void {
  for (const { host, shown } of screens) {
    const last = before.find((screen) => screen.host === host);
    for (const [key, entry] of last?.shown ?? []) {
      const now = shown.get(key);
      // It may have changed, and back again.
      const version = disk.held.get(key)?.version;
      if (version === undefined || version !== earlier?.held.get(key)?.version) continue;
      if (now === undefined || !isDeepStrictEqual(now.row, entry.row)) continue;
      must(
        now === entry,
        'identity',
        `${host}: ${key} is another object, though nothing has changed`,
      );
    }
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
  for (const [key, { row, version }] of held) {
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

function showsContent({ held, position }: Disk): boolean {
  return position.complete && held.size > 0;
}
