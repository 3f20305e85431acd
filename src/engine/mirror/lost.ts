import type { MirrorDatabase } from './database.ts';
import { askAnew } from './status.ts';
import { emptyPages } from './stored-rows.ts';
import type { LostValue } from './unreadable.ts';

/**
 * Mends what the device has lost (R42), as far as it can be mended, and tells it with the last failure.
 *
 * Rows of the server are asked for again. What exists nowhere else stays where it is: the device may be able to read it again.
 *
 * @param lost as `skipUnreadable` tells them
 */
export async function mend(database: MirrorDatabase, lost: readonly LostValue[]): Promise<void> {
  const { pages, meta } = database;
  await database.transaction('rw', pages, meta, async () => {
    const keys = lost.flatMap(({ store, key }) => (store === 'pages' ? [key as PageKey] : []));
    await emptyPages(database, keys);
    if (keys.length > 0) await askAnew(database);
    const names = lost.map(({ store, key }) => [store, key].flat().join('/'));
    await meta.put({
      key: 'failure',
      value: {
        kind: 'device',
        code: 'lost',
        message: `the device has lost ${names.join(', ')}`,
        at: Date.now(),
      },
    });
  });
}

type PageKey = readonly [table: string, n: number];
