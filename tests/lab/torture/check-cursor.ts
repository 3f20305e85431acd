import { rowKey } from '../../../src/engine/mutation.ts';
import { isLacked } from './broken-table.ts';
import type { Look } from './look.ts';

/** Rules for the cursor: a device has everything up to it, and it only moves forward. */

/** Invariant 2: everything up to the cursor is on the device, as it is on the server. */
export function nothingIsMissed({
  must,
  server,
  disk: { held: rows, malformed, position },
}: Look): void {
  if (!server.isCurrent(position.epoch) || !position.complete) return;
  const aside = new Set(malformed.map(rowKey));
  for (const [key, { version, row }] of server.streamOf(position.epoch).index) {
    if (version > position.cursor || aside.has(key) || isLacked(position, key)) continue;
    const held = rows.get(key);
    must(
      row === null ? held === undefined : held?.version === version,
      2,
      `cursor ${position.cursor}, but ${key}@${version} is ${held ? held.version : 'missing'}`,
    );
  }
}

/** A change is never shown half: rows that were written together arrive together. */
export function nothingIsHalf({ must, server, disk: { held, position } }: Look): void {
  if (!server.isCurrent(position.epoch) || !position.complete) return;
  const { cursor } = position;
  for (const versions of server.streamOf(position.epoch).together) {
    const passed = versions.filter((version) => version <= cursor);
    must(
      passed.length === 0 || passed.length === versions.length,
      2,
      `the cursor ${cursor} is between ${versions.join(' and ')}`,
    );
  }
  for (const [key, { version }] of held) {
    must(version <= cursor, 2, `${key}@${version} is ahead of the cursor ${cursor}`);
  }
}

/** Invariants 7 and 8: neither the cursor nor a row ever goes back. */
export function nothingStepsBack({ must, device }: Look): void {
  const { stepBack } = device;
  must(stepBack === null, 7, stepBack ?? '');
}

/** Invariant 8: an answered edit waits until its result is on the device. */
export function answersShow({
  must,
  server,
  device,
  disk: {
    waiting,
    position: { epoch, cursor, complete },
  },
}: Look): void {
  const here = server.toldAt.get(`${epoch}@${cursor}`);
  if (!complete || here === undefined) return;
  const queued = new Set(waiting.map(({ id }) => id));
  for (const id of device.answered) {
    const at = server.appliedAt.get(id);
    if (at === undefined || queued.has(id) || device.discarded.has(id)) continue;
    must(here >= at, 8, `an edit waits no more, and the device is from before it (${cursor})`);
  }
}
