import { isDeepStrictEqual } from 'node:util';
import { type Change, type Mutation, rowKey } from '../../../src/engine/mutation.ts';
import type { Disk } from './disk.ts';

/** A value that an edit has replaced, as its author is told. */
export interface Conflict {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly was: unknown;
}

type Shown = ReadonlyMap<string, { readonly row: object }>;

/** The values that the authors of edits had on their screens, for each column that they changed. */
export class Views {
  private readonly seen = new Map<string, unknown>();

  /**
   * An edit was made, with the disk before and after it. If a row arrived in between, it is not known what its author saw.
   *
   * @param screen what its tab showed before
   */
  made(
    { id }: Mutation,
    changes: readonly Change[],
    { screen, before, after }: { screen: Shown; before: Disk | null; after: Disk | null },
  ): void {
    const still = new Set(after?.waiting.map((one) => one.id));
    // An answer in between may have shown a row without an edit that was refused.
    if (before?.waiting.some((one) => !still.has(one.id))) return;
    for (const change of changes) {
      const place = rowKey(change);
      const row = screen.get(place);
      if (change.op !== 'update' || row === undefined) continue;
      // The row as the server has it, under the edits: a change past the triggers leaves its version as it is.
      const beneath = before?.held.get(place);
      if (!isDeepStrictEqual(after?.held.get(place), beneath)) continue;
      // Where the edit was coalesced into a waiting one, its author saw their own values in that one's columns.
      const coalesced = before?.waiting.find((one) => one.id === id)?.changes ?? [];
      const own = coalesced.flatMap((one) => ('values' in one ? Object.keys(one.values) : []));
      for (const column of Object.keys(change.values)) {
        if (own.includes(column)) continue;
        // Of a column that the row does not have yet they see the empty value.
        const shown = (row.row as Record<string, unknown>)[column] ?? null;
        this.seen.set(keyOf(id, { ...change, column }), shown);
      }
    }
  }

  /** An edit is sent again as another one. */
  retried(id: string, again: string): void {
    for (const [key, value] of [...this.seen]) {
      if (key.startsWith(`${id} `)) this.seen.set(key.replace(id, again), value);
    }
  }

  /** Whether the author of an edit is known never to have seen the value that it replaced. */
  hadNot(mutation: string, conflict: Conflict): boolean {
    return this.seen.has(keyOf(mutation, conflict)) && !this.had(mutation, conflict);
  }

  /** Whether the author of an edit had seen the value that it replaced. */
  had(mutation: string, conflict: Conflict): boolean {
    const key = keyOf(mutation, conflict);
    return this.seen.has(key) && isDeepStrictEqual(asStored(this.seen.get(key)), conflict.was);
  }
}

/** The tags of a waiting edit are a list on its device, and text in the database. */
function asStored(seen: unknown): unknown {
  return Array.isArray(seen) ? seen.join(',') : seen;
}

function keyOf(mutation: string, { table, id, column }: Omit<Conflict, 'was'>): string {
  return `${mutation} ${table}/${id} ${column}`;
}
