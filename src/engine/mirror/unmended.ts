import { rowKey } from '../mutation.ts';
import type { Memory } from './memory.ts';
import type { SetAside } from './set-aside.ts';

/**
 * The rows set aside that no waiting edit of the account changes. Only a device with an account has them in memory.
 *
 * @returns a function whose answer is undefined until the device has been read, and the same object until it changes
 */
export function unmendedIn(memory: Memory): () => readonly SetAside[] | undefined {
  let last: { key: string; rows: readonly SetAside[] } | undefined;
  return () => {
    const { about, pending } = memory;
    if (about === undefined) return undefined;
    const edited = new Set(pending.flatMap(({ changes }) => changes.map(rowKey)));
    const rows = about.aside.filter((one) => !edited.has(rowKey(one)));
    const key = JSON.stringify(rows.map((one) => [rowKey(one), one.version]));
    if (last?.key !== key) last = { key, rows };
    return last.rows;
  };
}
