-- Rows as they were: what a change or a deletion replaced, with who and when, so that a text can be set right and what was
-- deleted can be brought back. The rules:
--
-- - An update that changes the content of a row keeps the row as it was. Order, references, addresses and dates are no content:
--   what is moved, published or left by a deleted project has no new version.
-- - A deletion keeps the row, what pointed to it, and the rows that went with it.
-- - Of a row the last 50 versions are kept, and of those 4 MB as JSON; the last one whatever its size. Of a deleted row
--   everything is kept for 30 days after its deletion. A later write prunes it, so that no scheduler is needed.
-- - Only admins are told, by the functions below. Devices do not follow it: it has no versions in the feed, and adding it
--   begins no new history.
-- - Nothing is restored here. A device restores by an ordinary edit, so that it is exactly once and can be taken back.
create table sync.past (
  place bigint generated always as identity primary key,
  table_name text not null,
  row_id uuid not null,
  op text not null check (op in ('update', 'delete')),
  row jsonb not null,
  -- The columns that an update has changed.
  changed text[] not null default '{}',
  -- Null for whoever writes without an account: plain SQL, the service role.
  by uuid default auth.uid(),
  -- The time of the transaction.
  at timestamptz not null default now(),
  bytes integer not null,
  -- For a row that was deleted with the one that it belonged to: the place of that deletion.
  part_of bigint,
  -- What pointed to a deleted row and was left behind: [{table, id, column}].
  pointed jsonb not null default '[]'
);
create index past_of_row on sync.past (table_name, row_id, place);
create index past_deletions on sync.past (at) where op = 'delete';
create index past_parts on sync.past (part_of) where part_of is not null;
alter table sync.past enable row level security;
create policy "nobody reads it by the API" on sync.past for all to anon, authenticated using (false);

-- What counts as content. The first ones are those of sync.date_change(), for the same reasons; of those that only this
-- rule has, one says whether a text is out and the other which of several tracks plays.
create function sync.content_in(held jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select held - '{id,created_at,updated_at,slug,former_slugs,rank,position,project_id,learning_id,published_at,is_current}'::text[]
$$;

-- Keeps a row as it was. After an update, when all is known that the row has become; before a deletion, which takes away
-- what pointed to the row. With its owner's rights: nobody else may write the table.
create function sync.keep_past() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := to_jsonb(old);
  becomes constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(new) end;
  kept bigint;
begin
  if tg_op = 'UPDATE' then
    if new *= old or sync.content_in(was) = sync.content_in(becomes) then
      return null;
    end if;
  end if;
  insert into sync.past (table_name, row_id, op, row, bytes, changed, part_of, pointed)
  values (tg_table_name, old.id, lower(tg_op), was, octet_length(was::text),
    case when tg_op = 'UPDATE' then array(
      select c.name from jsonb_object_keys(sync.content_in(becomes)) c (name) where becomes -> c.name is distinct from was -> c.name
      order by c.name) else '{}' end,
    case when tg_op = 'DELETE' then sync.deletion_around(tg_relid, was) end,
    case when tg_op = 'DELETE' then sync.pointing_to(tg_relid, old.id) else '[]' end)
  returning place into kept;

  delete from sync.past p
  using (
    select o.place, row_number() over w as nth, sum(o.bytes) over w as bytes
    from sync.past o where o.table_name = tg_table_name and o.row_id = old.id
    window w as (order by o.place desc)
  ) counted
  where p.place = counted.place and counted.nth > 1 and (counted.nth > 50 or counted.bytes > 4000000);
  -- One write in 32 also looks for rows that have been gone for long.
  if kept % 32 = 0 then
    perform sync.prune_past();
  end if;
  return case when tg_op = 'DELETE' then old end;
end $$;

-- What refers to a row by a key that its deletion sets to null, as sync.past has it.
create function sync.pointing_to(content regclass, id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  key record;
  found jsonb;
  pointing jsonb := '[]'::jsonb;
begin
  for key in
    select f.content, f.name, a.attname as column_name
    from pg_catalog.pg_constraint c join sync.followed f on f.content = c.conrelid
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_catalog.pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1] and k.attname = 'id'
    where c.contype = 'f' and c.confrelid = pointing_to.content and c.confdeltype = 'n' and cardinality(c.conkey) = 1
  loop
    execute format(
      'select jsonb_agg(jsonb_build_object(''table'', %L, ''id'', t.id, ''column'', %L)) from %s t where t.%I = $1',
      key.name, key.column_name, key.content, key.column_name)
    into found using pointing_to.id;
    pointing := pointing || coalesce(found, '[]');
  end loop;
  return pointing;
end $$;

-- The deletion in this transaction of the row that this one belongs to; null where it is deleted by itself.
create function sync.deletion_around(content regclass, held jsonb) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select max(p.place)
    from pg_catalog.pg_constraint c join sync.followed f on f.content = c.confrelid
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_catalog.pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1] and k.attname = 'id'
    join sync.past p on p.table_name = f.name
      and p.row_id = case when a.atttypid = 'uuid'::regtype then (held ->> a.attname)::uuid end
    where c.contype = 'f' and c.conrelid = deletion_around.content and c.confdeltype = 'c' and cardinality(c.conkey) = 1
      and p.op = 'delete' and p.at = now());
end $$;

-- Forgets rows that were deleted more than 30 days ago, with all their versions.
create function sync.prune_past() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from sync.past p
  using (
    select d.table_name, d.row_id, max(d.at) as deleted_at from sync.past d
    where d.op = 'delete' and (d.table_name, d.row_id) in (
      select o.table_name, o.row_id from sync.past o where o.op = 'delete' and o.at < now() - interval '30 days')
    group by d.table_name, d.row_id
  ) deleted
  where p.table_name = deleted.table_name and p.row_id = deleted.row_id
    and deleted.deleted_at < now() - interval '30 days' and sync.is_gone(p.table_name, p.row_id);
end $$;

-- Whether a row does not exist now: it may have been restored.
create function sync.is_gone(table_name text, id uuid) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from sync.change c
    where c.table_name = is_gone.table_name and c.row_id = is_gone.id and c.deleted_at is null)
$$;

-- Keeps what the rows of a table were, from now on. sync.publish calls it.
create function sync.keep_history(content regclass) returns void
language plpgsql set search_path = '' as $$
begin
  -- Called sync_…, so that edits of one sort still share a statement (sync.runs): they look at each row alone.
  execute format('create or replace trigger sync_past after update on %s
    for each row execute function sync.keep_past()', content);
  execute format('create or replace trigger sync_past_deletion before delete on %s
    for each row execute function sync.keep_past()', content);
end $$;

select sync.keep_history(content) from unnest(array['public.projects', 'public.tasks', 'public.commentaries', 'public.ai_tools',
  'public.friends', 'public.current_listening', 'public.learnings', 'public.resources']::regclass[]) content;

-- What admins are told -------------------------------------------------------------------------------

create function sync.for_admins() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not sync.is_admin() then
    raise exception 'only admins see what rows were' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- A row's values as they can be written today: columns may have gone since.
create function sync.writable_now(table_name text, held jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(h.key, h.value), '{}')
  from jsonb_each(held) h join pg_catalog.pg_attribute a on a.attname = h.key
  where a.attrelid = to_regclass(format('public.%I', writable_now.table_name)) and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = ''
$$;

-- The earlier versions of a row, the last one first: [{place, op, at, by, changed}]. `at` is when the version ended, `by` the
-- address of the account that ended it, `changed` what it changed.
create function public.sync_versions(of_table text, of_row uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.for_admins();
  return coalesce((
    select json_agg(json_build_object('place', p.place, 'op', p.op, 'at', p.at, 'by', u.email, 'changed', p.changed)
      order by p.place desc)
    from sync.past p left join auth.users u on u.id = p.by
    where p.table_name = sync_versions.of_table and p.row_id = sync_versions.of_row), '[]');
end $$;

-- One version: {place, table, id, op, at, by, row, parts, pointed}; null where it is kept no longer. `parts` are the rows that
-- were deleted with it and are still gone: [{table, id, row}].
create function public.sync_version(at_place bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.for_admins();
  return (
    select json_build_object('place', p.place, 'table', p.table_name, 'id', p.row_id, 'op', p.op, 'at', p.at, 'by', u.email,
      'row', sync.writable_now(p.table_name, p.row),
      'parts', coalesce((
        select json_agg(json_build_object('table', d.table_name, 'id', d.row_id,
          'row', sync.writable_now(d.table_name, d.row)) order by d.place)
        from sync.past d where d.part_of = p.place and sync.is_gone(d.table_name, d.row_id)), '[]'),
      'pointed', p.pointed)
    from sync.past p left join auth.users u on u.id = p.by
    where p.place = sync_version.at_place);
end $$;

-- What was deleted in the last 30 days and is still gone, the last one first, 500 at most: [{place, table, id, at, by, row,
-- parts, pointed}]. `row` has the beginnings of its texts, `parts` and `pointed` are counts by table. What went with another
-- row is told with that one.
create function public.sync_deleted() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.for_admins();
  return coalesce((
    select json_agg(json_build_object('place', p.place, 'table', p.table_name, 'id', p.row_id, 'at', p.at, 'by', u.email,
      'row', (select jsonb_object_agg(h.key,
          case jsonb_typeof(h.value) when 'string' then to_jsonb(left(h.value #>> '{}', 200)) else h.value end)
        from jsonb_each(p.row) h),
      'parts', (select coalesce(jsonb_object_agg(c.name, c.count), '{}') from (
        select d.table_name as name, count(*) as count from sync.past d
        where d.part_of = p.place and sync.is_gone(d.table_name, d.row_id) group by d.table_name) c),
      'pointed', (select coalesce(jsonb_object_agg(c.name, c.count), '{}') from (
        select e ->> 'table' as name, count(*) as count from jsonb_array_elements(p.pointed) e group by 1) c)
      ) order by p.place desc)
    from (
      select d.* from sync.past d
      where d.op = 'delete' and d.at >= now() - interval '30 days' and sync.is_gone(d.table_name, d.row_id)
        and not exists (select from sync.past l
          where l.table_name = d.table_name and l.row_id = d.row_id and l.op = 'delete' and l.place > d.place)
        and not exists (select from sync.past w where w.place = d.part_of and sync.is_gone(w.table_name, w.row_id))
      order by d.place desc limit 500
    ) p left join auth.users u on u.id = p.by), '[]');
end $$;

revoke execute on function sync.content_in(jsonb), sync.keep_past(), sync.pointing_to(regclass, uuid),
  sync.deletion_around(regclass, jsonb), sync.prune_past(), sync.is_gone(text, uuid), sync.keep_history(regclass),
  sync.for_admins(), sync.writable_now(text, jsonb) from public;
revoke execute on function public.sync_versions(text, uuid), public.sync_version(bigint), public.sync_deleted()
  from public, anon, authenticated;
grant execute on function public.sync_versions(text, uuid), public.sync_version(bigint), public.sync_deleted() to authenticated;
