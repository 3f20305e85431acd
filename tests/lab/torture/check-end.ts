import { isDeepStrictEqual } from 'node:util';
import type { Mutation, QueuedChange } from '../../../src/engine/mutation.ts';
import { Broken, say } from './broken.ts';
import { isLacked } from './broken-table.ts';
import { namedIn } from './bucket.ts';
import { isOfFile } from './check-edits.ts';
import { buildsOn } from './check-files.ts';
import { isUnknown } from './check-retries.ts';
import { isCurrentTrack } from './current-track.ts';
import type { Device } from './device.ts';
import { readDisk } from './disk.ts';
import type { Server } from './server.ts';
import { timesWritten, uniqueTexts, uniqueValues, values } from './unique-values.ts';
import type { Conflict } from './views.ts';

/** What the database has noted of a history. */
export interface Noted {
  /** Every row before and after it was written. */
  readonly written: readonly Record<string, unknown>[];
  /** What everybody could see at some time, by table and id. */
  readonly shown: readonly string[];
  /** What waits to be shown although its time has come. */
  readonly due: readonly string[];
  /** What is kept back although what it belongs to, or refers to, is shown: a row, or a reference. */
  readonly askew: readonly string[];
}

/** What must hold once the network has been quiet for long enough. */
export async function checkEnd(
  devices: readonly Device[],
  server: Server,
  { written, shown, due, askew }: Noted,
): Promise<void> {
  const must = (holds: boolean, what: string) => {
    if (!holds) throw new Broken(`in the end: ${what}`);
  };
  must(due.length === 0, `nobody has had it written down that ${due} are due`);
  must(askew.length === 0, `${askew} are kept back, and what they belong or refer to is shown`);
  const once = new Set(shown);
  const secret = [...server.toldToAll].filter((key) => !once.has(key));
  must(secret.length === 0, `R43: everybody was told of ${secret}, and never shown it`);
  const refusedSomewhere = new Set<string>();
  const notAllowed = new Set<string>();
  must(server.contradicted.length === 0, `refused after it was applied: ${server.contradicted}`);
  for (const device of devices) {
    const disk = await readDisk(device);
    if (disk === null) continue;
    const { rows, waiting, rejected, position } = disk;
    must(waiting.length === 0, `${device.name} still has ${waiting.map((it) => it.label)}`);
    must(server.isCurrent(position.epoch), `${device.name} is on another history`);
    const { index } = server.streamOf(position.epoch);
    const live = [...index].filter(([key, { row }]) => row !== null && !isLacked(position, key));
    const own = [...rows.keys()].filter((key) => !isLacked(position, key));
    must(
      live.filter(([, { row }]) => isCurrentTrack(row)).length <= 1,
      'several tracks are current',
    );
    must(
      isDeepStrictEqual(own.sort(), live.map(([key]) => key).sort()),
      `${device.name} has other rows than the server: ${difference(rows, new Map(live))}`,
    );
    for (const [key, { row, version }] of live) {
      const held = rows.get(key);
      must(
        held?.version === version && isDeepStrictEqual(held.row, row),
        `${device.name} has ${key} as ${say(held?.row)}@${held?.version}, not ${say(row)}@${version}`,
      );
    }
    for (const { id, code, cause, mutation } of rejected) {
      const isOwn = mutation.account === disk.account;
      const knows = isUnknown(code) && isOwn && knowsAll(server, mutation.changes);
      must(!knows, `${mutation.label} of ${device.name} is refused for what is there`);
      // Without the right it is refused for now: another device may send it when the right is back.
      (code === '42501' || isOfFile({ code }) ? notAllowed : refusedSomewhere).add(id);
      must(code !== null || cause !== null, `a refused edit of ${device.name} has no reason`);
    }
  }
  const times = timesWritten(written);
  const promised = new Map(devices.flatMap((device) => [...device.promised]));
  for (const [id, mutation] of promised) {
    const applied = server.applied.get(id);
    const isRefused = refusedSomewhere.has(id) || (applied === undefined && notAllowed.has(id));
    must(
      (applied !== undefined) !== isRefused,
      `${mutation.label} is ${applied ? 'applied and refused' : 'neither applied nor refused'}`,
    );
    if (applied === undefined) continue;
    must(applied.userId === mutation.account, `${mutation.label} went out as another account`);
    must(
      isDeepStrictEqual(values(applied.changes), values(mutation.changes)),
      `${mutation.label} was sent as ${say(values(applied.changes))}`,
    );
  }
  // An edit refused here may have been retried elsewhere, as an edit of its own.
  const applied = [...server.applied.values()].flatMap(({ changes }) => uniqueValues(changes));
  for (const mutation of promised.values()) {
    for (const value of uniqueValues(mutation.changes)) {
      const wanted = applied.filter((one) => one === value).length;
      const found = times.get(value) ?? 0;
      must(found === wanted, `${mutation.label} wrote ${value} ${found} times, not ${wanted}`);
    }
  }
  inOrder(devices, server, must);
  replacedUnseen(devices, server, written, must);
}

/** Every replaced value that an author had not seen was reported in the answer to their edit. */
function replacedUnseen(
  devices: readonly Device[],
  server: Server,
  written: readonly Record<string, unknown>[],
  must: (holds: boolean, what: string) => void,
): void {
  for (const [mutation, { changes }] of server.applied) {
    for (const { table, id, column, value } of changes.flatMap(uniqueTexts)) {
      const [first, ...others] = replacements(written, column, value);
      if (first === undefined || others.length > 0) continue;
      const conflict: Conflict = { table, id, column, was: first.was };
      if (!devices.some(({ views }) => views.hadNot(mutation, conflict))) continue;
      const isTold = server.conflicts
        .get(mutation)
        ?.some((one) => isDeepStrictEqual(one, conflict));
      must(isTold === true, `${value} replaced ${say(conflict.was)} unseen, and nobody was told`);
    }
  }
}

/** Whether the server's rows have all columns that the changes name. */
function knowsAll({ admins }: Server, changes: readonly QueuedChange[]): boolean {
  return changes.every((change) => {
    const ofTable = [...admins.index].find(
      ([key, { row }]) => key.startsWith(`${change.table}/`) && row,
    );
    const [, { row = null } = {}] = ofTable ?? [];
    return (
      row !== null && 'values' in change && Object.keys(change.values).every((it) => it in row)
    );
  });
}

type Row = Readonly<Record<string, unknown>>;

/** The values that a unique value has replaced. */
function replacements(
  written: readonly Record<string, unknown>[],
  column: string,
  value: string,
): { was: unknown }[] {
  return (written as { before: Row | null; after: Row }[]).flatMap(({ before, after }) =>
    before !== null && after[column] === value && before[column] !== value
      ? [{ was: before[column] }]
      : [],
  );
}

/**
 * Edits of one device and account arrive in the order in which they were made. An edit that was carried to another
 * device is sent by the first of the two, perhaps without the edits that the other has discarded. One that names a file may be
 * passed by those that do not build on it.
 */
function inOrder(
  devices: readonly Device[],
  server: Server,
  must: (holds: boolean, what: string) => void,
): void {
  for (const device of devices) {
    const last = new Map<string, number>();
    const late: Mutation[] = [];
    for (const mutation of [...device.promised.values()].sort((a, b) => a.place - b.place)) {
      const isLate = namedIn(mutation.changes).length > 0;
      if (isLate || late.some((one) => buildsOn(mutation, one))) late.push(mutation);
    }
    for (const id of server.applied.keys()) {
      const mutation = device.promised.get(id);
      if (mutation === undefined || devices.some(({ carried }) => carried.has(id))) continue;
      if (late.some((one) => one.id === id)) continue;
      const { account, place, label } = mutation;
      must(place > (last.get(account) ?? 0), `${label} of ${device.name} arrived out of order`);
      last.set(account, place);
    }
  }
}

function difference(a: Map<string, unknown>, b: Map<string, unknown>): string {
  const only = (x: Map<string, unknown>, y: Map<string, unknown>) =>
    [...x.keys()].filter((key) => !y.has(key));
  return `only here ${only(a, b)}; only there ${only(b, a)}`;
}
