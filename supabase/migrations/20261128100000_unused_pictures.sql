-- Which pictures may be removed: those that nothing names any more. The database decides, at the moment of the removal, because a
-- device knows only what it has heard. The rules:
--
-- 1. A picture is kept while something names it: a row of any table that devices follow, an earlier version of one, or what was
--    deleted and can be restored. It is found by its hash in the whole row, so however it is written: as a path, with a host,
--    for cards. A draft is a row like any other.
-- 2. It is kept for 30 days after it was stored, and after the last thing that named it was forgotten. An edit that still waits
--    on some device may name it: the device has made the picture, or has seen it in a row. One that waits for longer may find
--    its picture gone.
-- 3. Whatever a client asks, Storage removes no other: the policy says so. The owner may, in Storage's dashboard.

-- The hashes of the pictures that a text names.
create function sync.pictures_in(words text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct m[1]), '{}')
  from regexp_matches(words, '([0-9a-f]{32})-[0-9]{1,5}x[0-9]', 'g') m
$$;

-- Kept beside each version, which may be long: all of them are asked at once.
alter table sync.past add column pictures text[] generated always as (sync.pictures_in(row::text)) stored;

-- When a picture was last named, for those that only a forgotten version named.
create table sync.named_picture (
  hash text primary key,
  at timestamptz not null default now()
);
alter table sync.named_picture enable row level security;
create policy "nobody reads it by the API" on sync.named_picture for all to anon, authenticated using (false);

create function sync.remember_pictures() returns trigger
language plpgsql set search_path = '' as $$
begin
  insert into sync.named_picture (hash) select distinct p from gone, unnest(gone.pictures) p
  on conflict (hash) do update set at = now();
  if found then
    delete from sync.named_picture where at < now() - interval '30 days';
  end if;
  return null;
end $$;
create trigger remember_pictures after delete on sync.past referencing old table as gone
  for each statement execute function sync.remember_pictures();

-- What names which picture: `row`, `past` (an earlier version, or something that was deleted) or `lately`.
create function sync.picture_uses() returns table (hash text, why text)
language plpgsql stable set search_path = '' as $$
declare
  content regclass;
begin
  for content in select f.content from sync.followed f loop
    return query execute format(
      'select distinct p, ''row'' from %s t, unnest(sync.pictures_in(t::text)) p', content);
  end loop;
  return query
    select distinct p, 'past' from sync.past v, unnest(v.pictures) p
    union all
    select n.hash, 'lately' from sync.named_picture n where n.at >= now() - interval '30 days';
end $$;

-- The hashes of the pictures that must stay. Null for whoever may not remove any: the policy then allows nothing.
create function sync.kept_pictures() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if sync.is_admin() then
    return array(select u.hash from sync.picture_uses() u);
  end if;
  return null;
end $$;

-- The same for screens: {hash: why}, where a picture is named in several ways the first of those above.
create function public.sync_pictures() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.for_admins();
  return coalesce((
    select json_object_agg(u.hash, u.why) from (
      select distinct on (u.hash) u.hash, u.why from sync.picture_uses() u
      order by u.hash, array_position('{row,past,lately}'::text[], u.why)) u), '{}');
end $$;

-- As before (20261127200000_pictures.sql), but for who may remove.
create or replace function sync.make_picture_bucket() returns text
language plpgsql set search_path = '' as $$
declare
  is_admins constant text := $sql$bucket_id = 'pictures' and (select sync.is_admin())$sql$;
  content_name constant text := $sql$name ~ '^[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}-[0-9a-f]{6}(-card)?\.(gif|jpg|png|webp)$'$sql$;
  is_unused constant text := $sql$created_at < now() - interval '30 days'
    and not left(name, 32) = any ((select sync.kept_pictures())::text[])$sql$;
  wanted record;
begin
  -- A block is undone as a whole: without its policies there is no bucket either.
  begin
    execute $sql$
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      values ('pictures', 'pictures', true, 10485760, '{image/gif,image/jpeg,image/png,image/webp}')
      on conflict (id) do nothing$sql$;
    -- What it was called while any picture could be removed. Two policies would allow what either allows.
    execute 'drop policy if exists "admins remove pictures" on storage.objects';
    for wanted in
      select * from (values
        ('admins see pictures', 'select', format('using (%s)', is_admins)),
        ('admins add pictures', 'insert', format('with check (%s and %s)', is_admins, content_name)),
        ('admins remove unused pictures', 'delete', format('using (%s and %s)', is_admins, is_unused))) w (policy, command, rule)
      where not exists (select from pg_catalog.pg_policies p
        where p.schemaname = 'storage' and p.tablename = 'objects' and p.policyname = w.policy)
    loop
      execute format('create policy %I on storage.objects for %s to authenticated %s',
        wanted.policy, wanted.command, wanted.rule);
    end loop;
    return null;
  exception
    when invalid_schema_name or undefined_table or undefined_column or insufficient_privilege then
      return sqlerrm;
  end;
end $$;

do $$
declare
  problem constant text := sync.make_picture_bucket();
begin
  if problem is not null then
    raise notice 'There is no bucket for pictures: %', problem;
  end if;
end $$;

revoke execute on function sync.pictures_in(text), sync.remember_pictures(), sync.picture_uses(), sync.kept_pictures() from public;
grant execute on function sync.kept_pictures() to authenticated;
revoke execute on function public.sync_pictures() from public, anon, authenticated;
grant execute on function public.sync_pictures() to authenticated;
