import type { Stand } from './stand.ts';

/**
 * The purpose of an exchange. While it waits for its turn, another page may serve the same purpose; then it is skipped (R11).
 *
 * | purpose | served when |
 * |---|---|
 * | anything | never: the visitor of this page wants the newest state |
 * | edits | no sendable edit waits |
 * | version, of a poke | the mirror has it |
 */
export interface Purpose {
  readonly anything: boolean;
  readonly edits: boolean;
  readonly version: number;
}

export const noPurpose: Purpose = { anything: false, edits: false, version: 0 };
export const anything: Purpose = { ...noPurpose, anything: true };

export function both(a: Purpose, b: Purpose): Purpose {
  return {
    anything: a.anything || b.anything,
    edits: a.edits || b.edits,
    version: Math.max(a.version, b.version),
  };
}

export function isServed(purpose: Purpose, { sendable, position }: Stand): boolean {
  if (purpose.anything) return false;
  if (purpose.edits && sendable > 0) return false;
  return purpose.version <= position.cursor;
}
