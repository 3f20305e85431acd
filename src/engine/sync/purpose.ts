import type { MirrorDatabase } from '../mirror/database.ts';
import { readPosition, readServed } from '../mirror/status.ts';
import { countSendable } from '../outbox/queue.ts';

/**
 * The purpose of an exchange. While it waits for its turn, another page may serve the same purpose; then it is skipped.
 *
 * | purpose | served when |
 * |---|---|
 * | anything | never: the visitor of this page wants the newest state |
 * | edits | no sendable edit waits |
 * | version, of a poke | the mirror has it |
 * | request, the number of a visitor's request | an exchange that knew of it has succeeded |
 */
export interface Purpose {
  readonly anything: boolean;
  readonly edits: boolean;
  readonly version: number;
  readonly request: number;
}

export const noPurpose: Purpose = { anything: false, edits: false, version: 0, request: 0 };
export const anything: Purpose = { ...noPurpose, anything: true };

export function both(a: Purpose, b: Purpose): Purpose {
  return {
    anything: a.anything || b.anything,
    edits: a.edits || b.edits,
    version: Math.max(a.version, b.version),
    request: Math.max(a.request, b.request),
  };
}

/** @param now ms since 1970 */
export async function isServed(
  database: MirrorDatabase,
  purpose: Purpose,
  now: number,
): Promise<boolean> {
  if (purpose.anything) return false;
  if (purpose.edits && (await countSendable(database, now)) > 0) return false;
  if (purpose.version > (await readPosition(database)).cursor) return false;
  return purpose.request <= (await readServed(database));
}
