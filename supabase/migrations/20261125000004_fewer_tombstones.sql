-- As before, but a device that starts from nothing is told of no row that it cannot have. A tombstone tells the table, the
-- id and the version of a row, and with a policy of the owner's that may be a row that visitors were never shown. What is
-- deleted or hidden while a device fills over several pages has a later version than its first page, and is told.
--
-- Devices that follow still learn the table and the id of a hidden row when it changes: whether they have had the row before
-- is not known.
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
  -- Up to this version the device has not had any row that is gone by now: it has just begun, or began there.
  nothing_up_to bigint;
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
  nothing_up_to := case when starts_over then newest else coalesce(page.horizon, since) end;

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
          select coalesce(json_agg(k order by k.version) filter (
              where k."table" <> all ($4) and (k.row is not null or k.version > $5)), '[]'),
            max(k.version), (select count(*) from page) > count(*)
          from kept k
        $sql$, coalesce(sources, 'select null::bigint as version, null::json as row where false'))
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
    'unread', array(select f.name from sync.followed f where f.content = any (unread)));
end $$;
