-- Takes over the database of an earlier site: brings its tables into the shape that the next file expects. No row and no
-- value is dropped; columns and defaults are added. In an empty project it does nothing, and no later file depends on
-- it.

-- Only an earlier site's tables are taken over: here everybody may read all of them, and only admins may write. Another
-- application's `projects` or `tasks` would be opened to all, and closed to its own users. An earlier site's tables are
-- known by what they share: everybody may read them already, the columns that this site cannot do without are there, and no
-- column that it does not know has to be filled.
do $$
declare
  content record;
  reason text;
begin
  for content in
    select to_regclass('public.' || name) as oid, name, needed
    from (values
      ('user_roles', '{user_id,role}'::text[]), ('projects', '{id,title}'), ('tasks', '{id,project_id,content}'),
      ('commentaries', '{id,title,content}'), ('ai_tools', '{id,name}'), ('friends', '{id,name}'),
      ('current_listening', '{id,title,artist}'), ('learnings', '{id,title}'), ('resources', '{id,title}')
    ) earlier (name, needed)
    where to_regclass('public.' || name) is not null
  loop
    reason := case
      when (select count(*) from pg_class where oid = content.oid and relkind = 'r') = 0 then 'it is not a table'
      else (
        select 'it has no column ' || string_agg(n, ', ') from unnest(content.needed) n
        where not exists (select from pg_attribute where attrelid = content.oid and attname = n and not attisdropped)
        having count(*) > 0)
    end;
    if reason is null and content.name <> 'user_roles' then
      reason := case
        when not has_table_privilege('anon', content.oid, 'select')
          or (select relrowsecurity from pg_class where oid = content.oid) and not exists (
            select from pg_policy where polrelid = content.oid and polpermissive and polcmd in ('r', '*')
              and polroles && array[0, 'anon'::regrole]::oid[] and pg_get_expr(polqual, polrelid) = 'true')
          then 'not everybody may read it'
        else (
          select 'its column ' || string_agg(a.attname, ', ') || ' must be filled, and this site knows none of that name'
          from pg_attribute a
          where a.attrelid = content.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef
            and a.attidentity = '' and a.attgenerated = '' and a.attname <> all (array['id', 'title', 'description', 'details',
              'image_url', 'status', 'slug', 'created_at', 'project_id', 'content', 'position', 'name', 'bio', 'picture',
              'hyperlink', 'tag', 'role', 'avatar_url', 'artist', 'album', 'url', 'is_current', 'type', 'tags', 'link', 'rank',
              'link_url', 'Source', 'learning_id'])
          having count(*) > 0)
      end;
    end if;
    if reason is not null then
      raise exception 'public.% is here already, and does not look like an earlier site''s: %', content.name, reason
        using hint = 'Nothing was changed. Use a project of its own for this site, or rename that table. If it is an earlier site''s, give it what it lacks.';
    end if;
    raise notice 'public.% is taken over from an earlier site. Its rows stay.%', content.name, coalesce((
      select ' Instead of its policies, everybody may read it and admins write it: ' || string_agg(polname, ', ' order by polname)
      from pg_policy where polrelid = content.oid and polpermissive), '');
  end loop;
end $$;

-- The API exposes `public`, which holds only the functions that devices call. Everything else is in a schema of its own:
-- the parts of triggers, policies, pulls and pushes, and what the owner calls in the SQL editor.
create schema sync;
grant usage on schema sync to anon, authenticated, service_role;

-- The content tables that exist already.
create function pg_temp.earlier() returns setof regclass
language sql as $$
  select to_regclass('public.' || name) from unnest(array[
    'projects', 'tasks', 'commentaries', 'ai_tools', 'friends', 'current_listening', 'learnings', 'resources'
  ]) name
  where to_regclass('public.' || name) is not null
$$;

-- Keys and times. A timestamp without a time zone would be read in each visitor's own zone.
do $$
declare
  content regclass;
begin
  for content in select pg_temp.earlier() loop
    if (select atttypid from pg_attribute where attrelid = content and attname = 'id') <> 'uuid'::regtype then
      raise exception 'public.%.id is not a uuid', (select relname from pg_class where oid = content)
        using hint = 'Devices choose the ids of what they add. Give the table a uuid key, then run the migrations again.';
    end if;
    if not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'id'
                   where i.indrelid = content and i.indisunique and i.indpred is null
                     and i.indnkeyatts = 1 and i.indkey[0] = a.attnum) then
      execute format('alter table %s add primary key (id)', content);
    end if;
    execute format('alter table %s alter column id set default gen_random_uuid()', content);
    if exists (select from pg_attribute
               where attrelid = content and attname = 'created_at' and atttypid = 'timestamp'::regtype) then
      execute format('alter table %s alter column created_at type timestamptz using created_at at time zone ''UTC''', content);
    end if;
  end loop;
end $$;

-- An enum may lack values that this site writes; the checks in the next file list them all.
do $$
declare
  enumerated record;
begin
  for enumerated in
    select a.attrelid::regclass as content, a.attname from pg_attribute a join pg_type t on t.oid = a.atttypid
    where t.typtype = 'e' and (a.attrelid, a.attname) in (
      (to_regclass('public.projects'), 'status'), (to_regclass('public.tasks'), 'status'),
      (to_regclass('public.resources'), 'type'), (to_regclass('public.current_listening'), 'type'))
  loop
    execute format('alter table %s alter column %I drop default, alter column %2$I type text using %2$I::text',
      enumerated.content, enumerated.attname);
  end loop;
end $$;

-- Columns that may be missing, and defaults for new rows.
alter table if exists public.projects
  add column if not exists description text,
  add column if not exists details text,
  add column if not exists image_url text,
  add column if not exists status text default 'idea',
  add column if not exists slug text,
  add column if not exists created_at timestamptz default now(),
  alter column status set default 'idea',
  alter column created_at set default now();
alter table if exists public.tasks
  add column if not exists status text default 'todo',
  add column if not exists position double precision default 0,
  alter column status set default 'todo',
  alter column position set default 0;
alter table if exists public.tasks alter column position type double precision;
alter table if exists public.commentaries
  add column if not exists image_url text,
  add column if not exists created_at timestamptz default now(),
  alter column created_at set default now();
alter table if exists public.ai_tools
  add column if not exists bio text,
  add column if not exists picture text,
  add column if not exists hyperlink text,
  add column if not exists tag text,
  add column if not exists created_at timestamptz default now(),
  alter column created_at set default now();
alter table if exists public.friends
  add column if not exists role text,
  add column if not exists avatar_url text,
  add column if not exists bio text,
  add column if not exists created_at timestamptz default now(),
  alter column created_at set default now();
alter table if exists public.current_listening
  add column if not exists album text,
  add column if not exists url text,
  add column if not exists is_current boolean default false,
  add column if not exists type text default 'track',
  add column if not exists created_at timestamptz default now(),
  alter column is_current set default false,
  alter column type set default 'track',
  alter column created_at set default now();
alter table if exists public.learnings
  add column if not exists description text,
  add column if not exists content text,
  add column if not exists tags text[],
  add column if not exists link text,
  add column if not exists project_id uuid,
  add column if not exists rank double precision,
  add column if not exists created_at timestamptz default now(),
  alter column created_at set default now();
alter table if exists public.resources
  add column if not exists description text,
  add column if not exists link_url text,
  add column if not exists image_url text,
  add column if not exists tags text,
  add column if not exists type text default 'text',
  add column if not exists "Source" text,
  add column if not exists learning_id uuid,
  add column if not exists created_at timestamptz default now(),
  alter column type set default 'text',
  alter column created_at set default now();

-- Fills missing values that this site requires. If several tracks were current, only the newest stays current.
do $$
begin
  if to_regclass('public.tasks') is not null then
    update public.tasks set position = 0 where position is null;
    alter table public.tasks alter column position set not null;
  end if;
  if to_regclass('public.current_listening') is not null then
    update public.current_listening set is_current = false where is_current is null;
    update public.current_listening set type = 'track' where type is null;
    update public.current_listening set is_current = false
    where is_current and id <> (
      select id from public.current_listening where is_current
      order by created_at desc nulls last, id limit 1
    );
    alter table public.current_listening alter column is_current set not null, alter column type set not null;
  end if;
end $$;
