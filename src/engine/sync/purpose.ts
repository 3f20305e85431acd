import type { MirrorDatabase } from '../mirror/database.ts';
import { readPosition, readServed } from '../mirror/status.ts';
import { countSendable } from '../outbox/queue.ts';

/**
 * What an exchange is for. While it waits for its turn, another page may do the same: then it is not done again.
 *
 * | purpose | it has been served when |
 * |---|---|
 * | anything | never: whoever looks at this page wants the newest there is |
 * | edits | none waits that could be sent |
 * | version, of a poke | the mirror has it |
 * | request, the count of a person's | an exchange that knew of it has gone well |
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
