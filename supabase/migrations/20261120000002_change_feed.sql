-- The change feed: what a device needs to follow the content, and nothing else.
--
-- One index over all kinds holds, for each row that exists or existed, the version of its last
-- change. Three rules make it safe to follow:
--
-- 1. Version order is commit order. Every writing statement takes one transaction-level advisory lock
--    before it touches a row, and versions are drawn under it. A reader that has seen version v has
--    therefore seen everything below it. Without the lock a slow transaction could commit a low version
--    after a reader's cursor has passed it, and that reader would never see the row.
-- 2. A pull is one statement. sync_pull is stable, so its index and its rows are of one snapshot.
-- 3. A row that is missing, or that the caller may not see, is a tombstone. Deletes, cascades and rows
--    that a policy begins to hide all reach devices this way.
--
-- The content tables themselves are not touched; plain SQL, Studio and PostgREST work as before.

create sequence sync.version maxvalue 9007199254740991; -- 2^53 - 1: versions travel as JSON numbers

create table sync.change (
  version bigint primary key,
  table_name text not null,
  row_id uuid not null,
  deleted_at timestamptz,
  unique (table_name, row_id)
);
create index change_deleted on sync.change (deleted_at) where deleted_at is not null;

-- In `public`, so that Realtime can broadcast it.
create table public.sync_state (
  singleton boolean primary key default true check (singleton),
  epoch uuid not null default gen_random_uuid(),
  -- The first version of the newest transaction. Updating it is the poke.
  version bigint not null default 0,
  -- Tombstones up to this version have been pruned.
  min_version bigint not null default 0
);
insert into public.sync_state default values;

alter table sync.change enable row level security;
alter table public.sync_state enable row level security;
-- Hosted projects grant access to everything new in `public` to all roles.
revoke all on public.sync_state from anon, authenticated;
grant select on sync.change, public.sync_state to anon, authenticated, service_role;
create policy "anyone follows" on sync.change for select using (true);
create policy "anyone is poked" on public.sync_state for select using (true);

-- Keeping the index ------------------------------------------------------------------------------

-- A statement trigger, before any row is touched: a row trigger would take the lock after the tuple lock, and
-- deadlock. The time-out keeps a forgotten session from blocking every writer.
create function sync.lock() returns trigger
language plpgsql security definer set search_path = '' set lock_timeout = '4s' as $$
begin
  perform pg_advisory_xact_lock(7310264518);
  return null;
end $$;

-- A row trigger: moves the row's entry to the end of the history, unless nothing changed.
create function sync.note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.id else new.id end;
  next_version bigint;
begin
  if tg_op = 'UPDATE' then
    if new.id <> old.id then
      raise exception 'the key of public.% cannot change', tg_table_name
        using errcode = 'restrict_violation', hint = 'Insert a row with the new key and delete the old one.';
    end if;
    if new *= old then
      return null;
    end if;
  end if;
  next_version := nextval('sync.version');
  insert into sync.change (version, table_name, row_id, deleted_at)
  values (next_version, tg_table_name, changed, case when tg_op = 'DELETE' then now() end)
  on conflict (table_name, row_id)
  do update set version = excluded.version, deleted_at = excluded.deleted_at;
  -- One poke per transaction is enough: a transaction commits as a whole, so a device that has its first version and
  -- everything below has been told.
  if coalesce(current_setting('sync.poked', true), '') = '' then
    perform set_config('sync.poked', 'yes', true);
    update public.sync_state set version = next_version;
  end if;
  return null;
end $$;

-- The tables that devices follow: those with the trigger.
create view sync.followed with (security_invoker = true) as
  select c.oid::regclass as content, c.relname::text as name
  from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgfoid = 'sync.note'::regproc
  where c.relnamespace = 'public'::regnamespace;
grant select on sync.followed to anon, authenticated, service_role;

-- Prunes tombstones older than `keep`; devices that last pulled before then must start over.
create function sync.prune(keep interval default '180 days') returns void
language plpgsql security definer set search_path = '' set lock_timeout = '4s' as $$
declare
  newest bigint;
begin
  if not exists (select from sync.change where deleted_at < now() - keep) then
    return;
  end if;
  perform pg_advisory_xact_lock(7310264518);
  with forgotten as (
    delete from sync.change where deleted_at < now() - keep returning version
  )
  select max(version) into newest from forgotten;
  update public.sync_state set min_version = greatest(min_version, newest);
end $$;

-- Deletes trigger pruning, so that no scheduler is needed.
create function sync.prune_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform sync.prune();
  return null;
end $$;

-- Starts a new history: every device fetches everything anew. To be called after changes that bypassed the
-- triggers: an import with triggers off, a restore into the same tables.
create function sync.reset() returns void
language plpgsql security definer set search_path = '' set lock_timeout = '10s' as $$
declare
  content regclass;
begin
  perform pg_advisory_xact_lock(7310264518);
  delete from sync.change c where not exists (select from sync.followed f where f.name = c.table_name);
  for content in select f.content from sync.followed f loop
    perform sync.index_rows(content);
  end loop;
  update public.sync_state set epoch = gen_random_uuid(), version = nextval('sync.version');
end $$;

-- Brings the index of one table in line with its rows.
create function sync.index_rows(content regclass) returns void
language plpgsql security definer set search_path = '' as $$
declare
  name text := (select relname from pg_class where oid = content);
begin
  execute format(
    'delete from sync.change c
     where c.table_name = %1$L and not exists (select from %2$s t where t.id = c.row_id)', name, content);
  execute format(
    'insert into sync.change (version, table_name, row_id)
     select nextval(''sync.version''), %1$L, t.id from %2$s t
     where not exists (select from sync.change c where c.table_name = %1$L and c.row_id = t.id)',
    name, content);
end $$;

create function sync.reset_after_truncate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform sync.reset();
  return null;
end $$;

-- Publishes a table: everybody reads it, admins write it, and devices follow it. The migration of a new kind of content
-- needs only this call. The lock comes first here too: the versions of its rows must not overtake those of a writer that
-- has not committed yet.
create function sync.publish(content regclass) returns void
language plpgsql set search_path = '' set lock_timeout = '10s' as $$
begin
  perform pg_advisory_xact_lock(7310264518);
  perform sync.close(content);
  execute format('grant select on %s to anon', content);
  execute format('grant select, insert, update, delete on %s to authenticated', content);
  execute format('create policy "anyone reads" on %s for select to anon, authenticated using (true)', content);
  execute format('create policy "admins insert" on %s for insert to authenticated
    with check ((select sync.is_admin()))', content);
  execute format('create policy "admins update" on %s for update to authenticated
    using ((select sync.is_admin())) with check ((select sync.is_admin()))', content);
  execute format('create policy "admins delete" on %s for delete to authenticated
    using ((select sync.is_admin()))', content);
  execute format('create trigger sync_lock before insert or update or delete on %s
    for each statement execute function sync.lock()', content);
  execute format('create trigger sync_note after insert or update or delete on %s
    for each row execute function sync.note()', content);
  execute format('create trigger sync_prune after delete on %s
    for each statement execute function sync.prune_after_delete()', content);
  execute format('create trigger sync_reset after truncate on %s
    for each statement execute function sync.reset_after_truncate()', content);
  perform sync.index_rows(content);
end $$;

-- Reading it ----------------------------------------------------------------------------------------

-- What identifies the history that a cursor belongs to. The stored uuid alone would not do, because a dump contains it:
-- the history also depends on the cluster and its timeline, on the database and the table created by a restore, and on
-- the columns, policies and grants of the followed tables. After `add column … default` or a change of policy no row has
-- a new version, and yet every device has to fetch anew.
create function sync.history() returns text
language plpgsql stable set search_path = '' as $$
declare
  cluster text;
begin
  if has_function_privilege('pg_control_system()', 'execute')
    and has_function_privilege('pg_control_checkpoint()', 'execute') then
    cluster := (select s.system_identifier || '/' || c.timeline_id from pg_control_system() s, pg_control_checkpoint() c);
  end if;
  -- Each row is hashed as it is stored. Writing them all as one text, in order, would take twice as long.
  return (
    with followed as materialized (
      select c.oid, c.relname, c.relacl, c.relrowsecurity
      from sync.followed f join pg_class c on c.oid = f.content
    )
    select concat_ws('/', s.epoch, cluster,
      (select oid from pg_database where datname = current_database()),
      'public.sync_state'::regclass::oid,
      (select sum(hash_record_extended(f, 0)) from followed f),
      (select sum(hash_record_extended(row(f.oid, a.attnum, a.attname, a.atttypid), 0))
       from followed f join pg_attribute a on a.attrelid = f.oid
       where a.attnum > 0 and not a.attisdropped),
      (select sum(hash_record_extended(row(f.oid, p.polname, p.polcmd, p.polpermissive, p.polroles,
         p.polqual::text, p.polwithcheck::text), 0))
       from followed f join pg_policy p on p.polrelid = f.oid))
    from public.sync_state s
  );
end $$;

-- The epoch is the history as a hash, and one of its own for admins, because they may be allowed to read more than
-- visitors. Signing in or out therefore fetches everything anew.
--
-- A session remembers the history together with the snapshot that it was read in. A snapshot names the transactions whose
-- writes are visible, so an equal snapshot shows an equal history. There are two exceptions, in which nothing is
-- remembered: a transaction sees its own writes, which its snapshot does not name; and a standby's snapshot leaves out
-- which transactions are still running.
create function sync.epoch() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  snapshot constant text := pg_current_snapshot();
  names_all constant boolean := pg_current_xact_id_if_assigned() is null and not pg_is_in_recovery();
  history text;
begin
  if names_all and current_setting('sync.snapshot', true) = snapshot then
    history := current_setting('sync.history');
  else
    history := sync.history();
    if names_all then
      perform set_config('sync.snapshot', snapshot, false), set_config('sync.history', history, false);
    end if;
  end if;
  return md5(concat_ws('/', history, sync.is_admin()));
end $$;

-- What has changed since a device last pulled, as far as the caller may see it.
--
-- In:  epoch      the epoch of the cursor, null for a device that has nothing
--      cursor     the device has everything up to this version
--      horizon    the oldest version that any of its rows may have: the cursor, except while a device fills
--                 anew over several pages; then the `version` of the first page
--      page_size  the most rows in a page, 1 to 1000
--      pending    ids of mutations that the device has pushed without receiving an answer
-- Out: epoch, cursor  to be sent with the next pull
--      version    the newest version there is
--      reset      the device's rows are of another history, or older than the tombstones that are kept: these
--                 changes start from nothing
--      more       there is another page
--      changes    [{table, id, version, row}] in version order; row is null for a tombstone
--      answers    the ledger's answers (see the next migration) to `pending`, in the same snapshot as the rows.
--                 Otherwise an edit whose answer was lost would be replayed over the row that already contains it, and
--                 hide what others have written since
create function public.sync_pull(
  epoch text default null, cursor bigint default 0, horizon bigint default null, page_size integer default 500,
  pending uuid[] default '{}'
) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return sync.page(sync_pull.epoch, sync_pull.cursor, sync_pull.horizon, sync_pull.page_size,
    sync.answers(sync_pull.pending));
end $$;

-- One page, of a pull or in answer to a push: see sync_pull.
--
-- The result is one value, because the API silently cuts a set of rows at its row limit. It is limited in bytes
-- too, because hosted projects cancel a visitor's statement after 3 s. It is json and not jsonb, which would take apart
-- and sort every row only to write it down again: half the time of a page.
create function sync.page(
  epoch text, cursor bigint, horizon bigint, page_size integer, answers jsonb
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  max_bytes constant bigint := 1000000;
  here constant text := sync.epoch();
  oldest constant bigint := (select s.min_version from public.sync_state s);
  newest constant bigint := greatest(oldest, (select max(c.version) from sync.change c));
  starts_over constant boolean := page.epoch is distinct from here
    or coalesce(page.horizon, page.cursor, 0) < oldest
    or coalesce(page.cursor, 0) > newest;
  since constant bigint := case when starts_over then 0 else coalesce(page.cursor, 0) end;
  size constant integer := least(greatest(coalesce(page.page_size, 500), 1), 1000);
  sources text;
  changes json;
  last bigint;
  more boolean;
begin
  -- Most calls find nothing new. They need not know what there is to follow.
  if newest <= since and not starts_over then
    return json_build_object(
      'epoch', here, 'cursor', newest, 'version', newest, 'reset', false, 'more', false, 'changes', '[]'::json,
      'answers', page.answers);
  end if;

  -- The tables of this page that the caller may read, each as one branch of a union. Mostly it is one table, and planning
  -- for all of them would take longer than reading it.
  select string_agg(format(
      'select p.version, row_to_json(t) as row from page p join public.%1$I t on t.id = p.row_id where p.table_name = %1$L',
      f.name), ' union all ')
  into sources
  from sync.followed f
  where has_table_privilege(f.content, 'select')
    and f.name in (select c.table_name from sync.change c where c.version > since order by c.version limit size + 1);

  execute format($sql$
    with page as materialized (
      select c.version, c.table_name, c.row_id from sync.change c
      where c.version > $1 order by c.version limit $2 + 1
    ),
    visible as (%s),
    measured as (
      select p.table_name as "table", p.row_id as id, p.version, v.row,
        row_number() over w as place, sum(coalesce(octet_length(v.row::text), 0)) over w as bytes
      from page p left join visible v using (version)
      window w as (order by p.version)
    ),
    kept as (
      select m."table", m.id, m.version, m.row from measured m where place = 1 or (place <= $2 and bytes <= $3)
    )
    select coalesce(json_agg(k order by k.version), '[]'), max(k.version), (select count(*) from page) > count(*)
    from kept k
  $sql$, coalesce(sources, 'select null::bigint as version, null::json as row where false'))
  into changes, last, more
  using since, size, max_bytes;

  return json_build_object(
    'epoch', here, 'cursor', case when more then last else newest end, 'version', newest,
    'reset', starts_over, 'more', more, 'changes', changes, 'answers', page.answers);
end $$;

-- The same for visitors, by GET. After a change they all ask the same question, so a cache in front of the server may
-- answer them for a few seconds, and the database hears of it once. Nobody who is signed in may call it: what admins are
-- told is never shared.
--
-- In:  told  the version that a poke has told of; no answer in a cache is from before it, because it is in the address
create function public.sync_read(
  epoch text default null, cursor bigint default 0, horizon bigint default null, page_size integer default 500,
  told bigint default null
) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform told; -- It is for the address only, and the linter wants it to be used.
  perform set_config('response.headers', '[{"Cache-Control": "public, max-age=0, s-maxage=2, stale-while-revalidate=3"}]', true);
  return public.sync_pull(sync_read.epoch, sync_read.cursor, sync_read.horizon, sync_read.page_size);
end $$;

-- Publishing the content -----------------------------------------------------------------------------

select sync.publish('public.projects');
select sync.publish('public.tasks');
select sync.publish('public.commentaries');
select sync.publish('public.ai_tools');
select sync.publish('public.friends');
select sync.publish('public.current_listening');
select sync.publish('public.learnings');
select sync.publish('public.resources');

-- Realtime carries the poke and no content. Hosted Supabase has this publication; other servers may not.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables)
    and not exists (select from pg_publication_tables
                    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'sync_state') then
    alter publication supabase_realtime add table public.sync_state;
  end if;
end $$;
