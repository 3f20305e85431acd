import { isDeepStrictEqual } from 'node:util';
import { kinds } from '../../../src/content/kinds.ts';
import type {
  MalformedRow,
  MirrorRecord,
  PristineRow,
} from '../../../src/engine/mirror/database.ts';
import type { Account, MetaEntry, Position } from '../../../src/engine/mirror/meta.ts';
import { startPosition } from '../../../src/engine/mirror/meta.ts';
import { rebase } from '../../../src/engine/mirror/rebase.ts';
import {
  type Mutation,
  type Overwritten,
  type QueuedChange,
  type RejectedMutation,
  rowKey,
} from '../../../src/engine/outbox/mutation.ts';
import type { Device } from './device.ts';
import type { Sent, Server } from './server.ts';
import type { Conflict } from './views.ts';

/**
 * What must hold: after every step on every device, and at the end between devices and server. Each check throws a
 * Broken that names the violated invariant of src/engine/SPEC.md.
 */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** A device's stored data at one moment. */
export interface Disk {
  rows: Map<string, MirrorRecord>;
  pristine: Map<string, PristineRow>;
  waiting: Mutation[];
  rejected: RejectedMutation[];
  malformed: MalformedRow[];
  overwritten: Overwritten[];
  position: Position;
  /** The signed-in user; null if nobody is signed in. */
  account: string | null;
}

export async function readDisk(device: Device): Promise<Disk | null> {
  return device.storage.read(device.name, async (stores) => {
    const read = <T>(store: string) => stores(store) as Promise<T[]>;
    const [pristine, waiting, rejected, malformed, overwritten, meta, ...tables] =
      await Promise.all([
        read<PristineRow>('pristine'),
        read<Mutation>('outbox'),
        read<RejectedMutation>('rejected'),
        read<MalformedRow>('malformed'),
        read<Overwritten>('overwritten'),
        read<MetaEntry>('meta'),
        ...kinds.map(({ table }) => read<MirrorRecord>(table)),
      ]);
    const keyed = <T extends { table: string; id: string }>(rows: T[]) =>
      new Map(rows.map((row) => [rowKey(row), row]));
    const position = meta.find(({ key }) => key === 'position')?.value as Position | undefined;
    const account = meta.find(({ key }) => key === 'account')?.value as Account | null | undefined;
    return {
      rows: new Map(
        kinds.flatMap(({ table }, i) =>
          (tables[i] ?? []).map((row): [string, MirrorRecord] => [
            rowKey({ table, id: row.id }),
            row,
          ]),
        ),
      ),
      pristine: keyed(pristine),
      waiting: waiting.sort((a, b) => a.place - b.place),
      rejected,
      malformed,
      overwritten,
      position: position ?? startPosition,
      account: account?.userId ?? null,
    };
  });
}

/** A device's earlier data, for comparison. */
export class Seen {
  private hadContent = false;
  /** The edits that waited at the previous look. */
  private waited: readonly string[] = [];

  constructor(
    private readonly device: Device,
    private readonly server: Server,
  ) {}

  check(disk: Disk): void {
    this.shownIsRebased(disk);
    this.oneIsCurrent(disk);
    this.rowsAreTheServers(disk);
    this.nothingIsMissed(disk);
    this.nothingIsHalf(disk);
    this.nothingStepsBack();
    this.answersShow(disk);
    this.nothingGoesByReading(disk);
    this.noEditIsLost(disk);
    this.nothingHeldIsSent(disk);
    this.refusalsAreTrue(disk);
    this.noticesAreTrue(disk);
    this.noticesAreGiven(disk);
    this.requestsAreFew();
  }

  /** Invariant 1: accounts that share a device see only their own pending edits. */
  private shownIsRebased({ rows, pristine, waiting, account }: Disk): void {
    const edited = new Set(waiting.flatMap((mutation) => mutation.rows));
    for (const key of edited) this.must(pristine.has(key), 1, `no pristine row of ${key}`);
    const own = waiting.filter((mutation) => mutation.account === account);
    const all = own.flatMap(({ changes }) => changes);
    const choice = all.findLast(isChoice);
    for (const [key, { row }] of pristine) {
      const gaveWay = choice !== undefined && key.startsWith(`${choice.table}/`);
      const isHeld = edited.has(key) || mayGiveWay(key, waiting);
      this.must(isHeld, 1, `a pristine row without an edit: ${key}`);
      const shown = rows.get(key)?.row ?? null;
      const rebased = rebase(
        row,
        all.filter((change) => rowKey(change) === key),
      );
      // Of the tracks chosen here, only the last is current.
      const wanted =
        rebased && gaveWay && rowKey(choice) !== key ? { ...rebased, is_current: false } : rebased;
      this.must(
        isDeepStrictEqual(shown, wanted),
        1,
        `${key} shows ${say(shown)}, not ${say(wanted)}`,
      );
    }
  }

  /** Invariant 1: while a choice waits, no other track is shown as the current one. */
  private oneIsCurrent({ rows, waiting, position, account }: Disk): void {
    const current = [...rows].filter(([, { row }]) => isCurrentTrack(row)).map(([key]) => key);
    const own = waiting.filter((mutation) => mutation.account === account);
    const hasChosen = own.some(({ changes }) => changes.some(isChoice));
    if (!hasChosen || !position.complete) return;
    this.must(current.length <= 1, 1, `several tracks are current: ${current.join(', ')}`);
  }

  /** Invariant 1: a row with nothing pending is exactly the server's, and so is the pristine row under an edit. */
  private rowsAreTheServers({ rows, pristine, position }: Disk): void {
    if (!this.server.isCurrent(position.epoch)) return;
    for (const [key, { row, version }] of [...rows, ...pristine]) {
      const isShown = !pristine.has(key) || row === pristine.get(key)?.row;
      if (!isShown || row === null) continue;
      const past = this.server.past.get(`${key}@${version}`);
      this.must(
        isDeepStrictEqual(row, past),
        1,
        `${key}@${version} is ${say(row)}, not ${say(past)}`,
      );
    }
  }

  /** Invariant 2: everything up to the cursor is on the device, as it is on the server. */
  private nothingIsMissed({ rows, pristine, malformed, position }: Disk): void {
    if (!this.server.isCurrent(position.epoch) || !position.complete) return;
    const aside = new Set(malformed.map(rowKey));
    for (const [key, { version, row }] of this.server.index) {
      if (version > position.cursor || aside.has(key)) continue;
      const held = pristine.get(key) ?? rows.get(key);
      const has = held !== undefined && held.row !== null;
      this.must(
        row === null ? !has : has && held.version === version,
        2,
        `cursor ${position.cursor}, but ${key}@${version} is ${held ? held.version : 'missing'}`,
      );
    }
  }

  /** A change is never shown half: rows that were written together arrive together. */
  private nothingIsHalf({ rows, pristine, position }: Disk): void {
    if (!this.server.isCurrent(position.epoch) || !position.complete) return;
    const { cursor } = position;
    for (const versions of this.server.together) {
      const passed = versions.filter((version) => version <= cursor);
      this.must(
        passed.length === 0 || passed.length === versions.length,
        2,
        `the cursor ${cursor} is between ${versions.join(' and ')}`,
      );
    }
    for (const [key, { version }] of [...rows, ...pristine]) {
      this.must(version <= cursor, 2, `${key}@${version} is ahead of the cursor ${cursor}`);
    }
  }

  /** Invariants 7 and 8: neither the cursor nor a row ever goes back. */
  private nothingStepsBack(): void {
    const { stepBack } = this.device;
    this.must(stepBack === null, 7, stepBack ?? '');
  }

  /** Invariant 8: an answered edit waits until its result is on the device. */
  private answersShow({ waiting, position: { epoch, cursor, complete } }: Disk): void {
    const here = this.server.toldAt.get(`${epoch}@${cursor}`);
    if (!complete || here === undefined) return;
    const queued = new Set(waiting.map(({ id }) => id));
    for (const id of this.device.answered) {
      const at = this.server.appliedAt.get(id);
      if (at === undefined || queued.has(id) || this.device.discarded.has(id)) continue;
      this.must(
        here >= at,
        8,
        `an edit waits no more, and the device is from before it (${cursor})`,
      );
    }
  }

  /** Invariant 9. */
  private nothingGoesByReading({ rows, pristine, position }: Disk): void {
    const serverHasContent = [...this.server.index.values()].some(({ row }) => row !== null);
    // Rows that only an account of this device has disappear with the account.
    const hasContent = [...rows.keys()].some((key) => pristine.get(key)?.row !== null);
    if (this.hadContent && serverHasContent && position.complete) {
      this.must(hasContent, 9, 'everything is gone from the device');
    }
    this.hadContent = hasContent && position.complete;
  }

  /** Invariants 3, 4, 5, 6: a confirmed edit waits, or was refused, or is in the server's ledger. */
  private noEditIsLost({ waiting, rejected }: Disk): void {
    const { promised } = this.device;
    const refused = new Map(rejected.map((one) => [one.id, one]));
    const queued = new Map(waiting.map((one) => [one.id, one]));
    for (const [id, mutation] of promised) {
      const here = queued.get(id) ?? refused.get(id)?.mutation;
      const answered = this.server.applied.get(id);
      this.must(here !== undefined || answered !== undefined, 6, `${mutation.label} is lost`);
      if (here !== undefined) {
        this.must(
          isDeepStrictEqual(values(here.changes), values(mutation.changes)),
          3,
          `${mutation.label} is kept as ${say(values(here.changes))}`,
        );
      }
      const refusal = refused.get(id);
      if (refusal !== undefined) {
        this.must(!queued.has(id), 4, `${mutation.label} waits and is refused`);
        const isFinal = refusal.code !== '42501';
        const isBoth = isFinal && answered !== undefined;
        this.must(!isBoth, 5, `${mutation.label} is refused here and applied there`);
      }
    }
    for (const { id, label, account } of [...waiting, ...rejected.map((it) => it.mutation)]) {
      if (promised.has(id)) continue;
      this.must(this.device.unconfirmed > 0, 6, `${label} was made by nobody`);
      // It was stored at the moment its tab ended: from now on it counts as confirmed.
      const mutation = [...waiting, ...rejected.map((it) => it.mutation)].find(
        (it) => it.id === id,
      );
      if (mutation !== undefined && account !== '') this.device.keepPromise(mutation);
    }
  }

  /** R15; and a deletion that was taken back is undone as a whole. */
  private nothingHeldIsSent(disk: Disk): void {
    const { holds, now } = this.device;
    const broken = holds.broken(disk, now(), this.server);
    if (broken !== null) throw new Broken(`${this.device.name}: R15: ${broken}`);
  }

  /** Invariant 5: a refused edit has the server's reason, or another's refusal as its cause. */
  private refusalsAreTrue({ rejected }: Disk): void {
    const here = new Set(rejected.map(({ id }) => id));
    for (const { id, mutation, code, reason, cause } of rejected) {
      const isRefused = cause !== null && (here.has(cause) || this.server.refused.has(cause));
      this.must(cause === null || isRefused, 5, `${mutation.label} waits behind no refusal`);
      const answers = this.server.refused.get(id) ?? [];
      const isTheServers = answers.some((it) => it.code === code && (it.message ?? '') === reason);
      const isParked = code === null && cause !== null;
      this.must(isParked || isTheServers, 5, `${mutation.label} was not refused with ${code}`);
    }
  }

  /** Authors are told of every conflict, and of no other replaced value. */
  private noticesAreTrue({ overwritten }: Disk): void {
    for (const [id, all] of this.server.conflicts) {
      for (const conflict of all) {
        const what = `${conflict.column} of ${rowKey(conflict)} is told to have been ${say(conflict.was)}`;
        this.must(!this.device.views.had(id, conflict), 5, `${what}, which its author had seen`);
      }
    }
    for (const { account, table, id, column, was, label } of overwritten) {
      const isTheServers = [...this.server.conflicts].some(
        ([mutation, all]) =>
          this.server.applied.get(mutation)?.userId === account &&
          all.some((conflict) => isDeepStrictEqual(conflict, { table, id, column, was })),
      );
      this.must(isTheServers, 5, `${label} is told to have replaced ${say(was)} in ${column}`);
    }
  }

  /** A conflict is shown on the device where the edit waited, as soon as the edit is answered. */
  private noticesAreGiven({ waiting, rejected, overwritten }: Disk): void {
    const here = new Set([...waiting, ...rejected].map(({ id }) => id));
    const gone = this.waited.filter((id) => !here.has(id) && !this.device.discarded.has(id));
    this.waited = waiting.map(({ id }) => id);
    for (const id of gone) {
      // The edit was refused here for lack of rights and has been sent since from a file: the conflict is shown on the
      // device that sent it.
      if (this.server.refused.get(id)?.some(({ code }) => code === '42501')) continue;
      for (const { table, id: row, column, was } of this.server.conflicts.get(id) ?? []) {
        const isTold = overwritten.some(
          (it) => it.id === row && it.column === column && isDeepStrictEqual(it.was, was),
        );
        const what = `${say(was)} in ${column} of ${table}/${row}`;
        this.must(isTold, 5, `an edit replaced ${what}, and its author was not told`);
      }
    }
  }

  /** R21 and the bounds of an exchange. */
  private requestsAreFew(): void {
    for (const { host, exchanges } of this.device.tabs) {
      if (exchanges.broken !== null) throw new Broken(`${host}: bounds: ${exchanges.broken}`);
    }
  }

  private must(holds: boolean, invariant: number, what: string): void {
    if (!holds) throw new Broken(`${this.device.name}: invariant ${invariant}: ${what}`);
  }
}

/** Whether the row may be shown as not current without an edit of its own, because a waiting edit chose another one. */
export function mayGiveWay(key: string, waiting: readonly Mutation[]): boolean {
  const choices = waiting.flatMap(({ changes }) => changes.filter(isChoice));
  return choices.some(({ table }) => key.startsWith(`${table}/`));
}

function isChoice(change: QueuedChange): boolean {
  return change.op !== 'delete' && change.values.is_current === true;
}

function isCurrentTrack(row: object | null): boolean {
  return row !== null && 'is_current' in row && row.is_current === true;
}

/** What must hold once the network has been quiet for long enough. */
export async function checkEnd(
  devices: readonly Device[],
  server: Server,
  written: readonly Record<string, unknown>[],
): Promise<void> {
  const must = (holds: boolean, what: string) => {
    if (!holds) throw new Broken(`in the end: ${what}`);
  };
  const refusedSomewhere = new Set<string>();
  const notAllowed = new Set<string>();
  must(server.contradicted.length === 0, `refused after it was applied: ${server.contradicted}`);
  for (const device of devices) {
    const disk = await readDisk(device);
    if (disk === null) continue;
    const { rows, waiting, rejected, pristine, position } = disk;
    must(waiting.length === 0, `${device.name} still has ${waiting.map((it) => it.label)}`);
    must(pristine.size === 0, `${device.name} still has pristine rows`);
    must(server.isCurrent(position.epoch), `${device.name} is on another history`);
    const live = [...server.index].filter(([, { row }]) => row !== null);
    must(
      live.filter(([, { row }]) => isCurrentTrack(row)).length <= 1,
      'several tracks are current',
    );
    must(
      isDeepStrictEqual([...rows.keys()].sort(), live.map(([key]) => key).sort()),
      `${device.name} has other rows than the server: ${difference(rows, new Map(live))}`,
    );
    for (const [key, { row, version }] of live) {
      const held = rows.get(key);
      must(
        held?.version === version && isDeepStrictEqual(held.row, row),
        `${device.name} has ${key} as ${say(held?.row)}@${held?.version}, not ${say(row)}@${version}`,
      );
    }
    for (const { id, code, cause } of rejected) {
      // Without the right it is refused for now: another device may send it when the right is back.
      (code === '42501' ? notAllowed : refusedSomewhere).add(id);
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

function uniqueTexts(
  change: Sent['changes'][number],
): { table: string; id: string; column: string; value: string }[] {
  const { table, id, values = {} } = change;
  return Object.entries(values).flatMap(([column, value]) =>
    isUnique(value) ? [{ table, id, column, value }] : [],
  );
}

/**
 * Edits of one device and account arrive in the order in which they were made. An edit that was carried to another
 * device is sent by the first of the two, perhaps without the edits that the other has discarded.
 */
function inOrder(
  devices: readonly Device[],
  server: Server,
  must: (holds: boolean, what: string) => void,
): void {
  for (const device of devices) {
    const last = new Map<string, number>();
    for (const id of server.applied.keys()) {
      const mutation = device.promised.get(id);
      if (mutation === undefined || devices.some(({ carried }) => carried.has(id))) continue;
      const { account, place, label } = mutation;
      must(place > (last.get(account) ?? 0), `${label} of ${device.name} arrived out of order`);
      last.set(account, place);
    }
  }
}

/** How often each unique value was written over another one. */
function timesWritten(written: readonly Record<string, unknown>[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { before, after } of written as { before: object | null; after: object }[]) {
    for (const [column, value] of Object.entries(after)) {
      if (!isUnique(value)) continue;
      if (before !== null && (before as Record<string, unknown>)[column] === value) continue;
      times.set(value, (times.get(value) ?? 0) + 1);
    }
  }
  return times;
}

function uniqueValues(changes: readonly object[]): string[] {
  return changes.flatMap((change) =>
    'values' in change ? Object.values(change.values as object).filter(isUnique) : [],
  );
}

/** Values that only edits write, never SQL. */
export function isUnique(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('edit ');
}

function values(changes: readonly object[]): unknown[] {
  return changes.map((change) => ('values' in change ? change.values : 'deleted'));
}

function difference(a: Map<string, unknown>, b: Map<string, unknown>): string {
  const only = (x: Map<string, unknown>, y: Map<string, unknown>) =>
    [...x.keys()].filter((key) => !y.has(key));
  return `only here ${only(a, b)}; only there ${only(b, a)}`;
}

function say(value: unknown): string {
  return JSON.stringify(value);
}
