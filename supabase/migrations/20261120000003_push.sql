-- Writing from devices: sync_push takes mutations that were made offline and applies each exactly once.
--
-- 1. A mutation's id is claimed in the ledger before it is applied, outside of the savepoint in which it is applied: of
--    two copies that arrive at once the second waits for the first and then finds its answer. Looking first and
--    applying then would apply both; claiming inside the savepoint would refuse the second copy of a
--    mutation that was applied.
-- 2. Each mutation is all or nothing in a savepoint, which ends with every deferred check: a refusal neither blocks
--    other mutations nor makes the whole batch fail at its commit, again and again. Mutations of one sort share a
--    statement and a savepoint; if one of them is refused, it is found by halving, and the others are applied.
-- 3. Errors that are not the edit's fault (deadlock, serialization, time-outs, a full server) are raised: the
--    whole call is rolled back and retried.
-- 4. It runs with the caller's rights: row-level security decides, and nothing bypasses it.

-- The ledger of answers. Ids are never forgotten: a device may come back after a year with a mutation whose answer it
-- never received. Only payloads would be worth pruning, and none are stored.
create table sync.ledger (
  mutation_id uuid primary key,
  user_id uuid not null default auth.uid(),
  outcome text not null default 'applied' check (outcome in ('applied', 'rejected')),
  code text,
  message text,
  conflicts jsonb not null default '[]',
  at timestamptz not null default now()
);
alter table sync.ledger enable row level security;
-- An admin could insert false answers of their own, and would fool only their own device.
grant select, insert, update on sync.ledger to authenticated;
grant all on sync.ledger to service_role;
create policy "own answers are read" on sync.ledger for select to authenticated
  using (user_id = (select auth.uid()));
create policy "admins note their answers" on sync.ledger for insert to authenticated
  with check (user_id = (select auth.uid()) and (select sync.is_admin()));
create policy "admins complete their answers" on sync.ledger for update to authenticated
  using (user_id = (select auth.uid()) and (select sync.is_admin()))
  with check (user_id = (select auth.uid()) and (select sync.is_admin()));

-- The followed table of this name; raises an error for any other. Names come from devices and are checked only here.
create function sync.table_named(name text) returns regclass
language plpgsql stable set search_path = '' as $$
declare
  found regclass := (select f.content from sync.followed f where f.name = table_named.name);
begin
  if found is null then
    raise exception 'there is no content called %', name using errcode = 'undefined_table';
  end if;
  return found;
end $$;

-- The columns that a change gives values to, and those of them that hold text.
create function sync.columns_of(content regclass, given jsonb, out names text[], out texts text[])
language plpgsql stable set search_path = '' as $$
declare
  strange text;
begin
  if given is null or jsonb_typeof(given) <> 'object' then
    raise exception 'the values of a change are an object' using errcode = '22023';
  end if;
  select coalesce(array_agg(a.attname::text order by a.attnum), '{}'),
    coalesce(array_agg(a.attname::text) filter (where a.atttypid in ('text'::regtype, 'varchar'::regtype)), '{}')
  into names, texts
  from pg_catalog.pg_attribute a
  where a.attrelid = content and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname <> 'id' and given ? a.attname;
  select k into strange from jsonb_object_keys(given) k where k <> all (names) limit 1;
  if strange is not null then
    raise exception 'column % of % cannot be written', strange, content using errcode = 'undefined_column';
  end if;
end $$;

-- Applies changes with the caller's rights, in one statement: one change, or several of one sort (see sync.runs), each of
-- another row. Returns the conflicts of each, in order: values that an update has replaced and that differ from those its
-- admin had seen.
create function sync.apply(changes jsonb[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  first constant jsonb := changes[1];
  op constant text := first ->> 'op';
  -- Each change with its values, cast by Postgres. A list for a text column is joined with commas: tags, in the database
  -- of an earlier site.
  given constant text := $sql$
    given as materialized (
      select c.place, (c.change ->> 'id')::uuid as id, c.change -> 'base' as base,
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
    held as materialized (select g.*, to_jsonb(t) as row from given g left join %s t using (id)),
    touched as (%s returning t.id)
    select
      jsonb_agg(coalesce((
        select jsonb_agg(jsonb_build_object('table', $4, 'id', h.id, 'column', n, 'was', h.row -> n)) from unnest($3) n
        where jsonb_typeof(h.base) = 'object' and h.base ? n
          and h.row -> n is distinct from h.base -> n
          and h.row -> n is distinct from h.written -> n), '[]') order by h.place),
      bool_or(t.id is null and h.row is not null),
      bool_or(t.id is null)
    from held h left join touched t using (id)
  $sql$, given, content, writes)
  into conflicts, is_refused, is_missing
  using changes, written.texts, written.names, first ->> 'table';

  -- Row-level security filters rows without an error.
  if is_refused then
    raise exception 'not allowed' using errcode = '42501';
  elsif is_missing and op = 'update' then
    raise exception 'the row no longer exists' using errcode = 'P0002';
  end if;
  return conflicts;
end $$;

-- In:  epoch, cursor, horizon, page_size  as for sync_pull: the device's position
--      mutations  [{id, changes: [{op, table, id, values, base}]}], in order
-- Out: what sync_pull returns for that position right after them, including their own changes, and
--      answers    [{id, outcome, first, code, message, conflicts}], one per mutation; a `duplicate` has its original outcome
--                 as `first`, and `conflicts` lists the conflicts. If the device is on another history nothing is applied:
--                 the page starts over, with the answers that the ledger has
--
-- So a device's rows and cursor always move together, and an exchange with edits is one request. The lock is held
-- until the commit, so the page shows exactly the state that the mutations found and produced.
create function public.sync_push(
  epoch text, mutations jsonb, cursor bigint default 0, horizon bigint default null, page_size integer default 500
) returns json
language plpgsql security invoker set search_path = '' set lock_timeout = '4s' as $$
declare
  caller constant uuid := auth.uid();
  claimed uuid[];
  run record;
  answers jsonb := '[]'::jsonb;
begin
  if jsonb_typeof(mutations) is distinct from 'array' then
    raise exception 'mutations is a list' using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(mutations) m where m ->> 'id' is null) then
    raise exception 'a mutation without an id cannot be answered' using errcode = '22023';
  end if;
  if jsonb_array_length(mutations) > 500 or octet_length(mutations::text) > 4000000
    or (select sum(cardinality(sync.changes_of(m))) from jsonb_array_elements(mutations) m) > 5000 then
    raise exception 'too much at once' using errcode = 'PT413';
  end if;
  if sync_push.epoch is distinct from sync.epoch() then
    return public.sync_pull(sync_push.epoch, sync_push.cursor, sync_push.horizon, sync_push.page_size,
      array(select (m ->> 'id')::uuid from jsonb_array_elements(mutations) m));
  end if;
  if not sync.is_admin() then
    return sync.page(sync_push.epoch, sync_push.cursor, sync_push.horizon, sync_push.page_size, sync.refuse(mutations));
  end if;
  perform pg_advisory_xact_lock(7310264518);

  with noted as (
    insert into sync.ledger (mutation_id, user_id)
    select (m ->> 'id')::uuid, caller from jsonb_array_elements(mutations) m
    on conflict do nothing
    returning mutation_id
  )
  select array_agg(n.mutation_id) into claimed from noted n;
  for run in select r.members, r.is_new from sync.runs(mutations, claimed) r order by r.place loop
    answers := answers || case when run.is_new then sync.settle(run.members) else sync.known(run.members) end;
  end loop;
  return sync.page(sync_push.epoch, sync_push.cursor, sync_push.horizon, sync_push.page_size, answers);
end $$;

-- Cuts a push into runs of mutations that can be applied in one statement, in order: a change each, with the same
-- operation, table and columns. Ten edits of ten titles then cost little more than one. Any other mutation is a run of its
-- own, and so is one of a table with triggers of its own, since a trigger may tell several rows of one statement from
-- one row in each. The change feed's are called sync_….
--
-- Out: place    of the run
--      members  its mutations, in order
--      is_new   whether they have been claimed by this push; a repeat of one has not
--
-- Not in language sql, whose functions are planned anew at every call.
create function sync.runs(mutations jsonb, claimed uuid[])
returns table (place bigint, members jsonb[], is_new boolean)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with plain as materialized (
    select f.name from sync.followed f where not exists (
      select from pg_catalog.pg_trigger t where t.tgrelid = f.content and not t.tgisinternal
        and not starts_with(t.tgname, 'sync_'))
  ),
  sent as (
    select m.mutation, m.place,
      coalesce(m.id = any (claimed), false) and row_number() over (partition by m.id order by m.place) = 1 as is_new,
      case when m.mutation -> 'changes' -> 1 is null then m.mutation -> 'changes' -> 0 end as change
    from (
      select e.mutation, e.place, (e.mutation ->> 'id')::uuid as id
      from jsonb_array_elements(runs.mutations) with ordinality e (mutation, place)
    ) m
  ),
  sorted as (
    select s.*, case when s.is_new and s.change ->> 'table' in (select p.name from plain p) then
        concat_ws(' ', s.change ->> 'table', s.change ->> 'op',
          case when jsonb_typeof(s.change -> 'values') = 'object'
            then array(select k from jsonb_object_keys(s.change -> 'values') k order by k) end) end as sort
    from sent s
  ),
  begun as (
    select s.*, s.sort is null or s.sort is distinct from lag(s.sort) over (order by s.place) as begins from sorted s
  ),
  numbered as (
    select b.*, count(*) filter (where b.begins) over (order by b.place) as number from begun b
  )
  select n.number, array_agg(n.mutation order by n.place), bool_and(n.is_new) from numbered n group by n.number;
end $$;

-- Applies a run of mutations that were just claimed, and returns their answers. If one of several cannot be applied, both
-- halves are tried again, until the one that is refused is alone.
create function sync.settle(run jsonb[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  half constant integer := cardinality(run) / 2;
  changes jsonb[];
  change jsonb;
  -- The conflicts of each mutation.
  replaced jsonb;
  why_code text;
  why text;
begin
  begin
    if half > 0 then
      replaced := sync.apply(array(
        select r.mutation -> 'changes' -> 0 from unnest(run) with ordinality r (mutation, place) order by r.place));
    else
      changes := sync.changes_of(run[1]);
      if changes is null then
        raise exception 'a mutation is a list of 1 to 1000 changes' using errcode = '22023';
      end if;
      replaced := '[]';
      foreach change in array changes loop
        replaced := replaced || (sync.apply(array[change]) -> 0);
      end loop;
      replaced := jsonb_build_array(replaced);
    end if;
    set constraints all immediate;
  exception when others then
    get stacked diagnostics why_code = returned_sqlstate, why = message_text;
    if why_code ~ '^(40001|40P01|55P03|53...|57...|58...)$' then
      raise;
    end if;
  end;
  set constraints all deferred;
  if why_code is not null and half > 0 then
    return sync.settle(run[:half]) || sync.settle(run[half + 1:]);
  end if;

  if why_code is not null then
    update sync.ledger l
    set outcome = 'rejected', code = why_code, message = why
    where l.mutation_id = (run[1] ->> 'id')::uuid;
    replaced := '[[]]';
  elsif exists (select from jsonb_array_elements(replaced) c where c <> '[]') then
    update sync.ledger l set conflicts = c.conflicts
    from jsonb_array_elements(replaced) with ordinality c (conflicts, place)
    where l.mutation_id = (run[c.place] ->> 'id')::uuid and c.conflicts <> '[]';
  end if;
  return (
    select jsonb_agg(jsonb_build_object('id', (run[c.place] ->> 'id')::uuid,
      'outcome', case when why_code is null then 'applied' else 'rejected' end,
      'first', case when why_code is null then 'applied' else 'rejected' end,
      'code', why_code, 'message', why, 'conflicts', c.conflicts) order by c.place)
    from jsonb_array_elements(replaced) with ordinality c (conflicts, place));
end $$;

-- A ledger entry as an answer of sync_push.
create function sync.answer(entry sync.ledger) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', (entry).mutation_id, 'outcome', 'duplicate', 'first', (entry).outcome,
    'code', (entry).code, 'message', (entry).message, 'conflicts', (entry).conflicts)
$$;

-- The answer to a mutation that the caller may not make.
create function sync.refusal(id uuid, message text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', id, 'outcome', 'rejected', 'first', 'rejected', 'code', '42501',
    'message', message, 'conflicts', '[]'::jsonb)
$$;

-- The answers to mutations that the ledger had already. Callers learn nothing about an id that another account has used.
create function sync.known(run jsonb[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(case when l.mutation_id is null
      then sync.refusal((r.mutation ->> 'id')::uuid, 'this mutation belongs to another account')
      else sync.answer(l) end order by r.place)
  from unnest(run) with ordinality r (mutation, place)
  left join sync.ledger l on l.mutation_id = (r.mutation ->> 'id')::uuid
$$;

-- The changes of a mutation; null if it has none, too many, or invalid ones.
create function sync.changes_of(mutation jsonb) returns jsonb[]
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(mutation -> 'changes') is distinct from 'array'
    or jsonb_array_length(mutation -> 'changes') not between 1 and 1000 then
    return null;
  end if;
  return array(select jsonb_array_elements(mutation -> 'changes'));
end $$;

-- The answers for a caller who may not write: without the lock, so that they cannot keep writers waiting. Mutations that
-- the ledger lists as theirs were applied while they had the right, and stay applied. The others are not recorded: they
-- can be sent again when the right is back.
create function sync.refuse(mutations jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(case
      when l.mutation_id is not null then sync.answer(l)
      else sync.refusal((m.mutation ->> 'id')::uuid, 'only admins can change content') end order by m.place), '[]')
  from jsonb_array_elements(mutations) with ordinality m (mutation, place)
  left join sync.ledger l on l.mutation_id = (m.mutation ->> 'id')::uuid
$$;

-- The answers that the caller's own mutations were given; none for visitors, who may not read the table.
create function sync.answers(pending uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  if cardinality(pending) = 0 or not has_table_privilege('sync.ledger', 'select') then
    return '[]'::jsonb;
  end if;
  return coalesce((select jsonb_agg(sync.answer(l)) from sync.ledger l where l.mutation_id = any (pending)), '[]');
end $$;

-- Administrators -----------------------------------------------------------------------------------------

-- The number of admins: the sign-in page offers to create the first one if there are none.
create function public.admin_count() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(distinct user_id) from public.user_roles where role = 'admin'
$$;

-- The addresses that may claim a site without an admin. If none are listed, the first account to ask becomes admin. Before
-- the site is public, `insert into sync.claim_by values ('me@example.com')` reserves it. Only the function below reads
-- this table.
create table sync.claim_by (email text primary key);

-- Makes the caller the admin if there is none and they may be; returns whether it did. The lock lets two concurrent
-- callers see each other.
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
  if exists (select from sync.claim_by) and not exists (
    select from auth.users u join sync.claim_by c on lower(c.email) = lower(u.email)
    where u.id = auth.uid() and u.email_confirmed_at is not null
  ) then
    return false;
  end if;
  insert into public.user_roles (user_id, role) values (auth.uid(), 'admin');
  return true;
end $$;

-- Who may call what: by default everybody may call everything. The parts of a pull or a push run with their caller's
-- rights, so their caller must be allowed to call them.
revoke execute on all functions in schema sync from public;
grant execute on function
  sync.is_admin(), sync.epoch(), sync.answers(uuid[]), sync.answer(sync.ledger),
  sync.page(text, bigint, bigint, integer, jsonb)
  to anon, authenticated, service_role;
grant execute on function
  sync.table_named(text), sync.columns_of(regclass, jsonb), sync.apply(jsonb[]), sync.runs(jsonb, uuid[]),
  sync.settle(jsonb[]), sync.known(jsonb[]), sync.refuse(jsonb), sync.refusal(uuid, text), sync.changes_of(jsonb)
  to authenticated, service_role;
grant execute on function sync.prune(interval), sync.reset() to service_role;
revoke execute on function
  public.sync_pull(text, bigint, bigint, integer, uuid[]), public.sync_push(text, jsonb, bigint, bigint, integer),
  public.sync_read(text, bigint, bigint, integer, bigint), public.admin_count(), public.claim_first_admin()
  from public, anon, authenticated;
grant execute on function public.sync_read(text, bigint, bigint, integer, bigint) to anon;
grant execute on function public.sync_pull(text, bigint, bigint, integer, uuid[]), public.admin_count()
  to anon, authenticated, service_role;
grant execute on function public.sync_push(text, jsonb, bigint, bigint, integer), public.claim_first_admin() to authenticated, service_role;
