-- Takes over the database of an earlier site: brings its tables into the shape that the next file expects. No row and no
-- value is dropped; columns and defaults are added. In an empty project it does nothing, and no later file depends on
-- it.

-- Only an earlier site's tables are taken over: here everybody may read all of them, and only admins may write. Another
-- application's `projects` or `tasks` would be opened to all, and closed to its own users. An earlier site's tables are
-- known by what they share:
--
-- - Everybody may read them already, and none of their policies goes by the row: nothing in them is some people's.
-- - The columns that this site cannot do without are there, and each column that it knows is of the sort that it keeps.
-- - No column that it does not know has to be filled, or says whom or what a row belongs to.
-- - Roles are taken over with content. Alone they are another application's, and its admins would own the site.
--
-- Returns what speaks against it, for all tables at once, and which names are taken that the next files need.
create function pg_temp.strangers() returns table (thing text, reason text)
language sql as $$
  with known as (
    select w.name, split_part(c, ' ', 1) as column_name, rtrim(split_part(c, ' ', 2), '!') as sort, c like '%!' as is_needed
    from (values
      ('user_roles', 'id any,user_id uuid!,role word!'),
      ('projects', 'id uuid!,title text!,description text,details text,image_url text,status word,slug text,created_at time,updated_at time,published_at time'),
      ('tasks', 'id uuid!,project_id uuid!,content text!,status word,position number'),
      ('commentaries', 'id uuid!,title text!,content text!,image_url text,created_at time,updated_at time,published_at time'),
      ('ai_tools', 'id uuid!,name text!,bio text,picture text,hyperlink text,tag text,created_at time,updated_at time,published_at time'),
      ('friends', 'id uuid!,name text!,role text,avatar_url text,bio text,created_at time'),
      ('current_listening', 'id uuid!,title text!,artist text!,album text,url text,is_current flag,type word,created_at time'),
      ('learnings', 'id uuid!,title text!,description text,content text,tags tags,link text,project_id uuid,rank number,slug text,created_at time,updated_at time,published_at time'),
      ('resources', 'id uuid!,title text!,description text,link_url text,image_url text,tags tags,type word,Source text,learning_id uuid,created_at time,updated_at time,published_at time')
    ) w (name, columns), unnest(string_to_array(w.columns, ',')) c
  ),
  here as (
    select distinct k.name, c.oid, c.relkind, c.relrowsecurity from known k join pg_class c on c.oid = to_regclass('public.' || k.name)
  ),
  tables as (select * from here where relkind = 'r'),
  held as (
    select t.name, a.*, y.typcategory, k.sort from tables t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    join pg_type y on y.oid = a.atttypid
    left join known k on k.name = t.name and k.column_name = a.attname
  ),
  keys as (
    select h.name, h.attname, h.attnum, h.attrelid, r.confrelid from pg_constraint r
    join held h on h.attrelid = r.conrelid and h.attnum = any (r.conkey) where r.contype = 'f'
  ),
  reasons (name, place, reason) as (
    select h.name, 1, 'it is not a table' from here h where h.relkind <> 'r'
    union all
    select t.name, 2, 'it has no column ' || k.column_name from tables t join known k using (name)
    where k.is_needed and not exists (select from held h where h.name = t.name and h.attname = k.column_name)
    union all
    select t.name, 3, 'not everybody may read it' from tables t
    where t.name <> 'user_roles' and (not has_table_privilege('anon', t.oid, 'select') or t.relrowsecurity and not exists (
      select from pg_policy p where p.polrelid = t.oid and p.polpermissive and p.polcmd in ('r', '*')
        and p.polroles && array[0, 'anon'::regrole]::oid[] and pg_get_expr(p.polqual, p.polrelid) = 'true'))
    union all
    select t.name, 4, format('its policy "%s" goes by the row', p.polname) from tables t join pg_policy p on p.polrelid = t.oid
    where t.name <> 'user_roles' and p.polpermissive and exists (
      select from pg_depend d where d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.deptype = 'n'
        and d.refclassid = 'pg_class'::regclass and d.refobjid = t.oid)
    union all
    select t.name, 4, format('its policy "%s" is for the role %s', p.polname, r.rolname)
    from tables t join pg_policy p on p.polrelid = t.oid join pg_roles r on r.oid = any (p.polroles)
    where p.polpermissive and r.rolname not in ('anon', 'authenticated', 'service_role', 'postgres')
    union all
    select k.name, 5, format('its column %s refers to %s', k.attname, k.confrelid::regclass) from keys k
    where k.confrelid is distinct from case
      when k.name = 'user_roles' then to_regclass('auth.users')
      when k.attname = 'project_id' then to_regclass('public.projects')
      when k.attname = 'learning_id' then to_regclass('public.learnings') end
    union all
    select h.name, 5, format('its column %s says whom or what a row belongs to', h.attname) from held h
    where h.sort is null and not exists (select from keys k where k.attrelid = h.attrelid and k.attnum = h.attnum)
      and (h.atttypid = 'uuid'::regtype or lower(h.attname) ~ ('^(user|owner|author|creator|account|member|profile|team|org'
        '|organi[sz]ation|tenant|workspace|company|customer|assignee)_?(id|uuid)$|^(created|owned|assigned)_?(by|to)$'))
    union all
    select h.name, 6, format('its column %s must be filled, and this site knows none of that name', h.attname) from held h
    where h.sort is null and h.attnotnull and not h.atthasdef and h.attidentity = '' and h.attgenerated = ''
    union all
    select h.name, 7, format('its column %s is %s, where this site keeps %s', h.attname, format_type(h.atttypid, h.atttypmod),
      case h.sort when 'uuid' then 'a uuid that devices choose' when 'time' then 'a time' when 'flag' then 'true or false'
        when 'number' then 'a number' else 'text' end)
    from held h
    where not case h.sort
      when 'text' then h.typcategory = 'S'
      when 'word' then h.typcategory in ('S', 'E')
      when 'tags' then h.typcategory in ('S', 'A', 'U')
      when 'uuid' then h.atttypid = 'uuid'::regtype
      when 'time' then h.atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
      when 'flag' then h.atttypid = 'boolean'::regtype
      when 'number' then h.typcategory = 'N'
      else true end
    union all
    select h.name, 8, 'no content of an earlier site is here with it' from here h
    where h.name = 'user_roles' and not exists (select from here o where o.name <> 'user_roles')
  )
  select 'public.' || r.name, string_agg(r.reason, '; ' order by r.place, r.reason) from reasons r group by r.name
  union all
  select 'the schema sync', 'this site needs the name' where to_regnamespace('sync') is not null
  union all
  select 'public.sync_state', 'this site needs the name' where to_regclass('public.sync_state') is not null
  union all
  select distinct format('the function public.%s', p.proname), 'this site needs the name' from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.proname in ('admin_count', 'claim_first_admin', 'sync_deleted',
    'sync_migrations', 'sync_pictures', 'sync_pull', 'sync_push', 'sync_read', 'sync_release', 'sync_version', 'sync_versions')
$$;

-- The command line prints the message of an error without its hint, and the statement after it: so everything is said in the
-- message, by a statement of one line.
create function pg_temp.refuse_strangers() returns void
language plpgsql as $$
declare
  found constant text := (select string_agg(format(e'\n- %s is here already: %s.', s.thing, s.reason), '' order by s.thing)
    from pg_temp.strangers() s);
begin
  if found is not null then
    raise exception e'This project holds what does not look like an earlier site''s. It was left as it is; nothing was changed.%\n%\n%',
      found,
      'What to do: give this site a project of its own. Or rename what is named here or move it to another schema, in a way that the application it belongs to knows of, and push again.',
      'If it is an earlier site''s after all, docs/moving.md says how its rows come along.';
  end if;
end $$;

select pg_temp.refuse_strangers();

do $$
declare
  content record;
begin
  for content in
    select to_regclass('public.' || name) as oid, name from unnest(array['user_roles', 'projects', 'tasks', 'commentaries', 'ai_tools',
      'friends', 'current_listening', 'learnings', 'resources']) name
    where to_regclass('public.' || name) is not null
  loop
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
