import { isDeepStrictEqual } from 'node:util';
import type { Member } from '../../../src/engine/mirror/collection.ts';

/**
 * What a tab draws. A screen draws a row again if it is another object, so a row of which nothing has changed since it was
 * drawn last has to be the same one.
 */
export class Drawing {
  private last: ReadonlyMap<string, Member> = new Map();
  /** A row that would have been drawn again for nothing; null for none. */
  inVain: string | null = null;

  /** Called whenever something may have changed, with what is shown now. */
  draw(shown: ReadonlyMap<string, Member>): void {
    for (const [key, member] of shown) {
      const before = this.last.get(key);
      if (before === undefined || before === member) continue;
      if (isDeepStrictEqual(before.row, member.row)) this.inVain ??= key;
    }
    this.last = shown;
  }

  /** How many rows it shows. */
  get size(): number {
    return this.last.size;
  }
}
