import type { PGlite } from '@electric-sql/pglite';

/** The new row of `sync_state`, which only says that there is something to pull. */
export type Poke = Readonly<Record<string, unknown>>;
type Listener = (poke: Poke) => void;

/**
 * Hosted Supabase reads changes from the write-ahead log, which PGlite does not offer, so here a trigger calls NOTIFY.
 * Notifications wait for the commit. They are limited to 8,000 bytes, far more than that row has.
 */
const trigger = `
  drop schema if exists embedded_realtime cascade;
  create schema embedded_realtime;
  create function embedded_realtime.notify() returns trigger language plpgsql as $$
  begin
    perform pg_notify('poke', to_jsonb(new)::text);
    return null;
  end $$;
  do $$
  begin
    -- Migrations that stop before the change feed have no such table.
    if to_regclass('public.sync_state') is not null then
      create trigger embedded_realtime after update on public.sync_state
        for each row execute function embedded_realtime.notify();
    end if;
  end $$;
`;

/** Calls the listener for every committed update of `sync_state`, for as long as the database is open. */
export async function listenForPokes(database: PGlite, listener: Listener): Promise<void> {
  await database.exec(trigger);
  await database.listen('poke', (row) => listener(JSON.parse(row) as Poke));
}

/** Hands pokes on to any number of listeners; `add` returns a function that removes one. */
export function pokeListeners(): { add(listener: Listener): () => void; tell: Listener } {
  const listeners = new Set<Listener>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(poke) {
      for (const listener of listeners) listener(poke);
    },
  };
}
