-- The content of the site: the tables of docs/requirements.md, with their checks, foreign keys and access rules.
--
-- In a database filled by an earlier site these tables exist already, brought into this shape by the previous file. Rows
-- that break a check stay as they are and are listed by sync.content_problems(). Such a row cannot be changed until
-- it satisfies the check, and devices set it aside instead of showing it.

-- Tables ------------------------------------------------------------------------------------------

create table if not exists public.projects (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null default '',
  details text,
  image_url text,
  status text not null default 'idea',
  slug text,
  created_at timestamptz default now()
);

create table if not exists public.tasks (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null,
  content text not null,
  status text not null default 'todo',
  -- A task moved between two others gets a position between theirs, so positions are not whole numbers.
  position double precision not null default 0
);

create table if not exists public.commentaries (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  content text not null,
  image_url text,
  created_at timestamptz default now()
);

create table if not exists public.ai_tools (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  bio text,
  picture text,
  hyperlink text,
  tag text,
  created_at timestamptz default now()
);

create table if not exists public.friends (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  role text,
  avatar_url text,
  bio text,
  created_at timestamptz default now()
);

create table if not exists public.current_listening (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  artist text not null,
  album text,
  url text,
  is_current boolean not null default false,
  type text not null default 'track',
  created_at timestamptz default now()
);

create table if not exists public.learnings (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null default '',
  content text,
  tags text[],
  link text,
  project_id uuid,
  rank double precision,
  created_at timestamptz default now()
);

create table if not exists public.resources (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null default '',
  link_url text,
  image_url text,
  tags text,
  type text not null default 'text',
  "Source" text,
  learning_id uuid,
  created_at timestamptz default now()
);

create table if not exists public.user_roles (
  user_id uuid not null,
  role text not null default 'admin',
  primary key (user_id, role)
);

-- At most one track is current. The later choice wins: a track that becomes current clears the flag of the other one,
-- which devices see as an ordinary change. Writers are serialized (see the change feed), so no two can miss each
-- other. An `after` trigger, because a `before` trigger would change a row that the same statement may yet update, which
-- makes Postgres refuse it. Of several rows in one statement the first stays current.
create function sync.one_current() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.current_listening set is_current = false
  where is_current and id <> new.id
    and exists (select from public.current_listening c where c.id = new.id and c.is_current);
  return null;
end $$;
create trigger one_current after insert or update of is_current on public.current_listening
  for each row when (new.is_current) execute function sync.one_current();

-- Checks and keys: enforced from now on; existing rows may break them ----------------------------

-- An earlier site's rule for the same column is dropped: it could only refuse what this site does. A foreign key
-- without `on delete`, for example, refuses to delete a project that has tasks.
create function pg_temp.add_constraint(content regclass, constraint_name text, definition text) returns void
language plpgsql as $$
declare
  older text;
begin
  if not exists (select from pg_constraint where conrelid = content and conname = constraint_name) then
    execute format('alter table %s add constraint %I %s not valid', content, constraint_name, definition);
  end if;
  for older in
    select o.conname from pg_constraint o join pg_constraint c using (conrelid, contype, conkey, confrelid)
    where c.conrelid = content and c.conname = constraint_name and o.oid <> c.oid
  loop
    execute format('alter table %s drop constraint %I', content, older);
  end loop;
  begin
    execute format('alter table %s validate constraint %I', content, constraint_name);
  exception when check_violation or foreign_key_violation or not_null_violation then
    raise warning '% has rows that break %; select * from sync.content_problems() lists them', content, constraint_name;
  end;
end $$;

do $$
begin
  perform pg_temp.add_constraint('public.projects', 'projects_status_known',
    $c$check (status is not null and status in ('idea', 'in-progress', 'donezo', 'done'))$c$);
  perform pg_temp.add_constraint('public.tasks', 'tasks_status_known',
    $c$check (status is not null and status in ('todo', 'in-progress', 'done'))$c$);
  perform pg_temp.add_constraint('public.resources', 'resources_type_known',
    $c$check (type is not null and type in ('audio', 'video', 'text'))$c$);
  perform pg_temp.add_constraint('public.user_roles', 'user_roles_role_known',
    $c$check (role is not null and role = 'admin')$c$);
  -- Values that JSON cannot express or that no device could read.
  perform pg_temp.add_constraint('public.tasks', 'tasks_position_finite',
    $c$check (position > '-infinity' and position < 'infinity')$c$);
  perform pg_temp.add_constraint('public.learnings', 'learnings_rank_finite',
    $c$check (rank > '-infinity' and rank < 'infinity')$c$);
  perform pg_temp.add_constraint(('public.' || dated)::regclass, dated || '_created_at_readable',
    $c$check (created_at >= '1000-01-01 00:00+00' and created_at < '9999-01-01 00:00+00')$c$)
  from unnest(array['projects', 'commentaries', 'ai_tools', 'friends', 'current_listening', 'learnings', 'resources']) dated;
  perform pg_temp.add_constraint('public.tasks', 'tasks_project_exists',
    'foreign key (project_id) references public.projects (id) on delete cascade');
  perform pg_temp.add_constraint('public.learnings', 'learnings_project_exists',
    'foreign key (project_id) references public.projects (id) on delete set null');
  perform pg_temp.add_constraint('public.resources', 'resources_learning_exists',
    'foreign key (learning_id) references public.learnings (id) on delete set null');
  perform pg_temp.add_constraint('public.user_roles', 'user_roles_user_exists',
    'foreign key (user_id) references auth.users (id) on delete cascade');
end $$;

create index if not exists tasks_by_project on public.tasks (project_id, position);
create index if not exists learnings_by_project on public.learnings (project_id);
create index if not exists resources_by_learning on public.resources (learning_id);
do $$
begin
  -- Part of the key in a table made by this file; an earlier site may have another key.
  if not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'user_id'
                 where i.indrelid = 'public.user_roles'::regclass and i.indkey[0] = a.attnum) then
    create index user_roles_by_user on public.user_roles (user_id);
  end if;
end $$;

-- Existing rows that break a check. For the owner, in the SQL editor. A role has no id of its own and is listed by its
-- user's.
create type sync.content_problem as (table_name text, row_id uuid, problem text);
create function sync.content_problems() returns setof sync.content_problem
language plpgsql stable set search_path = '' as $$
declare
  broken record;
begin
  for broken in
    select c.conrelid::regclass::text as content, c.conname, c.contype,
      pg_get_expr(c.conbin, c.conrelid) as condition,
      a.attname as key_column, c.confrelid::regclass::text as target, i.attname as named_by
    from pg_constraint c
    join pg_attribute i on i.attrelid = c.conrelid and i.atttypid = 'uuid'::regtype
      and i.attname = case when c.conrelid = 'public.user_roles'::regclass then 'user_id' else 'id' end
    left join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] and c.contype = 'f'
    where not c.convalidated and c.connamespace = 'public'::regnamespace
  loop
    if broken.contype = 'c' then
      return query execute format(
        'select %L::text, %I, %L::text from %s where not (%s)',
        broken.content, broken.named_by, broken.conname, broken.content, broken.condition);
    else
      return query execute format(
        'select %L::text, t.%I, %L::text from %s t where t.%I is not null
           and not exists (select from %s o where o.id = t.%I)',
        broken.content, broken.named_by, broken.conname, broken.content, broken.key_column, broken.target,
        broken.key_column);
    end if;
  end loop;
end $$;

-- Who may do what: anyone reads, admins write -------------------------------------------------------

-- Reads user_roles without row-level security, because the policies of every table call it.
create function sync.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- In PL/pgSQL, because that keeps the query's plan; a function in SQL makes it anew at each call.
  return exists (
    select from public.user_roles where user_id = (select auth.uid()) and role = 'admin'
  );
end $$;

-- Nobody except the owner's own server may touch a table until it is published. Permissive policies of an earlier site
-- are dropped: everybody may read what is readable, and only admins may do more. Restrictive policies
-- stay.
create function sync.close(content regclass) returns void
language plpgsql set search_path = '' as $$
declare
  older text;
begin
  for older in select polname from pg_policy where polrelid = content and polpermissive loop
    execute format('drop policy %I on %s', older, content);
  end loop;
  execute format('alter table %s enable row level security', content);
  execute format('revoke all on %s from public, anon, authenticated', content);
  execute format('grant all on %s to service_role', content);
end $$;

-- The change feed publishes the content (sync.publish); until then it is closed.
select sync.close(content) from unnest(array['public.projects', 'public.tasks', 'public.commentaries',
  'public.ai_tools', 'public.friends', 'public.current_listening', 'public.learnings', 'public.resources',
  'public.user_roles']::regclass[]) content;

grant select on public.user_roles to authenticated;
create policy "everyone reads their own role" on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()));
