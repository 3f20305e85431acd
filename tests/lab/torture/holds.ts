import { isDeepStrictEqual } from 'node:util';
import type { Mutation } from '../../../src/engine/mutation.ts';
import { HOLD_MOST_MS, UNDO_MS } from '../../../src/lib/limits.ts';
import type { Disk } from './disk.ts';
import type { Server } from './server.ts';

/**
 * The promises of Undo: while it is offered the edit has not been sent, and a deletion that was taken back is undone as
 * a whole, here and on the server. Time is the device's clock; setting that clock ends all promises.
 */
export class Holds {
  private readonly held = new Map<string, { at: number; until: number }>();
  /** The rows that belonged to a deleted row: the server would delete them too, or detach them. */
  private readonly along = new Map<string, Belonging[]>();
  private readonly takenBack = new Map<string, Mutation>();

  made(mutation: Mutation, disk: Disk | null): void {
    const { id, at, rows } = mutation;
    this.held.set(id, { at, until: at + UNDO_MS });
    this.along.set(
      id,
      disk === null
        ? []
        : rows.flatMap((row) => belongingTo(row.slice(row.indexOf('/') + 1), disk)),
    );
  }

  /** Somebody has the pointer or the focus at the offer. */
  attended(id: string, now: number): void {
    const hold = this.held.get(id);
    if (hold && this.isOffered(id, now))
      this.held.set(id, { ...hold, until: hold.at + HOLD_MOST_MS });
  }

  left(id: string, now: number): void {
    const hold = this.held.get(id);
    if (hold && this.isOffered(id, now)) {
      this.held.set(id, { ...hold, until: Math.min(hold.until, now + UNDO_MS) });
    }
  }

  /** From here on nothing is promised: the edits are sent now, or from a file, or the clock was set. */
  released(): void {
    this.held.clear();
  }

  tookBack(mutation: Mutation): void {
    this.held.delete(mutation.id);
    this.takenBack.set(mutation.id, mutation);
  }

  isOffered(id: string, now: number): boolean {
    const until = this.held.get(id)?.until ?? now;
    return until > now && until - now <= HOLD_MOST_MS;
  }

  /** The violation; null for none. */
  broken({ waiting }: Disk, now: number, server: Server): string | null {
    for (const { id, label, sent, at, heldUntil } of waiting) {
      if (sent && this.isOffered(id, now)) return `${label} was sent while it could be taken back`;
      if (heldUntil !== null && heldUntil - at > HOLD_MOST_MS) return `${label} is held for ever`;
    }
    for (const [id, { at }] of this.held) {
      if (this.isOffered(id, now) && server.applied.has(id)) {
        return `what was made at ${at} reached the server while it could be taken back`;
      }
    }
    for (const [id, { label }] of this.takenBack) {
      if (server.applied.has(id)) return `${label} was taken back and reached the server`;
    }
    return null;
  }

  /** The rows that are missing after a deletion was taken back; null for none. */
  missing({ id, rows: own, label }: Mutation, disk: Disk, server: Server): string | null {
    const { rows, waiting, position } = disk;
    if (!server.isCurrent(position.epoch)) return null;
    const edited = new Set(waiting.flatMap((mutation) => mutation.rows));
    const { index } = server.streamOf(position.epoch);
    for (const key of own) {
      const isThere = rows.has(key) || edited.has(key);
      const isOnServer = (index.get(key)?.row ?? null) !== null;
      if (isOnServer && !isThere) return `${label} was taken back, but ${key} is gone`;
    }
    for (const { key, version, row } of this.along.get(id) ?? []) {
      // A change past the triggers leaves the row's version as it is.
      const now = index.get(key);
      const isAsBefore = now?.version === version && isDeepStrictEqual(now.row, row);
      if (isAsBefore && !edited.has(key) && !isDeepStrictEqual(rows.get(key)?.row, row)) {
        return `${label} was taken back without ${key}`;
      }
    }
    return null;
  }
}

interface Belonging {
  readonly key: string;
  readonly version: number;
  readonly row: object;
}

/** Rows that refer to this row: they are deleted or detached with it. */
export function belongingTo(id: string, { rows }: Disk): Belonging[] {
  return [...rows].flatMap(([key, { row: held, version }]) => {
    const names = Object.entries(held).some(([column, value]) => column !== 'id' && value === id);
    return names ? { key, version, row: held } : [];
  });
}
