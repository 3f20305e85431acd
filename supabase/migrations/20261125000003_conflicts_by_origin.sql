-- A conflict is a value that somebody else has written, not one that is spelled in another way. A device knows its own
-- waiting edits as it wrote them: tags as a list, times as a form writes them. Postgres stores them in another form, and so
-- may a trigger. An edit that its author made on top of such an edit came back with the notice that it had replaced
-- a value of somebody else's: their own.

-- How Postgres has stored a value that a device wrote in another form: for each field the last such write, both as
-- hashes, so that no content is kept. A row that is gone leaves its entries, which match nothing.
create table sync.spelling (
  table_name text not null,
  row_id uuid not null,
  column_name text not null,
  said text not null,
  stored text not null,
  primary key (table_name, row_id, column_name)
);
alter table sync.spelling enable row level security;
-- Pushes write it with their caller's rights.
grant select, insert, update on sync.spelling to authenticated;
grant all on sync.spelling to service_role;
create policy "admins note how values are stored" on sync.spelling for all to authenticated
  using ((select sync.is_admin())) with check ((select sync.is_admin()));

-- As before, except for what is a conflict. An update has replaced the value of a column unseen if its author had seen
-- another one, unless
--
-- - the value stays the same, as it is stored;
-- - the value is what became of the one that the author had seen (sync.spelling).
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
  -- Remembers how the values of a change were stored, where that differs. It follows `given` and `touched`.
  remembered constant text := $sql$
    insert into sync.spelling as s (table_name, row_id, column_name, said, stored)
    select $4, g.id, n, md5((g.said -> n)::text), md5((t.row -> n)::text)
    from given g join touched t using (id) cross join unnest($3) n
    where g.said -> n is distinct from t.row -> n
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
    held as materialized (select g.*, to_jsonb(t.*) as row from given g left join %s t using (id)),
    touched as (%s returning t.id, to_jsonb(t.*) as row),
    remembered as (%s)
    select
      jsonb_agg(coalesce((
        select jsonb_agg(jsonb_build_object('table', $4, 'id', h.id, 'column', n, 'was', h.row -> n)) from unnest($3) n
        where jsonb_typeof(h.base) = 'object' and h.base ? n
          and h.row -> n is distinct from h.base -> n
          and h.row -> n is distinct from t.row -> n
          and not exists (select from sync.spelling s
            where s.table_name = $4 and s.row_id = h.id and s.column_name = n
              and s.said = md5((h.base -> n)::text) and s.stored = md5((h.row -> n)::text))), '[]') order by h.place),
      bool_or(t.id is null and h.row is not null),
      bool_or(t.id is null)
    from held h left join touched t using (id)
  $sql$, given, content, writes, remembered)
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
