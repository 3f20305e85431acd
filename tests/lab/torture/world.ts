import { PROFILE } from './broken-table.ts';
import type { Clock } from './clock.ts';
import type { Device } from './device.ts';
import type { Postgres, Server } from './server.ts';

export interface Account {
  readonly userId: string;
  isAdmin: boolean;
}

/** Everything that a history works with. */
export interface World {
  readonly server: Server;
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly devices: Device[];
  readonly random: () => number;
  accounts: Account[];
  /** How many unique values have been made so far. */
  edits: number;
}

/**
 * Additions to the database for histories: lists of every value and of versions that were written together, and a
 * server that refuses values which ask for it, some of them only at the end of the transaction.
 */
export const instruments = `
  -- See learned-column.ts.
  alter table public.friends add column note text;
  create schema torture;
  grant usage on schema torture to anon, authenticated;
  -- See broken-table.ts. Columns may have the names of aliases in the feed's queries.
  create table torture.broken (fails boolean not null);
  insert into torture.broken values (false);
  create function torture.profile_can_be_read() returns boolean language plpgsql stable security definer as $$
  begin
    if (select b.fails from torture.broken b) then
      raise exception 'broken';
    end if;
    return true;
  end $$;
  create policy "a rule" on public.site_profile as restrictive for select using (torture.profile_can_be_read());
  alter table public.site_profile add column t text default 't', add column p text default 'p', add column c text default 'c';
  alter table public.friends add column t text default 't', add column g text default 'g', add column h text default 'h';
  create table torture.written (n bigint generated always as identity, before jsonb, after jsonb not null);
  create table torture.together (versions bigint[] not null, shown bigint[]);
  -- What everybody could see at some time, if only within a transaction.
  create table torture.shown (table_name text, row_id uuid, primary key (table_name, row_id));
  create function torture.note_shown() returns trigger language plpgsql security definer as $$
  begin
    insert into torture.shown values (new.table_name, new.row_id) on conflict do nothing;
    return null;
  end $$;
  create trigger torture_note_shown after insert or update on sync.change
    for each row when (new.is_shown) execute function torture.note_shown();
  -- A row as it is now; null for one that is not there.
  create function torture.row_now(name text, id uuid) returns jsonb language plpgsql stable as $$
  declare
    held jsonb;
  begin
    execute format('select to_jsonb(t.*) from public.%I t where t.id = $1', name) into held using row_now.id;
    return held;
  end $$;
  create function torture.note() returns trigger language plpgsql security definer as $$
  begin
    insert into torture.written (before, after)
    values (case when tg_op = 'UPDATE' then to_jsonb(old) end, to_jsonb(new));
    if to_jsonb(new)::text like '%refused at once%' then
      raise exception 'not this' using errcode = '23514';
    end if;
    return null;
  end $$;
  create function torture.note_late() returns trigger language plpgsql as $$
  begin
    if to_jsonb(new)::text like '%refused late%' then
      raise exception 'not this either' using errcode = '23514';
    end if;
    return null;
  end $$;
  -- Named like the change feed's own, so that edits of one sort share a statement here too (sync.runs).
  do $$
  declare content regclass;
  begin
    for content in select tgrelid::regclass from pg_trigger where tgname = 'sync_lock' loop
      execute format('create trigger sync_torture_note after insert or update on %s for each row execute function torture.note()', content);
      execute format('create constraint trigger sync_torture_note_late after insert or update on %s
        deferrable initially deferred for each row execute function torture.note_late()', content);
    end loop;
  end $$;
`;

/** Resets the database to the state in which every history begins: two admins, an account without the role, and a few rows. */
export async function resetWorld(world: World): Promise<void> {
  const [account, other, reader] = [uuid(1), uuid(2), uuid(3)];
  await world.postgres.sql(`
    set session_replication_role = replica;
    truncate public.projects, public.tasks, public.commentaries, public.ai_tools, public.friends,
      public.current_listening, public.learnings, public.resources, public.site_profile, public.user_roles, auth.users,
      sync.ledger, sync.spelling, sync.change, sync.kept_reference, torture.written, torture.together, torture.shown;
    set session_replication_role = default;
    do $$ begin
      if exists (select from pg_attribute where attrelid = 'public.friends'::regclass and attname = 'remark') then
        alter table public.friends rename column remark to note;
      end if;
    end $$;
    update torture.broken set fails = false;
    alter sequence sync.version restart;
    update public.sync_state set version = 0, min_version = 0;
    insert into auth.users (id) values ('${account}'), ('${other}'), ('${reader}');
    insert into public.user_roles (user_id, role) values ('${account}', 'admin'), ('${other}', 'admin');
    insert into public.projects (id, title, description) values ('${uuid(11)}', 'First', ''), ('${uuid(12)}', 'Second', '');
    insert into public.tasks (id, project_id, content, position) values
      ('${uuid(21)}', '${uuid(11)}', 'A task', 0), ('${uuid(22)}', '${uuid(11)}', 'A second', 1),
      ('${uuid(23)}', '${uuid(12)}', 'A third', 0);
    insert into public.friends (id, name) values ('${uuid(31)}', 'Ada');
    insert into public.current_listening (id, title, artist, is_current) values
      ('${uuid(41)}', 'A song', 'Somebody', true), ('${uuid(42)}', 'Another', 'Somebody', false);
    insert into public.learnings (id, title, project_id) values ('${uuid(51)}', 'A learning', '${uuid(11)}');
    insert into public.site_profile (id, name) values ('${PROFILE}', 'Somebody');
    insert into public.resources (id, title, learning_id) values ('${uuid(61)}', 'A resource', '${uuid(51)}');
  `);
  world.accounts = [
    { userId: account, isAdmin: true },
    { userId: other, isAdmin: true },
    { userId: reader, isAdmin: false },
  ];
  await world.server.look();
  await world.server.lookAtEpochs();
}

/** A uuid that is the same in every history. */
export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
