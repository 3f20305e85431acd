-- Rows that are kept back: drafts, and what is to be published later. Only admins are told of them. Three rules:
--
-- 1. Whether visitors may see a row is a fact, `is_shown` in the index of the change feed. Policies and pages read it there, so
--    they cannot disagree, and no question depends on the time at which it is asked.
-- 2. A row that is written notes the fact. A time that comes touches no row, so sync_release writes it down: once a minute
--    where something calls it, or when a device finds that a row is due. Once written, no clock takes it back.
-- 3. Visitors follow versions of their own, `shown_version`: of the changes that they can tell. A row that they never saw has
--    none, so they hear neither of it nor of its end, and a text that was withdrawn is a tombstone of that moment.
alter table sync.change
  add column is_shown boolean not null default true,
  add column shown_version bigint unique,
  -- When a row that is not shown is to be.
  add column due_at timestamptz;
update sync.change set is_shown = deleted_at is null, shown_version = version;
alter table sync.change alter column is_shown drop default;
create index change_due on sync.change (due_at) where due_at is not null;

drop policy "anyone follows" on sync.change;
create policy "anyone follows what is shown" on sync.change for select
  using (shown_version is not null or (select sync.is_admin()));

-- The tables that devices follow, and what of them visitors may see: everything, what is older than a time of its own
-- (`seen_from`), or what belongs to a row that they may see (`seen_with`, of `parent`). These are arguments of the trigger.
create or replace view sync.followed with (security_invoker = true) as
  select c.oid::regclass as content, c.relname::text as name,
    nullif(a.given[1], '') as seen_from, nullif(a.given[2], '') as seen_with, nullif(a.given[3], '') as parent
  from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgfoid = 'sync.note'::regproc,
    lateral (select string_to_array(encode(t.tgargs, 'escape'), '\000') as given) a
  where c.relnamespace = 'public'::regnamespace;

-- References to rows that are not shown. A row that everybody sees must not tell the id of one that nobody may know of, so its
-- reference waits here until they may: the column is null meanwhile, and only admins' devices are given the value.
create table sync.kept_reference (
  table_name text not null,
  row_id uuid not null,
  column_name text not null,
  refers_to uuid not null,
  primary key (table_name, row_id, column_name)
);
create index kept_reference_to on sync.kept_reference (refers_to);
alter table sync.kept_reference enable row level security;
grant select on sync.kept_reference to authenticated, service_role;
create policy "admins read what is kept" on sync.kept_reference for select to authenticated
  using ((select sync.is_admin()));

-- A reference that is kept, or not any more, changes its row for admins.
create function sync.note_kept() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept constant sync.kept_reference := case when tg_op = 'DELETE' then old else new end;
begin
  update sync.change c set version = nextval('sync.version')
  where c.table_name = kept.table_name and c.row_id = kept.row_id and c.deleted_at is null;
  return null;
end $$;
create trigger note_kept after insert or update or delete on sync.kept_reference
  for each row execute function sync.note_kept();

-- Whether there is such a row, and visitors may not see it. One that is not there hides nothing.
create function sync.is_kept_back(table_name text, row_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from sync.change c where c.table_name = is_kept_back.table_name
    and c.row_id = is_kept_back.row_id and not c.is_shown and c.deleted_at is null);
end $$;

-- Arguments: the column, and the table that it refers to. A null that is written leaves what is kept: whoever does not know of it
-- writes the row as they see it. sync.apply knows better.
create function sync.keep_reference() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  refers_to uuid;
begin
  execute format('select ($1).%I', tg_argv[0]) into refers_to using new;
  if refers_to is null then
    return new;
  end if;
  if sync.is_kept_back(tg_argv[1], refers_to) then
    insert into sync.kept_reference as k (table_name, row_id, column_name, refers_to)
    values (tg_table_name, new.id, tg_argv[0], refers_to)
    on conflict (table_name, row_id, column_name) do update set refers_to = excluded.refers_to
    where k.refers_to <> excluded.refers_to;
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null));
  else
    delete from sync.kept_reference k
    where k.table_name = tg_table_name and k.row_id = new.id and k.column_name = tg_argv[0];
  end if;
  return new;
end $$;

-- Writes the references to a row anew, now that it is shown or hidden: the trigger above moves them.
create function sync.move_references(parent text, parent_id uuid, shown boolean) returns void
language plpgsql set search_path = '' as $$
declare
  child record;
begin
  if shown then
    for child in select k.* from sync.kept_reference k
      join sync.reference r on r.name = k.table_name and r.column_name = k.column_name and r.parent = move_references.parent
      where k.refers_to = parent_id
    loop
      execute format('update public.%I set %I = $1 where id = $2', child.table_name, child.column_name)
      using parent_id, child.row_id;
    end loop;
    return;
  end if;
  for child in select r.* from sync.reference r where r.parent = move_references.parent loop
    execute format('update public.%I set %2$I = %2$I where %2$I = $1', child.name, child.column_name) using parent_id;
  end loop;
end $$;

-- The columns with ids of rows that visitors may not see.
create view sync.reference with (security_invoker = true) as
  select c.relname::text as name, a.given[1] as column_name, a.given[2] as parent
  from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgfoid = 'sync.keep_reference'::regproc,
    lateral (select string_to_array(encode(t.tgargs, 'escape'), '\000') as given) a
  where c.relnamespace = 'public'::regnamespace;
grant select on sync.reference to anon, authenticated, service_role;

-- Tells open pages that there is something to pull. One poke per transaction is enough: a transaction commits as a whole, so
-- a device that has its first version and everything below has been told. Nobody is poked for what visitors cannot tell;
-- admins' devices ask now and then anyway.
create function sync.poke(version bigint) returns void
language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('sync.poked', true), '') = '' then
    perform set_config('sync.poked', 'yes', true);
    update public.sync_state set version = poke.version;
  end if;
end $$;

-- As before, and notes what visitors may see of the row.
create or replace function sync.note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant uuid := case when tg_op = 'DELETE' then old.id else new.id end;
  seen_from constant text := nullif(tg_argv[0], '');
  seen_with constant text := nullif(tg_argv[1], '');
  held sync.change;
  was_shown boolean;
  shown boolean := tg_op <> 'DELETE';
  since timestamptz;
  since_before timestamptz;
  belongs_to uuid;
  next_version bigint;
begin
  if tg_op = 'UPDATE' and new.id <> old.id then
    raise exception 'the key of public.% cannot change', tg_table_name
      using errcode = 'restrict_violation', hint = 'Insert a row with the new key and delete the old one.';
  end if;
  select c.* into held from sync.change c where c.table_name = tg_table_name and c.row_id = changed;
  was_shown := coalesce(held.is_shown, false);
  if tg_op = 'UPDATE' and new *= old and coalesce(held.due_at > now(), true) then
    return null;
  end if;

  if shown and seen_from is not null then
    execute format('select ($1).%I', seen_from) into since using new;
    if tg_op = 'UPDATE' then
      execute format('select ($1).%I', seen_from) into since_before using old;
    end if;
    shown := since is not null and (since <= now() or was_shown and since is not distinct from since_before);
  elsif shown and seen_with is not null then
    execute format('select ($1).%I', seen_with) into belongs_to using new;
    shown := not sync.is_kept_back(tg_argv[2], belongs_to);
  end if;

  next_version := nextval('sync.version');
  insert into sync.change as c (version, table_name, row_id, deleted_at, is_shown, shown_version, due_at)
  values (next_version, tg_table_name, changed, case when tg_op = 'DELETE' then now() end, shown,
    case when shown then next_version end, case when not shown then since end)
  on conflict (table_name, row_id) do update
  set version = excluded.version, deleted_at = excluded.deleted_at, is_shown = excluded.is_shown, due_at = excluded.due_at,
    shown_version = case when c.is_shown or excluded.is_shown then excluded.version else c.shown_version end;
  if shown or was_shown then
    perform sync.poke(next_version);
  end if;
  -- What belongs to a deleted row is deleted or changed with it, and noted by itself.
  if shown <> was_shown and tg_op = 'UPDATE' then
    perform sync.show_with(tg_table_name, changed, shown);
    perform sync.move_references(tg_table_name, changed, shown);
  elsif tg_op = 'DELETE' then
    delete from sync.kept_reference k
    where k.refers_to = changed or k.table_name = tg_table_name and k.row_id = changed;
  end if;
  return null;
end $$;

-- Notes that what belongs to a row is shown with it, or hidden. Admins are told, too: their devices know what only they may see.
create function sync.show_with(parent text, parent_id uuid, shown boolean) returns void
language plpgsql set search_path = '' as $$
declare
  child record;
  moved uuid[];
begin
  for child in select f.content, f.name, f.seen_with from sync.followed f where f.parent = show_with.parent loop
    execute format('select array_agg(t.id) from %s t where t.%I = $1', child.content, child.seen_with)
    into moved using parent_id;
    with next as materialized (
      select c.row_id, nextval('sync.version') as version from sync.change c
      where c.table_name = child.name and c.row_id = any (moved) and c.is_shown <> shown
    )
    update sync.change c set version = next.version, shown_version = next.version, is_shown = shown
    from next where c.table_name = child.name and c.row_id = next.row_id;
    perform sync.show_with(child.name, m.id, shown) from unnest(moved) m (id);
  end loop;
end $$;

-- Brings the index of one table in line with its rows. A row that is shown stays shown while it has a time.
create or replace function sync.index_rows(content regclass) returns void
language plpgsql security definer set search_path = '' as $$
declare
  followed record;
  since text := 'null::timestamptz';
  shown text := 'true';
begin
  select f.* into followed from sync.followed f where f.content = index_rows.content;
  if followed.seen_from is not null then
    since := format('t.%I', followed.seen_from);
    shown := format('coalesce(%1$s <= now() or %1$s is not null and c.is_shown, false)', since);
  elsif followed.seen_with is not null then
    shown := format('not sync.is_kept_back(%L, t.%I)', followed.parent, followed.seen_with);
  end if;
  execute format(
    'delete from sync.change c
     where c.table_name = %1$L and not exists (select from %2$s t where t.id = c.row_id)', followed.name, content);
  execute format($sql$
    insert into sync.change as held (version, table_name, row_id, is_shown, shown_version, due_at)
    select n.version, %1$L, n.id, n.shown, case when n.shown then n.version end, case when not n.shown then n.since end
    from (
      select t.id, %3$s as shown, %4$s as since, nextval('sync.version') as version
      from %2$s t left join sync.change c on c.table_name = %1$L and c.row_id = t.id
      where c.row_id is null or c.is_shown <> %3$s or c.due_at is distinct from case when not (%3$s) then %4$s end
    ) n
    on conflict (table_name, row_id) do update
    set version = excluded.version, is_shown = excluded.is_shown, due_at = excluded.due_at, deleted_at = null,
      shown_version = case when held.is_shown or excluded.is_shown then excluded.version else held.shown_version end
  $sql$, followed.name, content, shown, since);
end $$;

-- As before, but what belongs to other rows comes after them.
create or replace function sync.reset() returns void
language plpgsql security definer set search_path = '' set lock_timeout = '10s' as $$
declare
  content regclass;
begin
  perform pg_advisory_xact_lock(7310264518);
  delete from sync.change c where not exists (select from sync.followed f where f.name = c.table_name);
  for content in select f.content from sync.followed f order by f.seen_with is not null loop
    perform sync.index_rows(content);
  end loop;
  perform sync.move_references(c.table_name, c.row_id, c.is_shown) from sync.change c
  where c.deleted_at is null and exists (select from sync.reference r where r.parent = c.table_name)
    and (not c.is_shown or exists (select from sync.kept_reference k where k.refers_to = c.row_id));
  update public.sync_state set epoch = gen_random_uuid(), version = nextval('sync.version');
end $$;

-- Says what visitors may see of a published table; see sync.publish.
create function sync.show(content regclass, seen_from text, seen_with text) returns void
language plpgsql set search_path = '' as $$
declare
  name constant text := (select r.relname from pg_catalog.pg_class r where r.oid = content);
  parent text;
  kept record;
begin
  if seen_from is not null and seen_with is not null then
    raise exception '% has a time of its own, or belongs to another row', content using errcode = '22023';
  end if;
  if seen_with is not null then
    select f.name into strict parent
    from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1] and a.attname = seen_with
      join sync.followed f on f.content = k.confrelid
    where k.conrelid = show.content and k.contype = 'f';
  end if;
  execute format('drop policy if exists "anyone reads" on %s', content);
  execute format('create policy "anyone reads" on %s for select to anon, authenticated using (%s)', content,
    case when seen_from is null and seen_with is null then 'true' else format(
      'exists (select from sync.change c where c.table_name = %1$L and c.row_id = %1$I.id and c.is_shown)
       or (select sync.is_admin())', name) end);
  execute format('drop trigger if exists sync_note on %s', content);
  execute format('create trigger sync_note after insert or update or delete on %s
    for each row execute function sync.note(%L, %L, %L)',
    content, coalesce(seen_from, ''), coalesce(seen_with, ''), coalesce(parent, ''));
  perform sync.index_rows(content);
  -- References from and to tables of which visitors may not see every row.
  for kept in
    select k.conrelid::regclass as of, a.attname as column_name, p.name as parent
    from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join sync.followed f on f.content = k.conrelid and f.seen_with is distinct from a.attname::text
      join sync.followed p on p.content = k.confrelid and (p.seen_from is not null or p.seen_with is not null)
    where k.contype = 'f' and cardinality(k.conkey) = 1 and show.content in (k.conrelid, k.confrelid)
  loop
    execute format('create or replace trigger %I before insert or update on %s
      for each row execute function sync.keep_reference(%L, %L)',
      'sync_reference_' || kept.column_name, kept.of, kept.column_name, kept.parent);
  end loop;
end $$;

-- Publishes a table: admins write it, devices follow it, and what its rows were is kept. The migration of a new kind of content needs only this call.
--
-- In:  seen_from  the column with the time from which everybody may see a row; null in it is a draft
--      seen_with  the column with the id of a row of another published table: who may see that one may see this one
--                 Without either, everybody sees every row
--
-- A table with permissive policies of its own is not published: it would lose them, and be open to all. The lock comes
-- first here too: the versions of its rows must not overtake those of a writer that has not committed yet.
drop function sync.publish(regclass);
create function sync.publish(content regclass, seen_from text default null, seen_with text default null) returns void
language plpgsql set search_path = '' set lock_timeout = '10s' as $$
declare
  own constant text := (select string_agg(polname, ', ' order by polname) from pg_catalog.pg_policy
    where polrelid = content and polpermissive);
begin
  if own is not null then
    raise exception '% has policies of its own: %', content, own
      using hint = 'Publishing lets everybody read a table and admins write it. If that is right for this one, drop its policies first.';
  end if;
  perform pg_advisory_xact_lock(7310264518);
  perform sync.close(content);
  execute format('grant select on %s to anon', content);
  execute format('grant select, insert, update, delete on %s to authenticated', content);
  execute format('create policy "admins insert" on %s for insert to authenticated
    with check ((select sync.is_admin()))', content);
  execute format('create policy "admins update" on %s for update to authenticated
    using ((select sync.is_admin())) with check ((select sync.is_admin()))', content);
  execute format('create policy "admins delete" on %s for delete to authenticated
    using ((select sync.is_admin()))', content);
  execute format('create trigger sync_lock before insert or update or delete on %s
    for each statement execute function sync.lock()', content);
  execute format('create trigger sync_prune after delete on %s
    for each statement execute function sync.prune_after_delete()', content);
  execute format('create trigger sync_reset after truncate on %s
    for each statement execute function sync.reset_after_truncate()', content);
  perform sync.show(content, seen_from, seen_with);
  -- Made by the next migration.
  perform sync.keep_history(content);
end $$;

-- Publishing later ----------------------------------------------------------------------------------

-- Whether a row waits to be shown whose time has come.
create function sync.is_due() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from sync.change c where c.due_at <= now());
end $$;

-- Shows the rows whose time has come. Anybody may call it: what it writes is a fact, and where there is none it costs one
-- look into an index and takes no lock.
create function public.sync_release() returns void
language plpgsql security definer set search_path = '' set lock_timeout = '4s' as $$
declare
  due record;
begin
  if not sync.is_due() then
    return;
  end if;
  perform pg_advisory_xact_lock(7310264518);
  for due in select c.table_name, c.row_id from sync.change c where c.due_at <= now() order by c.due_at loop
    begin
      -- The triggers of the row do the rest.
      execute format('update public.%I set id = id where id = $1', due.table_name) using due.row_id;
    exception when others then
      -- A row that breaks a check must not keep the others waiting, nor writers again and again.
      if sqlstate ~ '^(40001|40P01|55P03|53...|57...|58...)$' then
        raise;
      end if;
      raise warning 'row % of % cannot be shown: %', due.row_id, due.table_name, sqlerrm;
      update sync.change c set due_at = now() + interval '1 hour'
      where c.table_name = due.table_name and c.row_id = due.row_id;
    end;
  end loop;
end $$;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    execute $c$select cron.schedule('fieldnotes: publish what is due', '* * * * *', 'select public.sync_release()')$c$;
  end if;
end $$;

-- As before, but without a look at the table for those who are not signed in.
create or replace function sync.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
begin
  return caller is not null and exists (
    select from public.user_roles where user_id = caller and role = 'admin'
  );
end $$;

-- As before, but an admin is given everything, and anybody else what is shown. What visitors are not told is marked `withheld`:
-- true for a row, or the columns whose values only admins are given.
-- `due` in the answer says that a row waits for sync_release.
create or replace function sync.page(
  epoch text, cursor bigint, horizon bigint, page_size integer, answers jsonb
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  max_bytes constant bigint := 1000000;
  here constant text := sync.epoch();
  sees_all constant boolean := sync.is_admin();
  oldest constant bigint := (select s.min_version from public.sync_state s);
  newest constant bigint := greatest(oldest,
    case when sees_all then (select max(c.version) from sync.change c)
    else (select max(c.shown_version) from sync.change c) end);
  lacked constant text[] := string_to_array(split_part(page.epoch, '~', 2), ',');
  starts_over boolean := split_part(page.epoch, '~', 1) is distinct from here
    or coalesce(page.horizon, page.cursor, 0) < oldest
    or coalesce(page.cursor, 0) > newest;
  since bigint;
  -- Up to this version the device has not had any row that is gone by now: it has just begun, or began there.
  nothing_up_to bigint;
  size constant integer := least(greatest(coalesce(page.page_size, 500), 1), 1000);
  unread regclass[] := array[]::regclass[];
  unread_too regclass[];
  -- Whether there is a reference that only admins are given.
  keeps boolean := false;
  entries text;
  tables text[];
  sources text;
  changes json := json_build_array();
  last bigint;
  more boolean := false;
begin
  if cardinality(lacked) > 0 and not starts_over then
    unread := array(select f.content from sync.followed f
      where f.content::oid::text = any (lacked) and not sync.is_readable(f.content));
    starts_over := cardinality(unread) < cardinality(lacked);
  end if;
  since := case when starts_over then 0 else coalesce(page.cursor, 0) end;
  nothing_up_to := case when starts_over then newest else coalesce(page.horizon, since) end;

  -- Most calls find nothing new. They need not know what there is to follow.
  if newest > since or starts_over then
    entries := format('select c.%1$I as version, c.table_name, c.row_id, c.is_shown from sync.change c
      where c.%1$I > $1 order by c.%1$I limit $2 + 1', case when sees_all then 'version' else 'shown_version' end);
    if sees_all then
      keeps := exists (select from sync.kept_reference k);
    end if;
    loop
      -- The tables of this page that the caller may read, each as one branch of a union. Mostly it is one table, and planning
      -- for all of them would take longer than reading it. A row that is not shown is not read, whoever may bypass policies.
      execute format('select array_agg(distinct e.table_name) from (%s) e', entries) into tables using since, size;
      select string_agg(format(
          case when keeps and exists (select from sync.reference r where r.name = f.name) then
            'select p.version, (to_jsonb(t.*) || coalesce(k.kept, ''{}''))::json as row, k.columns as kept
             from page p join public.%1$I t on t.id = p.row_id, lateral (
               select jsonb_object_agg(k.column_name, k.refers_to) as kept, json_agg(k.column_name) as columns
               from sync.kept_reference k where k.table_name = %1$L and k.row_id = t.id) k
             where p.table_name = %1$L'
          else
            'select p.version, row_to_json(t.*) as row, null::json as kept from page p join public.%1$I t on t.id = p.row_id
             where p.table_name = %1$L and (p.is_shown or %2$L)' end, f.name, sees_all), ' union all ')
      into sources
      from sync.followed f
      where has_table_privilege(f.content, 'select') and f.content <> all (unread) and f.name = any (tables);

      begin
        execute format($sql$
          with page as materialized (%s),
          visible as (%s),
          measured as (
            select p.table_name as "table", p.row_id as id, p.version, v.row,
              case when p.is_shown or v.row is null then v.kept else 'true' end as withheld,
              row_number() over w as place, sum(coalesce(octet_length(v.row::text), 0)) over w as bytes
            from page p left join visible v using (version)
            window w as (order by p.version)
          ),
          kept as (
            select m."table", m.id, m.version, m.row%s from measured m where place = 1 or (place <= $2 and bytes <= $3)
          )
          select coalesce(json_agg(k order by k.version) filter (
              where k."table" <> all ($4) and (k.row is not null or k.version > $5)), '[]'),
            max(k.version), (select count(*) from page) > count(*)
          from kept k
        $sql$, entries, coalesce(sources, 'select null::bigint as version, null::json as row, null::json as kept where false'),
          case when sees_all then ', m.withheld' end)
        into changes, last, more
        using since, size, max_bytes,
          array(select f.name from sync.followed f where f.content = any (unread)), nothing_up_to;
        exit;
      exception when assert_failure or others then
        if sqlstate ~ '^(40001|40P01|55P03|53...|57...|58...)$' then
          raise;
        end if;
        unread_too := array(select f.content from sync.followed f
          where has_table_privilege(f.content, 'select') and f.content <> all (unread)
            and not sync.is_readable(f.content));
        if cardinality(unread_too) = 0 then
          raise;
        end if;
        unread := unread || unread_too;
      end;
    end loop;
  end if;

  return json_build_object(
    'epoch', here || coalesce('~' || (select string_agg(u.content::oid::text, ',') from unnest(unread) u (content)), ''),
    'cursor', case when more then last else newest end, 'version', newest,
    'reset', starts_over, 'more', more, 'changes', changes, 'answers', page.answers,
    'unread', array(select f.name from sync.followed f where f.content = any (unread)), 'due', sync.is_due());
end $$;

-- The references of a row that are kept.
create function sync.kept_in(table_name text, row_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_object_agg(k.column_name, k.refers_to), '{}') from sync.kept_reference k
    where k.table_name = kept_in.table_name and k.row_id = kept_in.row_id);
end $$;

-- Forgets a reference whose author has emptied it.
create function sync.forget_kept(table_name text, row_id uuid, column_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if sync.is_admin() then
    delete from sync.kept_reference k where k.table_name = forget_kept.table_name
      and k.row_id = forget_kept.row_id and k.column_name = forget_kept.column_name;
  end if;
end $$;

-- As before, but an admin's row has the references that are kept.
create or replace function sync.apply(changes jsonb[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  first constant jsonb := changes[1];
  op constant text := first ->> 'op';
  -- Each change with its values, cast by Postgres. A list for a text column is joined with commas: tags, in the database
  -- of an earlier site.
  given constant text := $sql$
    given as materialized (
      select c.place, (c.change ->> 'id')::uuid as id, c.change -> 'base' as base, c.change -> 'values' as said,
        c.change -> 'values' || coalesce((
          select jsonb_object_agg(n, (select string_agg(e, ',') from jsonb_array_elements_text(c.change -> 'values' -> n) e))
          from unnest($2) n where jsonb_typeof(c.change -> 'values' -> n) = 'array'), '{}') as written
      from unnest($1) with ordinality c (change, place)
    )$sql$;
  content regclass;
  written record;
  writes text;
  conflicts jsonb;
  is_refused boolean;
  is_missing boolean;
  -- Remembers how the values of a change were stored, where that differs. It follows `given` and `touched`. A reference that is
  -- kept is not stored in another way: null in its place is what somebody else may write.
  remembered constant text := $sql$
    insert into sync.spelling as s (table_name, row_id, column_name, said, stored)
    select $4, g.id, n, md5((g.said -> n)::text), md5((t.row -> n)::text)
    from given g join touched t using (id) cross join unnest($3) n
    where g.said -> n is distinct from t.row -> n and not (t.row -> n = 'null' and exists (
      select from sync.reference r where r.name = $4 and r.column_name = n))
    on conflict (table_name, row_id, column_name) do update set said = excluded.said, stored = excluded.stored$sql$;
begin
  if jsonb_typeof(first) is distinct from 'object' or first ->> 'table' is null
    or not (op = any (array['insert', 'update', 'delete'])) or op is null then
    raise exception 'not a change' using errcode = '22023';
  end if;
  content := sync.table_named(first ->> 'table');
  if exists (select from unnest(changes) c where c ->> 'id' is null) then
    raise exception 'a change without the id of a row' using errcode = '22023';
  end if;
  if cardinality(changes) <> (select count(distinct (c ->> 'id')::uuid) from unnest(changes) c) then
    raise exception 'several changes of one row' using errcode = '22023';
  end if;
  written := sync.columns_of(content, case when op = 'delete' then '{}' else first -> 'values' end);

  if op = 'insert' then
    execute format('with %s insert into %s (id%s) select g.id%s from given g, jsonb_populate_record(null::%2$s, g.written) r',
      given, content,
      (select coalesce(string_agg(format(', %I', n), ''), '') from unnest(written.names) n),
      (select coalesce(string_agg(format(', r.%I', n), ''), '') from unnest(written.names) n))
    using changes, written.texts;
    -- Read afterwards: an insert that returned its rows would be refused where its author may not read them.
    execute format('with %s, touched as materialized (select t.id, to_jsonb(t.*) as row from given g join %s t using (id)) %s',
      given, content, remembered)
    using changes, written.texts, written.names, first ->> 'table';
    return to_jsonb(array_fill('[]'::jsonb, array[cardinality(changes)]));
  end if;

  if op = 'delete' then
    writes := format('delete from %s t using given g where t.id = g.id', content);
  elsif cardinality(written.names) = 0 then
    raise exception 'an update without values' using errcode = '22023';
  else
    writes := format('update %s t set %s from given g, jsonb_populate_record(null::%1$s, g.written) r where t.id = g.id',
      content, (select string_agg(format('%I = r.%1$I', n), ', ') from unnest(written.names) n));
  end if;
  -- `held` has the rows as they were before: all parts of a statement see the same snapshot.
  execute format($sql$
    with %s,
    held as materialized (
      select g.*, to_jsonb(t.*) || sync.kept_in($4, t.id) as row from given g left join %s t using (id)),
    touched as (%s returning t.id, to_jsonb(t.*) as row),
    remembered as (%s)
    select
      jsonb_agg(coalesce((
        select jsonb_agg(jsonb_build_object('table', $4, 'id', h.id, 'column', n, 'was', h.row -> n)) from unnest($3) n
        where jsonb_typeof(h.base) = 'object' and h.base ? n
          and h.row -> n is distinct from h.base -> n
          and h.row -> n is distinct from t.row -> n
          and h.row -> n is distinct from h.said -> n
          and not exists (select from sync.spelling s
            where s.table_name = $4 and s.row_id = h.id and s.column_name = n
              and s.said = md5((h.base -> n)::text) and s.stored = md5((h.row -> n)::text))), '[]') order by h.place),
      bool_or(t.id is null and h.row is not null),
      bool_or(t.id is null)
    from held h left join touched t using (id)
  $sql$, given, content, writes, remembered)
  into conflicts, is_refused, is_missing
  using changes, written.texts, written.names, first ->> 'table';

  -- The trigger has done the same for a reference that is not null.
  perform sync.forget_kept(first ->> 'table', (c ->> 'id')::uuid, n)
  from unnest(changes) c, unnest(written.names) n
  where c -> 'values' -> n = 'null' and exists (
    select from sync.reference r where r.name = first ->> 'table' and r.column_name = n);

  -- Row-level security filters rows without an error.
  if is_refused then
    raise exception 'not allowed' using errcode = '42501';
  elsif is_missing and op = 'update' then
    raise exception 'the row no longer exists' using errcode = 'P0002';
  end if;
  return conflicts;
end $$;

-- The columns ---------------------------------------------------------------------------------------

-- As before, but what goes out for the first time has not been changed since, and is of that day unless its author has dated it.
-- Called sync_…, so that edits of one sort still share a statement (sync.runs): it looks at each row alone.
create function sync.date_publication() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.published_at <= now() and not exists (
    select from sync.change c
    where c.table_name = tg_table_name and c.row_id = new.id and c.shown_version is not null
  ) then
    new.created_at := coalesce(new.created_at, new.published_at);
    new.updated_at := null;
  end if;
  return new;
end $$;

-- As before: when a row is published is not its content.
create or replace function sync.date_change() returns trigger
language plpgsql set search_path = '' as $$
declare
  beside constant text[] :=
    '{id,created_at,updated_at,published_at,slug,former_slugs,rank,position,project_id,learning_id}';
begin
  if new.updated_at is not distinct from old.updated_at and to_jsonb(new) - beside <> to_jsonb(old) - beside then
    new.updated_at := now();
  end if;
  return new;
end $$;

-- A row that anything else inserts is published at once, and so is what is here today. An earlier site's column may have another
-- default, or no zone.
do $$
declare
  content text;
begin
  perform sync.show('public.tasks', null, 'project_id');
  foreach content in array '{projects,commentaries,ai_tools,learnings,resources}'::text[] loop
    execute format('alter table public.%I add column if not exists published_at timestamptz default now()', content);
    execute format('alter table public.%I alter column published_at drop not null', content);
    if (select a.atttypid in ('timestamp'::regtype, 'date'::regtype) from pg_catalog.pg_attribute a
        where a.attrelid = ('public.' || content)::regclass and a.attname = 'published_at') then
      execute format('alter table public.%I alter column published_at drop default, alter column published_at type timestamptz
        using published_at::timestamp at time zone ''UTC''', content);
    end if;
    execute format('alter table public.%I alter column published_at set default now()', content);
    -- Years that JavaScript's dates and the sorting of lists can handle, as for created_at.
    execute format($c$alter table public.%I add constraint %I check
      (published_at >= '1000-01-01 00:00+00' and published_at < '9999-01-01 00:00+00') not valid$c$,
      content, content || '_published_at_readable');
    begin
      execute format('alter table public.%I validate constraint %I', content, content || '_published_at_readable');
    exception when check_violation then
      raise warning 'public.% has rows that break %; select * from sync.content_problems() lists them',
        content, content || '_published_at_readable';
    end;
    execute format('create trigger sync_publication before update on public.%I
      for each row execute function sync.date_publication()', content);
    perform sync.show(('public.' || content)::regclass, 'published_at', null);
  end loop;
end $$;

revoke execute on function sync.is_kept_back(text, uuid), sync.kept_in(text, uuid), sync.forget_kept(text, uuid, text), sync.note_kept(), sync.keep_reference(), sync.move_references(text, uuid, boolean), sync.poke(bigint), sync.show_with(text, uuid, boolean), sync.show(regclass, text, text),
  sync.publish(regclass, text, text), sync.is_due(), sync.date_publication() from public;
grant execute on function sync.is_due() to anon, authenticated, service_role;
grant execute on function sync.kept_in(text, uuid), sync.forget_kept(text, uuid, text) to authenticated, service_role;
revoke execute on function public.sync_release() from public, anon, authenticated;
grant execute on function public.sync_release() to anon, authenticated, service_role;
