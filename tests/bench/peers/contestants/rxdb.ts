import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateSupabase } from 'rxdb/plugins/replication-supabase';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { combineLatest, from, map, startWith } from 'rxjs';
import type { Snapshot, Start } from '../page/contestant.ts';
import { SHOWN } from './shared/shown.ts';
import { clientOf, type Link, PAGE, TABLE } from './shared/supabase-table.ts';
import { useObserved } from './shared/use-observed.ts';

const text = { type: ['string', 'null'] };

/** Without `updated_at` and `_deleted`, which the replication keeps for itself. */
const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 36 },
    title: { type: 'string' },
    description: text,
    link_url: text,
    image_url: text,
    tags: text,
    type: text,
    Source: text,
    learning_id: text,
    created_at: { type: 'string', maxLength: 40 },
  },
  required: ['id', 'title', 'created_at'],
  indexes: ['created_at'],
};

export const start: Start = async (backend) => {
  const database = await createRxDatabase({ name: 'peers', storage: getRxStorageDexie() });
  const { links } = await database.addCollections({ links: { schema } });
  if (links === undefined) throw new Error('There is no collection.');
  const replication = replicateSupabase<Link>({
    client: clientOf(backend),
    collection: links,
    replicationIdentifier: 'links',
    tableName: TABLE,
    modifiedField: 'updated_at',
    live: true,
    pull: { batchSize: PAGE },
    push: {},
  });
  const complete = from(replication.awaitInitialReplication()).pipe(map(() => true));
  const snapshots = combineLatest([
    complete.pipe(startWith(false)),
    links.find({ sort: [{ created_at: 'desc' }], limit: SHOWN }).$,
  ]).pipe(
    map(([isComplete, documents]): Snapshot => {
      return { isComplete, newest: documents.map((it) => it.toJSON()) };
    }),
  );

  return {
    useSnapshot: () => useObserved<Snapshot>(snapshots, { isComplete: false, newest: [] }),
    async pull() {
      replication.reSync();
      await replication.awaitInSync();
    },
    async setTitle(id, title) {
      const document = await links.findOne(id).exec();
      await document.incrementalPatch({ title });
    },
    count: () => links.count().exec(),
    // It writes the checkpoint after the rows. awaitInSync covers both, but waits for the server.
    async durable() {
      await (navigator.onLine ? replication.awaitInSync() : database.requestIdlePromise());
      return performance.now();
    },
  };
};
