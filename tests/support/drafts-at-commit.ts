import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';

/**
 * How many drafts the device has at the moment at which the next edit is kept: what a page would find whose predecessor ended
 * then. Call it before the edit.
 */
export function draftsAtCommit(database: MirrorDatabase): Promise<number> {
  return new Promise((resolve, reject) => {
    const { outbox, drafts } = database;
    outbox.hook('creating', function look(_key, _edit, transaction) {
      outbox.hook('creating').unsubscribe(look);
      // Nothing that is written after the commit comes before this.
      transaction.on('complete', () => void drafts.count().then(resolve, reject));
    });
  });
}
