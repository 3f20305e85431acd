-- Writing from devices: sync_push takes mutations that were made offline and applies each exactly once.
--
-- 1. A mutation is claimed by its id in the ledger before it is applied, outside the savepoint in which it
--    is: of two copies that arrive at once the second waits for the first and then finds its answer. To
--    look first and apply then would apply both; to claim inside the savepoint would answer the second
--    copy with a refusal for a write that has landed.
-- 2. Each mutation is all or nothing in a savepoint of its own, which ends with every deferred check: one
--    refusal never blocks the others, nor makes the whole batch fail at its commit, for ever.
-- 3. What is not the edit's fault (deadlock, serialization, time-outs, a full server) is raised: the whole
--    call is tried again, and nothing of it has happened.
-- 4. It runs with the caller's rights: row-level security decides, and there is no side door.

-- The answers that were given. Ids are never forgotten: a device may come back after a year with a mutation
-- whose answer it never had. Only payloads would be worth pruning, and none are kept.
create table public.sync_ledger (
  mutation_id uuid primary key,
  user_id uuid not null default auth.uid(),
  outcome text not null default 'applied' check (outcome in ('applied', 'rejected')),
  code text,
  message text,
  met jsonb not null default '[]',
  at timestamptz not null default now()
);
alter table public.sync_ledger enable row level security;
revoke all on public.sync_ledger from public, anon, authenticated;
-- An admin could note answers of their own that are not true, and would fool nobody but their own device.
grant select, insert, update on public.sync_ledger to authenticated;
grant all on public.sync_ledger to service_role;
create policy "own answers are read" on public.sync_ledger for select to authenticated
  using (user_id = (select auth.uid()));
create policy "admins note their answers" on public.sync_ledger for insert to authenticated
  with check (user_id = (select auth.uid()) and (select public.is_admin()));
create policy "admins complete their answers" on public.sync_ledger for update to authenticated
  using (user_id = (select auth.uid()) and (select public.is_admin()))
  with check (user_id = (select auth.uid()) and (select public.is_admin()));

-- The followed table of this name; raises for any other. Names come from devices and are believed only here.
create function public.sync_followed(name text) returns regclass
language plpgsql stable set search_path = '' as $$
declare
  found regclass;
begin
  select c.oid into found from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relname = sync_followed.name
    and c.oid in (select tgrelid from pg_catalog.pg_trigger where tgfoid = 'public.sync_note'::regproc);
  if found is null then
    raise exception 'there is no content called %', name using errcode = 'undefined_table';
  end if;
  return found;
end $$;

-- Columns of a change, each as one element of a select list over `r`, the values cast by Postgres. A list for
-- a column of text is one with commas: tags, in a database that an earlier site made.
create function public.sync_columns(content regclass, given jsonb, out names text[], out cast_row jsonb)
language plpgsql stable set search_path = '' as $$
declare
  strange text;
begin
  if given is null or jsonb_typeof(given) <> 'object' then
    raise exception 'the values of a change are an object' using errcode = '22023';
  end if;
  select k into strange from jsonb_object_keys(given) k
  where k = 'id' or not exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = content and a.attname = k and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')
  limit 1;
  if strange is not null then
    raise exception 'column % of % cannot be written', strange, content using errcode = 'undefined_column';
  end if;
  select array_agg(a.attname::text order by a.attnum),
    jsonb_object_agg(a.attname, case
      when jsonb_typeof(given -> a.attname) = 'array' and a.atttypid in ('text'::regtype, 'varchar'::regtype)
      then to_jsonb((select string_agg(e, ',') from jsonb_array_elements_text(given -> a.attname) e))
      else given -> a.attname end)
  into names, cast_row
  from pg_catalog.pg_attribute a
  where a.attrelid = content and a.attnum > 0 and not a.attisdropped and given ? a.attname;
  names := coalesce(names, '{}');
  cast_row := coalesce(cast_row, '{}');
end $$;

-- Applies one change with the caller's rights; returns what an update has replaced although its admin had
-- seen something else there.
create function public.sync_apply(change jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  content regclass;
  target uuid;
  written record;
  touched bigint;
  held jsonb;
  met jsonb := '[]';
begin
  if jsonb_typeof(change) is distinct from 'object' or change ->> 'table' is null
    or not (change ->> 'op' = any (array['insert', 'update', 'delete'])) or change ->> 'op' is null then
    raise exception 'not a change' using errcode = '22023';
  end if;
  content := public.sync_followed(change ->> 'table');
  target := (change ->> 'id')::uuid;
  if target is null then
    raise exception 'a change without the id of a row' using errcode = '22023';
  end if;

  if change ->> 'op' = 'insert' then
    written := public.sync_columns(content, change -> 'values');
    execute format('insert into %s (id%s) select $1%s from jsonb_populate_record(null::%1$s, $2) r', content,
      (select coalesce(string_agg(format(', %I', n), ''), '') from unnest(written.names) n),
      (select coalesce(string_agg(format(', r.%I', n), ''), '') from unnest(written.names) n))
    using target, written.cast_row;
    return met;
  end if;

  execute format('select to_jsonb(t) from %s t where t.id = $1', content) into held using target;
  if change ->> 'op' = 'update' then
    written := public.sync_columns(content, change -> 'values');
    if cardinality(written.names) = 0 then
      raise exception 'an update without values' using errcode = '22023';
    end if;
    execute format('update %s t set %s from jsonb_populate_record(null::%1$s, $2) r where t.id = $1', content,
      (select string_agg(format('%I = r.%1$I', n), ', ') from unnest(written.names) n))
    using target, written.cast_row;
    get diagnostics touched = row_count;
    select coalesce(jsonb_agg(jsonb_build_object(
        'table', change ->> 'table', 'id', target, 'column', n, 'was', held -> n)), '[]')
    into met from unnest(written.names) n
    where jsonb_typeof(change -> 'base') = 'object' and (change -> 'base') ? n
      and held -> n is distinct from change -> 'base' -> n
      and held -> n is distinct from written.cast_row -> n;
  else
    execute format('delete from %s t where t.id = $1', content) using target;
    get diagnostics touched = row_count;
  end if;

  -- Row-level security refuses silently.
  if touched = 0 and held is not null then
    raise exception 'not allowed' using errcode = '42501';
  elsif touched = 0 and change ->> 'op' = 'update' then
    raise exception 'the row no longer exists' using errcode = 'P0002';
  end if;
  return met;
end $$;

-- In:  epoch      the history that the device is on
--      mutations  [{id, changes: [{op, table, id, values, base}]}], in order
-- Out: epoch, stale  stale: the device is on another history, and nothing was applied
--      results    [{id, outcome, first, code, message, met}], one a mutation; a `duplicate` has the outcome it
--                 had the first time as `first`
--      changes    what every row named by any of them is now: [{table, id, version, row}]; row is null for one
--                 that is gone, or that the caller may not see
create function public.sync_push(epoch text, mutations jsonb) returns jsonb
language plpgsql security invoker set search_path = '' set lock_timeout = '4s' as $$
declare
  here constant text := public.sync_epoch();
  caller constant uuid := auth.uid();
  allowed constant boolean := public.is_admin();
  mutation jsonb;
  this_id uuid;
  change jsonb;
  known public.sync_ledger;
  claimed bigint;
  why_code text;
  why text;
  replaced jsonb;
  results jsonb := '[]';
  changes jsonb;
begin
  if jsonb_typeof(mutations) is distinct from 'array' then
    raise exception 'mutations is a list' using errcode = '22023';
  end if;
  if jsonb_array_length(mutations) > 500 or octet_length(mutations::text) > 4000000 then
    raise exception 'too much at once' using errcode = 'PT413';
  end if;
  if sync_push.epoch is distinct from here then
    return jsonb_build_object('epoch', here, 'stale', true, 'results', '[]'::jsonb, 'changes', '[]'::jsonb);
  end if;
  perform pg_advisory_xact_lock(7310264518);

  for mutation in select m from jsonb_array_elements(mutations) m loop
    this_id := (mutation ->> 'id')::uuid;
    if this_id is null then
      raise exception 'a mutation without an id cannot be answered' using errcode = '22023';
    end if;
    why_code := null;
    why := null;
    replaced := '[]';
    if not allowed then
      -- What was applied while they were allowed stays applied. Else no entry in the ledger: it can be sent again
      -- when the right is back.
      select l.* into known from public.sync_answers(array[this_id]) l;
      results := results || case when known.mutation_id is null
        then jsonb_build_object('id', this_id, 'outcome', 'rejected', 'first', 'rejected',
          'code', '42501', 'message', 'only admins can change content', 'met', replaced)
        else public.sync_answer(known) end;
      continue;
    end if;

    insert into public.sync_ledger (mutation_id, user_id) values (this_id, caller) on conflict do nothing;
    get diagnostics claimed = row_count;
    if claimed = 0 then
      select l.* into known from public.sync_ledger l where l.mutation_id = this_id;
      -- An id that somebody else has used is not theirs to be told about.
      results := results || case when known.mutation_id is null
        then jsonb_build_object('id', this_id, 'outcome', 'rejected', 'first', 'rejected',
          'code', '42501', 'message', 'this mutation belongs to another account', 'met', replaced)
        else public.sync_answer(known) end;
      continue;
    end if;

    begin
      if jsonb_typeof(mutation -> 'changes') is distinct from 'array'
        or jsonb_array_length(mutation -> 'changes') = 0 then
        raise exception 'a mutation without changes' using errcode = '22023';
      end if;
      for change in select c from jsonb_array_elements(mutation -> 'changes') c loop
        replaced := replaced || public.sync_apply(change);
      end loop;
      set constraints all immediate;
    exception when others then
      get stacked diagnostics why_code = returned_sqlstate, why = message_text;
      if why_code ~ '^(40001|40P01|55P03|53...|57...|58...)$' then
        raise;
      end if;
      replaced := '[]';
    end;
    set constraints all deferred;
    if why_code is not null then
      update public.sync_ledger l
      set outcome = 'rejected', code = why_code, message = why
      where l.mutation_id = this_id;
    elsif replaced <> '[]' then
      update public.sync_ledger l set met = replaced where l.mutation_id = this_id;
    end if;
    results := results || jsonb_build_object('id', this_id,
      'outcome', case when why_code is null then 'applied' else 'rejected' end,
      'first', case when why_code is null then 'applied' else 'rejected' end,
      'code', why_code, 'message', why, 'met', replaced);
  end loop;

  select coalesce(jsonb_agg(jsonb_build_object(
      'table', n.name, 'id', n.id, 'version', coalesce(c.version, 0), 'row', public.sync_row(n.name, n.id))
      order by coalesce(c.version, 0)), '[]')
  into changes
  from (
    select distinct c ->> 'table' as name, (c ->> 'id')::uuid as id
    from jsonb_array_elements(mutations) m,
      jsonb_array_elements(case when jsonb_typeof(m -> 'changes') = 'array' then m -> 'changes' else '[]' end) c
    where c ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and to_regclass(format('public.%I', c ->> 'table')) in (
        select tgrelid from pg_catalog.pg_trigger where tgfoid = 'public.sync_note'::regproc)
  ) n
  left join public.sync_change c on c.table_name = n.name and c.row_id = n.id;

  return jsonb_build_object('epoch', here, 'stale', false, 'results', results, 'changes', changes);
end $$;

-- A ledger entry as sync_push answers it.
create function public.sync_answer(entry public.sync_ledger) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', (entry).mutation_id, 'outcome', 'duplicate', 'first', (entry).outcome,
    'code', (entry).code, 'message', (entry).message, 'met', (entry).met)
$$;

-- A row as the caller may see it; null for one that is not there for them.
create function public.sync_row(name text, id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  held jsonb;
begin
  execute format('select to_jsonb(t) from %s t where t.id = $1', public.sync_followed(name))
  into held using sync_row.id;
  return held;
end $$;

-- Pulling, with the answers to what a device has pushed and heard nothing of --------------------------

-- The caller's own ledger entries; none for visitors, who have no right to the table.
create function public.sync_answers(pending uuid[]) returns setof public.sync_ledger
language plpgsql stable security invoker set search_path = '' as $$
begin
  if has_table_privilege('public.sync_ledger', 'select') then
    return query select l.* from public.sync_ledger l where l.mutation_id = any (sync_answers.pending);
  end if;
end $$;

-- As before, and besides: `pending` are the ids of mutations without an answer, `answers` what the ledger says
-- of them, of the same snapshot as the rows. Otherwise an edit that was applied while its answer was lost would
-- be replayed over the row that contains it, and hide what others have written since.
drop function public.sync_pull(text, bigint, bigint, integer);
create function public.sync_pull(
  epoch text default null, cursor bigint default 0, horizon bigint default null, page_size integer default 500,
  pending uuid[] default '{}'
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  max_bytes constant bigint := 1000000;
  here constant text := public.sync_epoch();
  oldest constant bigint := (select s.min_version from public.sync_state s);
  newest constant bigint := greatest(oldest, (select max(c.version) from public.sync_change c));
  starts_over constant boolean := sync_pull.epoch is distinct from here
    or coalesce(sync_pull.horizon, sync_pull.cursor, 0) < oldest
    or coalesce(sync_pull.cursor, 0) > newest;
  since constant bigint := case when starts_over then 0 else coalesce(sync_pull.cursor, 0) end;
  size constant integer := least(greatest(coalesce(sync_pull.page_size, 500), 1), 1000);
  sources text;
  changes jsonb;
  last bigint;
  more boolean;
begin
  -- The followed tables that the caller may read at all, each as one branch of a union.
  select string_agg(format(
      'select p.version, to_jsonb(t) as row from page p join public.%1$I t on t.id = p.row_id where p.table_name = %1$L',
      c.relname), ' union all ')
  into sources
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and has_table_privilege(c.oid, 'select')
    and c.oid in (select tgrelid from pg_trigger where tgfoid = 'public.sync_note'::regproc);

  execute format($sql$
    with page as materialized (
      select c.version, c.table_name, c.row_id from public.sync_change c
      where c.version > $1 order by c.version limit $2 + 1
    ),
    visible as (%s),
    measured as (
      select p.version, p.table_name, p.row_id, v.row,
        row_number() over w as place, sum(coalesce(octet_length(v.row::text), 0)) over w as bytes
      from page p left join visible v using (version)
      window w as (order by p.version)
    ),
    kept as (
      select * from measured where place = 1 or (place <= $2 and bytes <= $3)
    )
    select
      coalesce(jsonb_agg(jsonb_build_object(
        'table', k.table_name, 'id', k.row_id, 'version', k.version, 'row', k.row) order by k.version), '[]'),
      max(k.version),
      (select count(*) from page) > count(*)
    from kept k
  $sql$, coalesce(sources, 'select null::bigint as version, null::jsonb as row where false'))
  into changes, last, more
  using since, size, max_bytes;

  return jsonb_build_object(
    'epoch', here, 'cursor', case when more then last else newest end, 'version', newest,
    'reset', starts_over, 'more', more, 'changes', changes, 'answers', coalesce(
      (select jsonb_agg(public.sync_answer(l)) from public.sync_answers(sync_pull.pending) l), '[]'));
end $$;

-- What an admin may read can differ from what visitors may, so each has a history of their own (and signing
-- in or out fetches everything anew).
alter function public.sync_epoch() rename to sync_epoch_of_all;
create function public.sync_epoch() returns text
language sql stable security invoker set search_path = '' as $$
  select case when (select public.is_admin()) then md5(public.sync_epoch_of_all() || '/admin')
    else public.sync_epoch_of_all() end
$$;

-- Administrators -----------------------------------------------------------------------------------------

-- How many there are, so that the sign-in page knows whether to offer the first account.
create function public.admin_count() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(distinct user_id) from public.user_roles where role = 'admin'
$$;

-- Makes the caller the admin if there is none; returns whether it did. The lock lets two callers at the same
-- moment see one another.
create function public.claim_first_admin() returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '4s' as $$
begin
  if auth.uid() is null then
    return false;
  end if;
  perform pg_advisory_xact_lock(7310264519);
  if exists (select from public.user_roles where role = 'admin') then
    return false;
  end if;
  insert into public.user_roles (user_id, role) values (auth.uid(), 'admin');
  return true;
end $$;

revoke execute on function
  public.sync_followed(text), public.sync_columns(regclass, jsonb), public.sync_apply(jsonb),
  public.sync_push(text, jsonb), public.sync_answer(public.sync_ledger), public.sync_row(text, uuid),
  public.sync_pull(text, bigint, bigint, integer, uuid[]), public.sync_answers(uuid[]), public.sync_epoch(),
  public.admin_count(), public.claim_first_admin()
  from public, anon, authenticated;
grant execute on function
  public.sync_followed(text), public.sync_columns(regclass, jsonb), public.sync_apply(jsonb),
  public.sync_push(text, jsonb), public.sync_row(text, uuid), public.claim_first_admin()
  to authenticated, service_role;
grant execute on function
  public.sync_pull(text, bigint, bigint, integer, uuid[]), public.sync_answers(uuid[]),
  public.sync_answer(public.sync_ledger), public.sync_epoch(), public.admin_count()
  to anon, authenticated, service_role;
