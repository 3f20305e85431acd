-- One published table that fails does not stop the others. It may fail because of a policy or a trigger that raises an
-- error, a key that was renamed, a type that cannot be written as JSON, or a column with the name of an alias in our queries:
-- the owner may change a table in any way, and every device asks for all tables at once.

-- Whether the caller can be given the rows of a table. A deadlock, a time-out or a full server says nothing about it.
create function sync.is_readable(content regclass) returns boolean
language plpgsql stable security invoker set search_path = '' as $$
begin
  execute format(
    'select count(row_to_json(t.*)::text) from sync.change c join %s t on t.id = c.row_id where c.table_name = %L',
    content, (select r.relname from pg_catalog.pg_class r where r.oid = content));
  return true;
exception when assert_failure or others then
  if sqlstate ~ '^(40001|40P01|55P03|53...|57...|58...)$' then
    raise;
  end if;
  raise warning 'devices cannot be given %: %', content, sqlerrm;
  return false;
end $$;
revoke execute on function sync.is_readable(regclass) from public;
grant execute on function sync.is_readable(regclass) to anon, authenticated, service_role;

-- As before, except for tables that cannot be read. Their changes are left out of the page, and neither a row nor a
-- tombstone stands for them; `unread` in the answer names them. The device's cursor passes them all the same, as its other
-- rows would otherwise have to wait. So that they come one day, the answer's epoch says which they are (`…~16412`), and the
-- device sends it back with its next question. It starts over once one of them can be read again.
--
-- In our queries `t` would be the column of that name, if a table has one; `t.*` is the row.
create or replace function sync.page(
  epoch text, cursor bigint, horizon bigint, page_size integer, answers jsonb
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  max_bytes constant bigint := 1000000;
  here constant text := sync.epoch();
  oldest constant bigint := (select s.min_version from public.sync_state s);
  newest constant bigint := greatest(oldest, (select max(c.version) from sync.change c));
  lacked constant text[] := string_to_array(split_part(page.epoch, '~', 2), ',');
  starts_over boolean := split_part(page.epoch, '~', 1) is distinct from here
    or coalesce(page.horizon, page.cursor, 0) < oldest
    or coalesce(page.cursor, 0) > newest;
  since bigint;
  size constant integer := least(greatest(coalesce(page.page_size, 500), 1), 1000);
  unread regclass[] := array[]::regclass[];
  unread_too regclass[];
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

  -- Most calls find nothing new. They need not know what there is to follow.
  if newest > since or starts_over then
    loop
      -- The tables of this page that the caller may read, each as one branch of a union. Mostly it is one table, and planning
      -- for all of them would take longer than reading it.
      select string_agg(format(
          'select p.version, row_to_json(t.*) as row from page p join public.%1$I t on t.id = p.row_id where p.table_name = %1$L',
          f.name), ' union all ')
      into sources
      from sync.followed f
      where has_table_privilege(f.content, 'select') and f.content <> all (unread)
        and f.name in (select c.table_name from sync.change c where c.version > since order by c.version limit size + 1);

      begin
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
          select coalesce(json_agg(k order by k.version) filter (where k."table" <> all ($4)), '[]'),
            max(k.version), (select count(*) from page) > count(*)
          from kept k
        $sql$, coalesce(sources, 'select null::bigint as version, null::json as row where false'))
        into changes, last, more
        using since, size, max_bytes,
          array(select f.name from sync.followed f where f.content = any (unread));
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
    'unread', array(select f.name from sync.followed f where f.content = any (unread)));
end $$;

-- As before, but for `t.*`.
create or replace function sync.apply(changes jsonb[]) returns jsonb
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
    held as materialized (select g.*, to_jsonb(t.*) as row from given g left join %s t using (id)),
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

-- As before, but a device that lacks a table is on the same history as the others.
create or replace function public.sync_push(
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
  if jsonb_array_length(mutations) > 500 then
    raise exception 'too much at once' using errcode = 'PT413';
  end if;
  if exists (select from jsonb_array_elements(mutations) m where jsonb_typeof(m -> 'id') is distinct from 'string') then
    raise exception 'a mutation without an id cannot be answered' using errcode = '22023';
  end if;
  if split_part(sync_push.epoch, '~', 1) is distinct from sync.epoch() then
    return public.sync_pull(sync_push.epoch, sync_push.cursor, sync_push.horizon, sync_push.page_size,
      array(select (m ->> 'id')::uuid from jsonb_array_elements(mutations) m));
  end if;
  if not sync.is_admin() then
    return sync.page(sync_push.epoch, sync_push.cursor, sync_push.horizon, sync_push.page_size, sync.refuse(mutations));
  end if;
  if pg_column_size(mutations) > 4000000
    or (select sum(cardinality(sync.changes_of(m))) from jsonb_array_elements(mutations) m) > 5000 then
    raise exception 'too much at once' using errcode = 'PT413';
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

-- As before, but `others` does not include a failed assertion, of a trigger for instance: it refused the whole push.
create or replace function sync.settle(run jsonb[]) returns jsonb
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
  exception when assert_failure or others then
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
