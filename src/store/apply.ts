import * as v from 'valibot';
import type { AnyKind } from '../model/kind.ts';
import {
  getMeta,
  type MalformedRow,
  type MirrorDatabase,
  recordsOf,
  toRecord,
} from './database.ts';
import { type Position, startPosition } from './meta.ts';

/** One change as the server tells it; `row` is null for a tombstone. */
export interface Change {
  table: string;
  id: string;
  version: number;
  row: unknown;
}

/** What one catch-up brought: the changes between two positions, in version order. */
export interface CatchUp {
  /** Where the device stood when it began. */
  from: Position;
  /** Where it stands when these are applied. */
  to: Position;
  /** The changes start from nothing: what the device holds is of another history, or too old. */
  reset: boolean;
  changes: readonly Change[];
}

export type Applied =
  | { outcome: 'applied'; position: Position }
  /** Another tab has been faster; the mirror is where `position` says. */
  | { outcome: 'stale'; position: Position }
  /** A fresh start without a single row, while there is content here: not believed (invariant 9). */
  | { outcome: 'unbelievable'; position: Position };

/**
 * Brings a catch-up into the mirror: rows, tombstones, position and freshness in one transaction
 * (invariant 2), looking again at the position, because another tab may have moved it meanwhile.
 *
 * - Incremental changes apply only on the history they continue; a fresh start replaces everything,
 *   in one go, so that no reader ever sees an empty moment.
 * - A change applies to a row only if its version is newer than the one held (invariant 7).
 * - A row that this app cannot read is kept aside as received; the older state stays on the screen.
 *
 * @param at when the last of it was asked for, in ms since 1970; becomes the freshness when the device is complete
 */
export function applyCatchUp(
  database: MirrorDatabase,
  kinds: readonly AnyKind[],
  catchUp: CatchUp,
  at: number,
): Promise<Applied> {
  return database.transaction('rw', database.tables, async (): Promise<Applied> => {
    const held = (await getMeta(database, 'position')) ?? startPosition;
    if (isStale(held, catchUp)) return { outcome: 'stale', position: held };
    if (catchUp.reset) {
      if (held.complete && !catchUp.changes.some((change) => change.row !== null)) {
        if (await hasContent(database, kinds)) return { outcome: 'unbelievable', position: held };
      }
      for (const kind of kinds) await recordsOf(database, kind).clear();
      await database.malformed.clear();
    }
    for (const [table, changes] of byTable(catchUp.changes)) {
      const kind = kinds.find((candidate) => candidate.table === table);
      if (kind === undefined) await keepUnknown(database, changes);
      else await applyToKind(database, kind, changes);
    }
    await database.meta.put({ key: 'position', value: catchUp.to });
    if (catchUp.to.complete) await database.meta.put({ key: 'freshness', value: at });
    return { outcome: 'applied', position: catchUp.to };
  });
}

function isStale(held: Position, { from, to, reset }: CatchUp): boolean {
  if (held.epoch === from.epoch && held.cursor === from.cursor) return false;
  if (held.epoch === to.epoch && held.cursor >= to.cursor) return true;
  return !reset && (held.epoch !== to.epoch || held.cursor < from.cursor);
}

async function hasContent(database: MirrorDatabase, kinds: readonly AnyKind[]): Promise<boolean> {
  for (const kind of kinds) if ((await recordsOf(database, kind).count()) > 0) return true;
  return false;
}

function byTable(changes: readonly Change[]): Map<string, Change[]> {
  const tables = new Map<string, Change[]>();
  for (const change of changes) {
    const known = tables.get(change.table);
    if (known === undefined) tables.set(change.table, [change]);
    else known.push(change);
  }
  return tables;
}

async function applyToKind(
  database: MirrorDatabase,
  kind: AnyKind,
  changes: readonly Change[],
): Promise<void> {
  const table = recordsOf(database, kind);
  const ids = changes.map((change) => change.id);
  const held = new Map<string, number>();
  for (const record of await table.bulkGet(ids)) {
    if (record !== undefined) held.set(record.id, record.version);
  }
  // Over several pages one row may come twice; the later change is the newer.
  const last = new Map<string, Change>();
  for (const change of changes) {
    const version = held.get(change.id);
    if (version === undefined || change.version > version) last.set(change.id, change);
  }
  const newer = [...last.values()];
  await database.malformed.bulkDelete(newer.map((change) => [kind.table, change.id]));
  await table.bulkDelete(newer.filter((change) => change.row === null).map(({ id }) => id));
  const readings = newer.filter((change) => change.row !== null).map((it) => readRow(kind, it));
  await table.bulkPut(readings.flatMap((reading) => (reading.ok ? [reading.record] : [])));
  await database.malformed.bulkPut(
    readings.flatMap((reading) => (reading.ok ? [] : [reading.malformed])),
  );
}

/** Rows of a kind that this version of the app has never heard of wait for one that has. */
async function keepUnknown(database: MirrorDatabase, changes: readonly Change[]): Promise<void> {
  for (const { table, id, version, row } of changes) {
    if (row === null) await database.malformed.delete([table, id]);
    else await database.malformed.put({ table, id, version, row, reason: 'unknown table' });
  }
}

function readRow(kind: AnyKind, { id, version, row }: Change) {
  const reading = v.safeParse(kind.row, row);
  if (reading.success && reading.output.id === id) {
    return { ok: true as const, record: toRecord(kind, reading.output, version) };
  }
  const reason = reading.success ? 'the row is not the one announced' : v.summarize(reading.issues);
  const malformed: MalformedRow = { table: kind.table, id, version, row, reason };
  return { ok: false as const, malformed };
}

/**
 * Reads the rows kept aside again: an app update may understand them, and the cursor has passed them,
 * so the server would not send them again. Called once at every start.
 *
 * @returns how many rows found their place
 */
export function rereadMalformed(
  database: MirrorDatabase,
  kinds: readonly AnyKind[],
): Promise<number> {
  return database.transaction('rw', database.tables, async () => {
    let understood = 0;
    for (const aside of await database.malformed.toArray()) {
      const kind = kinds.find((candidate) => candidate.table === aside.table);
      const reading = kind && readRow(kind, aside);
      if (kind === undefined || !reading?.ok) continue;
      await recordsOf(database, kind).put(reading.record);
      await database.malformed.delete([aside.table, aside.id]);
      understood += 1;
    }
    return understood;
  });
}
