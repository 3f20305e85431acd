import { observable, syncState } from '@legendapp/state';
import { ObservablePersistIndexedDB } from '@legendapp/state/persist-plugins/indexeddb';
import { useSelector } from '@legendapp/state/react';
import { syncedSupabase } from '@legendapp/state/sync-plugins/supabase';
import type { Start } from '../page/contestant.ts';
import { SHOWN } from './shared/shown.ts';
import { clientOf, type Link, PAGE, TABLE } from './shared/supabase-table.ts';
import { watchWrites } from './shared/writes.ts';

export const start: Start = (backend) => {
  const supabase = clientOf(backend);
  const writes = watchWrites();
  class Persist extends ObservablePersistIndexedDB {
    constructor() {
      super({ databaseName: 'legend', version: 1, tableNames: [TABLE] });
    }
    override set(...args: Parameters<ObservablePersistIndexedDB['set']>): Promise<void> {
      const written = super.set(...args);
      writes.note(written);
      return written;
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: its types want the generated ones of a database
  const synced = syncedSupabase as any;
  const links$ = observable<Record<string, Link>>(
    synced({
      supabase,
      collection: TABLE,
      // Its own does not page. Everything else is its default.
      list: async ({ lastSync }: { lastSync?: number }) => {
        const rows: Link[] = [];
        for (;;) {
          let query = supabase.from(TABLE).select('*');
          if (lastSync) query = query.gt('updated_at', new Date(lastSync).toISOString());
          const page = await query
            .order('updated_at')
            .order('id')
            .range(rows.length, rows.length + PAGE - 1);
          if (page.error) throw page.error;
          rows.push(...page.data);
          if (page.data.length < PAGE) return { data: rows };
        }
      },
      as: 'object',
      fieldCreatedAt: 'created_at',
      fieldUpdatedAt: 'updated_at',
      fieldDeleted: '_deleted',
      changesSince: 'last-sync',
      persist: { name: TABLE, plugin: Persist, retrySync: true },
      retry: { infinite: true },
    }),
  );
  const state$ = syncState(links$);
  const rows = () => Object.values(links$.get() ?? {});

  return {
    useSnapshot: () =>
      useSelector(() => {
        const newestFirst = rows().sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
        const newest = newestFirst.slice(0, SHOWN).map(({ id, title }) => ({ id, title }));
        return { isComplete: state$.isLoaded.get(), newest };
      }),
    pull: () => state$.sync(),
    setTitle: (id, title) => links$[id]?.assign({ title }),
    count: () => rows().length,
    durable: writes.durable,
  };
};
