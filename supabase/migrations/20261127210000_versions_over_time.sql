-- Which versions of a row are kept once there are too many: a text that is saved every minute would otherwise use up its 50 versions
-- in an hour, and yesterday's would be gone. The rules:
--
-- - As before, a row has at most 50 versions and 4 MB of them as JSON, and the last one is kept whatever its size.
-- - One too many goes from where they are dense: of those that ended within one hour, or, more than a day ago, on one day (UTC), the
--   first stays, because it is what the row was before that hour's or that day's work. The oldest of the others goes first.
-- - The last ten are left alone, or the later half of fewer.
-- - Where nothing is dense, the oldest goes.
create function sync.thin_past(of_table text, of_row uuid) returns void
language plpgsql set search_path = '' as $$
declare
  held record;
  dense bigint;
begin
  loop
    select count(*) as count, sum(p.bytes) as bytes, min(p.place) as oldest into held
    from sync.past p where p.table_name = of_table and p.row_id = of_row;
    exit when held.count <= 1 or (held.count <= 50 and held.bytes <= 4000000);
    select min(v.place) into dense
    from (
      select p.place, row_number() over (order by p.place desc) as nth,
        lag(span.began) over (order by p.place) = span.began as is_dense
      from sync.past p
      cross join lateral (
        select date_trunc(case when p.at >= now() - interval '1 day' then 'hour' else 'day' end, p.at at time zone 'UTC') as began
      ) span
      where p.table_name = of_table and p.row_id = of_row
    ) v
    where v.is_dense and v.nth > least(10, held.count / 2);
    delete from sync.past p where p.place = coalesce(dense, held.oldest);
  end loop;
end $$;

-- As in 20261127100000_history.sql, but for what is too much.
create or replace function sync.keep_past() returns trigger
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
  perform sync.thin_past(tg_table_name, old.id);
  -- One write in 32 also looks for rows that have been gone for long.
  if kept % 32 = 0 then
    perform sync.prune_past();
  end if;
  return case when tg_op = 'DELETE' then old end;
end $$;

revoke execute on function sync.thin_past(text, uuid) from public;
