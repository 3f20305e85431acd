import { Dexie, type EntityTable, liveQuery } from 'dexie';
import type { Snapshot, Start } from '../page/contestant.ts';
import { SHOWN } from './shared/shown.ts';
import { type Link, PAGE, TABLE } from './shared/supabase-table.ts';
import { useObserved } from './shared/use-observed.ts';

/** Where it stands in the table's history. */
interface Cursor {
  readonly key: 'links';
  readonly updated_at: string;
  readonly id: string;
}

/** No product: the least that keeps a table with Dexie. No conflicts, no failures, one tab. */
export const start: Start = ({ url, key }) => {
  const database = new Dexie('floor') as Dexie & {
    links: EntityTable<Link, 'id'>;
    outbox: EntityTable<Link, 'id'>;
    cursors: EntityTable<Cursor, 'key'>;
  };
  database.version(1).stores({ links: 'id, created_at', outbox: 'id', cursors: 'key' });
  const { links, outbox, cursors } = database;

  async function pull(): Promise<void> {
    const rows: Link[] = [];
    let cursor: Pick<Cursor, 'updated_at' | 'id'> | undefined = await cursors.get('links');
    for (let isFull = true; isFull; ) {
      const query = new URLSearchParams({
        select: '*',
        order: 'updated_at,id',
        limit: String(PAGE),
      });
      if (cursor !== undefined) {
        const { updated_at, id } = cursor;
        query.set(
          'or',
          `(updated_at.gt.${updated_at},and(updated_at.eq.${updated_at},id.gt.${id}))`,
        );
      }
      const address = `${url}/rest/v1/${TABLE}?${query}`;
      const page: Link[] = await (await fetch(address, { headers: { apikey: key } })).json();
      rows.push(...page);
      cursor = page.at(-1) ?? cursor;
      isFull = page.length === PAGE;
    }
    if (rows.length === 0 || cursor === undefined) return;
    const { updated_at, id } = cursor;
    await database.transaction('rw', links, cursors, async () => {
      await links.bulkPut(rows);
      await cursors.put({ key: 'links', updated_at, id });
    });
  }

  async function push(): Promise<void> {
    const rows = await outbox.toArray();
    if (rows.length === 0) return;
    const answer = await fetch(`${url}/rest/v1/${TABLE}?on_conflict=id`, {
      method: 'POST',
      headers: {
        apikey: key,
        'content-type': 'application/json',
        prefer: 'resolution=merge-duplicates,return=minimal',
      },
      body: JSON.stringify(rows),
    });
    if (answer.ok) await outbox.bulkDelete(rows.map((row) => row.id));
  }

  const snapshots = liveQuery(async (): Promise<Snapshot> => {
    const [cursor, newest] = await Promise.all([
      cursors.get('links'),
      links.orderBy('created_at').reverse().limit(SHOWN).toArray(),
    ]);
    return { isComplete: cursor !== undefined, newest };
  });

  addEventListener('online', () => void push());
  push()
    .then(pull)
    .catch(() => {});

  return {
    useSnapshot: () => useObserved<Snapshot>(snapshots, { isComplete: false, newest: [] }),
    pull,
    async setTitle(id, title) {
      await database.transaction('rw', links, outbox, async () => {
        const before = await links.get(id);
        if (before === undefined) return;
        const row = { ...before, title };
        await links.put(row);
        await outbox.put(row);
      });
      if (navigator.onLine) push().catch(() => {});
    },
    count: () => links.count(),
    // A transaction that has resolved is on the disk, as far as the browser says.
    durable: async () => performance.now(),
  };
};
