import type { OrderPart } from '../define.ts';

/** Compares two places as IndexedDB compares array keys: numbers before text, shorter before longer. */
export function compareOrder(a: readonly OrderPart[], b: readonly OrderPart[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i];
    if (right === undefined) return 1;
    if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
