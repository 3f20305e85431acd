-- A pull that finds nothing new, as most do, reads a handful of pages. It read the catalogs, too, for the names of tables that cannot
-- be read, of which there are none on nearly every call: how many pages that were changed with what else is in the database.
-- As in 20261127000000_drafts.sql, but for that.
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
  unread_names text[] := array[]::text[];
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

  if cardinality(unread) > 0 then
    unread_names := array(select f.name from sync.followed f where f.content = any (unread));
  end if;
  return json_build_object(
    'epoch', here || coalesce('~' || (select string_agg(u.content::oid::text, ',') from unnest(unread) u (content)), ''),
    'cursor', case when more then last else newest end, 'version', newest,
    'reset', starts_over, 'more', more, 'changes', changes, 'answers', page.answers,
    'unread', unread_names, 'due', sync.is_due());
end $$;
