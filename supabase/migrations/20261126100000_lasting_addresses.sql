-- Addresses that last. A project and a learning have a slug of their own, which stays when the title changes, and remember
-- their former ones. The rules, kept by the trigger below, whoever writes:
--
-- - A row without a slug gets one by its title (ROUTE-3, ROUTE-4), or its id where the title has no letter that the rule keeps.
-- - A slug is unique in its table, also among the former ones and the ids of other rows: the later one gets -2, -3 ….
-- - A slug that is replaced is remembered. A row may take back a former one of its own.
-- - What others have is taken from `former_slugs`; else the owner may write it, to give an address away.
alter table public.projects add column former_slugs text[];
alter table public.learnings add column if not exists slug text, add column former_slugs text[];

-- Hashes, because an index of another sort refuses a title of several thousand letters.
create index projects_by_slug on public.projects using hash (slug);
create index learnings_by_slug on public.learnings using hash (slug);
-- Few rows have former addresses.
create index projects_with_former_slugs on public.projects (id) where former_slugs is not null;
create index learnings_with_former_slugs on public.learnings (id) where former_slugs is not null;

-- The slug that a title gives, as src/content/addresses.ts makes it; it may be empty. JavaScript's lower case turns two other
-- letters into ASCII ones (the dot of the first is a sign of its own), and its white space does not depend on a locale.
create function sync.slug_by_title(content regclass, title text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  space constant text := '\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
  lowered constant text := lower(replace(replace(title, U&'\0130', 'i!'), U&'\212A', 'k') collate "C");
begin
  if content = 'public.projects'::regclass then
    return trim(both '-' from regexp_replace(lowered, '[^a-z0-9]+', '-', 'g'));
  end if;
  return regexp_replace(regexp_replace(lowered, '[^a-z0-9_' || space || '-]', '', 'g'), '[' || space || ']+', '-', 'g');
end $$;

-- Whether a slug leads to another row than `own`. Each table has queries of its own, whose plans are kept: the next function
-- asks them often where many rows have one title.
create function sync.is_slug_of_another(content regclass, slug text, own uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  named constant uuid := case
    when lower(slug) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then slug::uuid end;
begin
  if content = 'public.projects'::regclass then
    return exists (select from public.projects t where t.slug = is_slug_of_another.slug and t.id <> own)
      or exists (select from public.projects t
                 where t.former_slugs is not null and is_slug_of_another.slug = any (t.former_slugs) and t.id <> own)
      or named is not null and exists (select from public.projects t where t.id = named and t.id <> own);
  end if;
  return exists (select from public.learnings t where t.slug = is_slug_of_another.slug and t.id <> own)
    or exists (select from public.learnings t
               where t.former_slugs is not null and is_slug_of_another.slug = any (t.former_slugs) and t.id <> own)
    or named is not null and exists (select from public.learnings t where t.id = named and t.id <> own);
end $$;

-- `wanted`, or the first of `wanted-2`, `wanted-3` … that is free. Numbers are doubled until one is free, and then halved
-- between: of thousands of rows with one title each is asked about a few.
create function sync.free_slug(content regclass, wanted text, own uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  taken integer := 1;
  free integer := 2;
  middle integer;
begin
  if not sync.is_slug_of_another(content, wanted, own) then
    return wanted;
  end if;
  while sync.is_slug_of_another(content, wanted || '-' || free, own) loop
    taken := free;
    free := free * 2;
  end loop;
  while free - taken > 1 loop
    middle := (taken + free) / 2;
    if sync.is_slug_of_another(content, wanted || '-' || middle, own) then
      taken := middle;
    else
      free := middle;
    end if;
  end loop;
  return wanted || '-' || free;
end $$;

-- Reads with its owner's rights, because a row that is hidden from the caller has its address, too. Writers are serialized (see
-- the change feed), so no two can take the same. The indexes are used although a table is planned for as it is when a statement
-- begins: one that adds thousands of rows to an empty table would read all of them for each.
create function sync.keep_address() returns trigger
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  former text[] := new.former_slugs;
  wanted text := trim(new.slug);
begin
  if tg_op = 'UPDATE' and new.slug = old.slug and new.former_slugs is not distinct from old.former_slugs then
    return new;
  end if;
  if wanted is null or wanted in ('', '.', '..') then
    wanted := sync.slug_by_title(tg_relid, new.title);
    if wanted is null or wanted !~ '[a-z0-9]' then
      wanted := new.id::text;
    end if;
  end if;
  new.slug := sync.free_slug(tg_relid, wanted, new.id);
  if tg_op = 'UPDATE' then
    former := former || old.slug;
  end if;
  -- An id leads to its row anyway.
  new.former_slugs := (
    select array_agg(kept.slug order by kept.place)
    from (select f.slug, min(f.place) as place from unnest(former) with ordinality f (slug, place)
          where f.slug <> all (array[new.slug, new.id::text]) and trim(f.slug) <> all (array['', '.', '..'])
            and not sync.is_slug_of_another(tg_relid, f.slug, new.id)
          group by f.slug) kept);
  return new;
end $$;
revoke execute on function sync.slug_by_title(regclass, text), sync.is_slug_of_another(regclass, text, uuid),
  sync.free_slug(regclass, text, uuid), sync.keep_address() from public;

-- What is here already keeps the address that leads to it today: the oldest of several with one slug has it. The others are
-- reached by their ids, as ever, and get a slug of their own. An address without a letter or a digit is remembered.
create temporary table address_today as
  select named.*, row_number() over (
      partition by named.content, named.slug order by date_trunc('milliseconds', named.created_at) nulls first, named.id) > 1
      or named.slug in ('', '.', '..') as is_lacking
  from (
    select 'public.projects'::regclass as content, p.id, p.created_at, p.slug as had,
      coalesce(nullif(trim(p.slug), ''), sync.slug_by_title('public.projects', p.title), '') as slug
    from public.projects p
    union all
    select 'public.learnings', l.id, l.created_at, l.slug, coalesce(sync.slug_by_title('public.learnings', l.title), '')
    from public.learnings l
  ) named;

create function pg_temp.write_address(content regclass, id uuid, slug text, former text[]) returns void
language plpgsql as $$
begin
  execute format('update %s set slug = $2, former_slugs = $3 where id = $1', content) using id, slug, former;
exception when integrity_constraint_violation then
  -- A row that breaks a check of its table is not shown anywhere (sync.content_problems()). It gets a slug with the rest.
  null;
end $$;

-- First the slugs that stay, and then, with the trigger, those that have to give way.
select pg_temp.write_address(content, id, null, null) from address_today
where had is not null and (is_lacking or had <> slug);
select pg_temp.write_address(content, id, slug, null) from address_today
where had is distinct from slug and not is_lacking and (slug ~ '[a-z0-9]' or content = 'public.projects'::regclass);
-- Called sync_…, so that edits of one sort still share a statement (sync.runs): the trigger sees the rows before it in one.
create trigger sync_address before insert or update on public.projects
  for each row execute function sync.keep_address();
create trigger sync_address before insert or update on public.learnings
  for each row execute function sync.keep_address();
select pg_temp.write_address(content, id, case when is_unnamed then null else slug end,
    array_remove(array[case when is_unnamed then slug end, had], null))
from (
  select *, content = 'public.learnings'::regclass and slug !~ '[a-z0-9]' as is_unnamed from address_today
  order by date_trunc('milliseconds', created_at) nulls first, id
) named
where is_unnamed or is_lacking or had <> slug;
drop table address_today;
