import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Runs a job while a folder is on a disk of its own that fills up. Node's file system imitates the disk, because not
 * every machine lets tests mount one.
 *
 * @param folder where the disk is
 * @param bytes how much can be written until it is full; nothing becomes free again
 */
export async function onSmallDisk<T>(
  folder: string,
  bytes: number,
  job: () => Promise<T>,
): Promise<T> {
  const { openSync, closeSync, writeSync, writeFileSync, statfsSync } = fs;
  const real = { openSync, closeSync, writeSync, writeFileSync, statfsSync };
  const there = new Set<number>();
  const isThere = (file: unknown) =>
    typeof file === 'number' ? there.has(file) : String(file).startsWith(folder);
  let left = bytes;
  const take = (data: string | NodeJS.ArrayBufferView, length?: unknown) => {
    const wanted = typeof length === 'number' ? length : Buffer.byteLength(data);
    if (wanted > left) {
      const words = 'ENOSPC: no space left on device, write';
      throw Object.assign(new Error(words), { code: 'ENOSPC', errno: -28, syscall: 'write' });
    }
    left -= wanted;
  };
  const small = {
    openSync(...asked: Parameters<typeof fs.openSync>) {
      const file = real.openSync(...asked);
      if (isThere(asked[0])) there.add(file);
      return file;
    },
    closeSync(file: number) {
      there.delete(file);
      real.closeSync(file);
    },
    writeSync(...asked: Parameters<typeof fs.writeSync>) {
      const [file, data, , length] = asked;
      if (isThere(file)) take(data, length);
      return real.writeSync(...asked);
    },
    writeFileSync(...asked: Parameters<typeof fs.writeFileSync>) {
      const [file, data] = asked;
      if (isThere(file)) take(data);
      real.writeFileSync(...asked);
    },
    statfsSync(path: string) {
      return isThere(path)
        ? { ...real.statfsSync(path), bsize: 1, bavail: left }
        : real.statfsSync(path);
    },
  };
  Object.assign(fs, small);
  syncBuiltinESMExports();
  try {
    return await job();
  } finally {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  }
}
