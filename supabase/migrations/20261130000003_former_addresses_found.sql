-- A former address is found by an index. Each new row asks whether its addresses lead to another one, and that read all rows with
-- former addresses: of 5,000 that came at once, each read all before it.
--
-- The index holds hashes, because one of texts refuses an address of several thousand letters. It takes each row at once: what an
-- index puts off until later is read as a whole by every question of the same statement. Whoever writes a row runs the function.
create function sync.address_hashes(addresses text[]) returns bigint[]
language sql immutable parallel safe set search_path = '' as $$
  select array_agg(hashtextextended(address, 0)) from unnest(addresses) address
$$;

create index projects_by_former_slug on public.projects using gin (sync.address_hashes(former_slugs))
  with (fastupdate = off) where former_slugs is not null;
create index learnings_by_former_slug on public.learnings using gin (sync.address_hashes(former_slugs))
  with (fastupdate = off) where former_slugs is not null;
drop index public.projects_with_former_slugs, public.learnings_with_former_slugs;

create or replace function sync.is_slug_of_another(content regclass, slug text, own uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  named constant uuid := case
    when lower(slug) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then slug::uuid end;
  hashes constant bigint[] := sync.address_hashes(array[slug]);
begin
  if content = 'public.projects'::regclass then
    return exists (select from public.projects t where t.slug = is_slug_of_another.slug and t.id <> own)
      or exists (select from public.projects t
                 where t.former_slugs is not null and sync.address_hashes(t.former_slugs) @> hashes
                   and is_slug_of_another.slug = any (t.former_slugs) and t.id <> own)
      or named is not null and exists (select from public.projects t where t.id = named and t.id <> own);
  end if;
  return exists (select from public.learnings t where t.slug = is_slug_of_another.slug and t.id <> own)
    or exists (select from public.learnings t
               where t.former_slugs is not null and sync.address_hashes(t.former_slugs) @> hashes
                 and is_slug_of_another.slug = any (t.former_slugs) and t.id <> own)
    or named is not null and exists (select from public.learnings t where t.id = named and t.id <> own);
end $$;
