-- Who may do what, asked of the database itself: every table × (anon, a user, an admin) × (select, insert,
-- update, delete), every function, and every kind of push. `supabase test db` runs it, and so does `npm test`.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select * from no_plan();

insert into auth.users (id, email) values
  ('00000000-0000-4000-8000-0000000000a1', 'an-admin@example.com'),
  ('00000000-0000-4000-8000-0000000000a2', 'a-user@example.com'),
  ('00000000-0000-4000-8000-0000000000a3', 'another-admin@example.com');
insert into public.user_roles (user_id, role) values
  ('00000000-0000-4000-8000-0000000000a1', 'admin'), ('00000000-0000-4000-8000-0000000000a3', 'admin');
insert into sync.message (id, name, email, subject, message) values
  ('00000000-0000-4000-8000-0000000000f1', 'x', 'x@x.x', '', 'secret');
insert into sync.taken_message (id) values ('00000000-0000-4000-8000-0000000000f1');
insert into sync.ledger (mutation_id, user_id) values
  ('00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000a1'),
  ('00000000-0000-4000-8000-0000000000b3', '00000000-0000-4000-8000-0000000000a3');
create temporary table callers (who text, role text, sub uuid);
insert into callers values
  ('anon', 'anon', null),
  ('a user', 'authenticated', '00000000-0000-4000-8000-0000000000a2'),
  ('an admin', 'authenticated', '00000000-0000-4000-8000-0000000000a1');

-- How many rows a statement reaches for a caller; 0 if it is refused. Its effects are undone.
create function pg_temp.reaches(caller text, statement text) returns bigint language plpgsql as $$
declare
  reached bigint := 0;
  c callers;
begin
  select * into c from callers where who = caller;
  begin
    perform set_config('role', c.role, true),
      set_config('request.jwt.claims', jsonb_build_object('role', c.role, 'sub', c.sub)::text, true),
      set_config('request.jwt.claim.sub', coalesce(c.sub::text, ''), true);
    execute statement;
    get diagnostics reached = row_count;
    raise exception 'undone' using errcode = 'UNDON';
  exception
    when sqlstate 'UNDON' then return reached;
    when others then return 0;
  end;
end $$;

-- The content: everybody reads, admins write. The tables come from the catalogue, each with the required values of a row
-- and a text column. A row that must refer to another refers to the one with the same id.
create temporary table content (name text, changed text, columns text, vals text);
insert into content
select f.name,
  (select quote_ident(a.attname) from pg_attribute a
   where a.attrelid = f.content and a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype
   order by a.attnum limit 1),
  coalesce(must.columns, ''), coalesce(must.vals, '')
from sync.followed f, lateral (
  select string_agg(', ' || quote_ident(a.attname), '' order by a.attnum) as columns,
    string_agg(', ' || case format_type(a.atttypid, null)
      when 'text' then $$'x'$$ when 'uuid' then $$'00000000-0000-4000-8000-0000000000c1'$$
      when 'boolean' then 'false' when 'text[]' then $$'{}'$$
      when 'date' then 'now()' when 'timestamp with time zone' then 'now()' else '0' end, '' order by a.attnum) as vals
  from pg_attribute a
  where a.attrelid = f.content and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef) must;

-- A row of each, referenced rows first.
do $$
declare
  c record;
begin
  for pass in 1..10 loop
    for c in select * from content loop
      begin
        execute format($sql$insert into public.%I (id%s) values ('00000000-0000-4000-8000-0000000000c1'%s)
          on conflict do nothing$sql$, c.name, c.columns, c.vals);
      exception when foreign_key_violation then null;
      end;
    end loop;
  end loop;
end $$;

select is(
  pg_temp.reaches(who, format(v.statement, name, columns, vals, changed)) > 0,
  verb = 'select' or who = 'an admin',
  format('%s: %s %s', who, verb, name))
from callers, content, (values
  ('select', 'select from public.%1$I'),
  ('insert', 'insert into public.%1$I (id%2$s) values (gen_random_uuid()%3$s)'),
  ('update', 'update public.%1$I set %4$s = ''y'''),
  ('delete', 'delete from public.%1$I')) v (verb, statement)
order by name, who, verb;

-- Drafts: admins read them, and what belongs to them.
insert into public.projects (id, title, published_at) values ('00000000-0000-4000-8000-0000000000d1', 'draft', null);
insert into public.tasks (project_id, content) values ('00000000-0000-4000-8000-0000000000d1', 'draft');
insert into public.learnings (title, project_id, published_at) values ('draft', '00000000-0000-4000-8000-0000000000d1', null);
insert into public.commentaries (title, content, published_at) values ('draft', '', now() + interval '1 day');
insert into public.ai_tools (name, published_at) values ('draft', null);
insert into public.resources (title, published_at) values ('draft', now() + interval '1 day');
select is(
  pg_temp.reaches(who, format('select from public.%I where %I = ''draft''', name, named)),
  case when who = 'an admin' then 1 else 0 end::bigint,
  format('%s: drafts in %s', who, name))
from callers, (values ('projects', 'title'), ('tasks', 'content'), ('learnings', 'title'), ('commentaries', 'title'),
  ('ai_tools', 'name'), ('resources', 'title')) d (name, named)
order by name, who;

-- The other tables: nobody writes them directly, except for admins their own answers.
select is(
  pg_temp.reaches(who, statement), coalesce(wanted -> who, '0')::bigint,
  format('%s: %s', who, statement))
from callers, (values
  ('select from public.user_roles', '{"an admin": 1}'::jsonb),
  ($$insert into public.user_roles values ('00000000-0000-4000-8000-0000000000a2', 'admin')$$, '{}'),
  ($$update public.user_roles set user_id = '00000000-0000-4000-8000-0000000000a2'$$, '{}'),
  ('delete from public.user_roles', '{}'),
  ($$select from sync.change where row_id = '00000000-0000-4000-8000-0000000000c1'$$,
    (select jsonb_build_object('anon', n, 'a user', n, 'an admin', n) from (select count(*) as n from content) c)),
  ($$insert into sync.change values (1, 'friends', gen_random_uuid())$$, '{}'),
  ('update sync.change set deleted_at = now()', '{}'),
  ('delete from sync.change', '{}'),
  ('select from public.sync_state', '{"anon": 1, "a user": 1, "an admin": 1}'),
  ('select from sync.kept_reference', '{"an admin": 1}'),
  ('delete from sync.kept_reference', '{}'),
  ($$insert into sync.kept_reference values ('learnings', gen_random_uuid(), 'project_id', gen_random_uuid())$$, '{}'),
  ('insert into public.sync_state (singleton) values (true)', '{}'),
  ('update public.sync_state set version = 0', '{}'),
  ('delete from public.sync_state', '{}'),
  ('select from sync.ledger', '{"an admin": 1}'),
  ($$insert into sync.ledger values (gen_random_uuid(), '00000000-0000-4000-8000-0000000000a3')$$, '{}'),
  ($$insert into sync.ledger values (gen_random_uuid(), '00000000-0000-4000-8000-0000000000a1')$$,
    '{"an admin": 1}'),
  ($$update sync.ledger set message = 'y'$$, '{"an admin": 1}'),
  ('delete from sync.ledger', '{}'),
  ($$insert into sync.spelling values ('friends', gen_random_uuid(), 'name', 'x', 'y')$$, '{"an admin": 1}'),
  ('delete from sync.spelling', '{}'),
  ('select from sync.claim_by', '{}'),
  ($$insert into sync.claim_by values ('a-user@example.com')$$, '{}'),
  ('select from sync.past', '{}'),
  ($$insert into sync.past (table_name, row_id, op, row, bytes) values ('friends', gen_random_uuid(), 'update', '{}', 2)$$, '{}'),
  ('update sync.past set by = null', '{}'),
  ('delete from sync.past', '{}'),
  ('select from sync.named_picture', '{}'),
  ($$insert into sync.named_picture values ('0123456789abcdef0123456789abcdef')$$, '{}'),
  ('delete from sync.named_picture', '{}'),
  ('select from sync.inbox', '{}'),
  ('update sync.inbox set is_open = true', '{}'),
  ('select from sync.message', '{}'),
  ($$insert into sync.message (id, name, email, subject, message) values (gen_random_uuid(), 'x', 'x@x.x', '', 'x')$$, '{}'),
  ('delete from sync.message', '{}'),
  ('select from sync.taken_message', '{}'),
  ('delete from sync.taken_message', '{}'),
  ('truncate public.friends', '{}'),
  ($$select nextval('sync.version')$$, '{}'),
  ($$select setval('sync.version', 1)$$, '{}')) s (statement, wanted)
order by statement, who;

-- What the API exposes: every function in `public`, except those of extensions.
select set_eq(
  $$select p.oid::regprocedure::text || ' for ' || r.role
    from pg_proc p, (values ('anon'), ('authenticated')) r (role)
    where p.pronamespace = 'public'::regnamespace and has_function_privilege(r.role, p.oid, 'execute')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')$$,
  array['admin_count() for anon', 'admin_count() for authenticated', 'claim_first_admin() for authenticated',
    'inbox_delete(uuid[]) for authenticated', 'inbox_list(bigint) for authenticated', 'inbox_mark(uuid[],boolean) for authenticated',
    'inbox_open(boolean) for authenticated', 'inbox_send(uuid,text,text,text,text,text) for anon',
    'sync_deleted() for authenticated', 'sync_migrations() for anon', 'sync_pictures() for authenticated', 'sync_pull(text,bigint,bigint,integer,uuid[]) for anon',
    'sync_pull(text,bigint,bigint,integer,uuid[]) for authenticated', 'sync_push(text,jsonb,bigint,bigint,integer) for authenticated',
    'sync_read(text,bigint,bigint,integer,bigint) for anon', 'sync_release() for anon', 'sync_release() for authenticated',
    'sync_version(bigint) for authenticated', 'sync_versions(text,uuid) for authenticated'],
  'only what a device or the owner''s check calls can be called');

-- The internal functions: those not named here may not be called by anyone.
select set_eq(
  $$select p.proname || ' for ' || r.role
    from pg_proc p, (values ('anon'), ('authenticated')) r (role)
    where p.pronamespace = 'sync'::regnamespace and has_function_privilege(r.role, p.oid, 'execute')$$,
  array['address_hashes for anon', 'address_hashes for authenticated',
    'answer for anon', 'answers for anon', 'epoch for anon', 'is_admin for anon', 'is_due for anon',
    'is_readable for anon', 'page for anon',
    'answer for authenticated', 'answers for authenticated', 'apply for authenticated',
    'changes_of for authenticated', 'columns_of for authenticated', 'epoch for authenticated',
    'forget_kept for authenticated', 'is_admin for authenticated', 'is_due for authenticated',
    'is_readable for authenticated', 'kept_in for authenticated', 'kept_pictures for authenticated', 'known for authenticated', 'page for authenticated',
    'refusal for authenticated', 'refuse for authenticated', 'runs for authenticated',
    'settle for authenticated', 'table_named for authenticated'],
  'of what they are made of only what runs with the caller''s rights');

-- Security definers must not follow a search path set by their caller.
select is(
  (select bool_and(p.proconfig @> array['search_path=""'])
   from pg_proc p where p.pronamespace in ('public'::regnamespace, 'sync'::regnamespace) and p.prosecdef
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')),
  true, 'every function with its owner''s rights has an empty search path');

-- Pushes: the only way to write, with the caller's rights.
create function pg_temp.pushed(caller text, change jsonb) returns text language plpgsql as $$
declare
  answer jsonb;
  c callers;
begin
  select * into c from callers where who = caller;
  begin
    perform set_config('role', c.role, true),
      set_config('request.jwt.claims', jsonb_build_object('role', c.role, 'sub', c.sub)::text, true),
      set_config('request.jwt.claim.sub', coalesce(c.sub::text, ''), true);
    answer := public.sync_push(sync.epoch(), jsonb_build_array(jsonb_build_object(
      'id', gen_random_uuid(), 'changes', jsonb_build_array(change))));
    raise exception 'undone' using errcode = 'UNDON';
  exception
    when sqlstate 'UNDON' then return concat_ws(' ', answer -> 'answers' -> 0 ->> 'first', answer -> 'answers' -> 0 ->> 'code');
    when others then return sqlstate;
  end;
end $$;

select is(
  pg_temp.pushed(who, jsonb_build_object('op', op, 'table', name, 'id', '00000000-0000-4000-8000-0000000000c1',
    'values', jsonb_build_object(changed, 'z'))),
  case who when 'anon' then '42501' when 'a user' then 'rejected 42501' else 'applied' end,
  format('%s pushes: %s %s', who, op, name))
from callers, content, (values ('update'), ('delete')) o (op)
order by name, who, op;

select isnt(
  pg_temp.pushed(who, jsonb_build_object('op', 'insert', 'table', name, 'id', gen_random_uuid(),
    'values', '{"user_id": "00000000-0000-4000-8000-0000000000a2", "role": "admin"}'::jsonb)),
  'applied', format('%s pushes into %s', who, name))
from callers, (values ('user_roles'), ('sync.ledger'), ('auth.users')) t (name)
order by name, who;

-- What rows were: a deleted row of each table, told to admins and to nobody else.
do $$
declare
  c record;
begin
  for c in select * from content loop
    execute format('update public.%I set %s = ''y''', c.name, c.changed);
  end loop;
end $$;
delete from public.friends where id = '00000000-0000-4000-8000-0000000000c1';
select is(
  pg_temp.reaches(who, statement), case who when 'an admin' then 1 else 0 end::bigint, format('%s: %s', who, statement))
from callers, (values
  ($$select from public.sync_deleted() d where json_array_length(d) = 1$$),
  ($$select from public.sync_version((
       select (sync_deleted() -> 0 ->> 'place')::bigint)) v where v ->> 'table' = 'friends'$$),
  ($$select from public.sync_versions('friends', '00000000-0000-4000-8000-0000000000c1') v where json_array_length(v) = 2$$)
  ) s (statement)
order by statement, who;

-- The inbox: read and changed by admins and nobody else.
select is(
  pg_temp.reaches(who, statement), case who when 'an admin' then 1 else 0 end::bigint, format('%s: %s', who, statement))
from callers, (values
  ($$select from public.inbox_list() i where i -> 'messages' -> 0 ->> 'message' = 'secret'$$),
  ($$select from public.inbox_mark('{00000000-0000-4000-8000-0000000000f1}', true) i where i ->> 'unread' = '0'$$),
  ($$select from public.inbox_delete('{00000000-0000-4000-8000-0000000000f1}') i where i ->> 'total' = '0'$$),
  ('select from public.inbox_open(true) i where (i ->> ''is_open'')::boolean')) s (statement)
order by statement, who;
select is(
  (select count(*)::integer from pg_publication_tables t where t.schemaname = 'sync'), 0, 'nobody can listen to the inbox');

-- Pictures. A database without Storage gets as much of it as the policies need.
do $$
begin
  if to_regnamespace('storage') is null then
    create schema storage;
    create table storage.buckets (
      id text primary key, name text not null unique, public boolean default false, file_size_limit bigint,
      allowed_mime_types text[]);
    create table storage.objects (
      id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets, name text,
      created_at timestamptz default now(), unique (bucket_id, name));
    alter table storage.buckets enable row level security;
    alter table storage.objects enable row level security;
    grant usage on schema storage to anon, authenticated;
    grant all on all tables in schema storage to anon, authenticated;
  end if;
end $$;
select is(sync.make_picture_bucket(), null, 'there is a bucket for pictures');
select is(sync.make_picture_bucket(), null, 'and making it again changes nothing');
select is((select (public, file_size_limit, allowed_mime_types::text)::text from storage.buckets where id = 'pictures'),
  (true, 10485760, '{image/gif,image/jpeg,image/png,image/webp}')::text, 'its pictures are for everybody, and are pictures');
insert into storage.buckets (id, name, public) values ('others', 'others', true);
-- Of one each that something names, all older than 30 days but the last.
insert into public.friends (id, name, avatar_url) values
  ('00000000-0000-4000-8000-0000000000e1', 'x', '/pictures/' || repeat('1', 32) || '-10x10-a1b2c3.webp'),
  ('00000000-0000-4000-8000-0000000000e2', 'x', 'https://x.example/pictures/' || repeat('2', 32) || '-10x10-a1b2c3.webp'),
  ('00000000-0000-4000-8000-0000000000e3', 'x', '/pictures/' || repeat('3', 32) || '-10x10-a1b2c3.webp');
insert into public.learnings (title, content, published_at) values
  ('x', '![x](/pictures/' || repeat('4', 32) || '-10x10-a1b2c3.webp)', null);
update public.friends set avatar_url = null where id = '00000000-0000-4000-8000-0000000000e2';
delete from public.friends where id = '00000000-0000-4000-8000-0000000000e3';
-- A version that is kept no longer.
insert into sync.past (table_name, row_id, op, row, bytes)
values ('friends', gen_random_uuid(), 'update', jsonb_build_object('image_url', repeat('5', 32) || '-10x10-a1b2c3.webp'), 2);
delete from sync.past where row::text like '%55555%';
insert into storage.objects (bucket_id, name, created_at) values
  ('pictures', repeat('1', 32) || '-10x10-a1b2c3.webp', now() - interval '31 days'),
  ('pictures', repeat('1', 32) || '-10x10-a1b2c3-card.webp', now() - interval '31 days'),
  ('pictures', repeat('2', 32) || '-10x10-a1b2c3.webp', now() - interval '31 days'),
  ('pictures', repeat('3', 32) || '-10x10-a1b2c3.webp', now() - interval '31 days'),
  ('pictures', repeat('4', 32) || '-10x10-a1b2c3.webp', now() - interval '31 days'),
  ('pictures', repeat('5', 32) || '-10x10-a1b2c3.webp', now() - interval '31 days'),
  ('pictures', repeat('6', 32) || '-10x10-a1b2c3.webp', now() - interval '29 days'),
  ('pictures', repeat('7', 32) || '-10x10-a1b2c3.webp', now() - interval '31 days'),
  ('others', 'kept.txt', now() - interval '31 days');
-- Storage's own table refuses a deletion that does not come from its API.
select set_config('storage.allow_delete_query', 'true', true);
select is(
  pg_temp.reaches(who, statement), case when who = 'an admin' then reached else 0 end::bigint, format('%s: %s', who, statement))
from callers, (values
  ('select from storage.buckets', 0),
  ('select from storage.objects', 8),
  ($$insert into storage.objects (bucket_id, name)
     values ('pictures', 'f123456789abcdef0123456789abcdef-640x427-a1b2c3-card.webp')$$, 1),
  ($$insert into storage.objects (bucket_id, name) values ('pictures', 'holiday.webp')$$, 0),
  ($$insert into storage.objects (bucket_id, name)
     values ('pictures', 'drafts/f123456789abcdef0123456789abcdef-640x427-a1b2c3.webp')$$, 0),
  ($$insert into storage.objects (bucket_id, name)
     values ('others', 'f123456789abcdef0123456789abcdef-640x427-a1b2c3.webp')$$, 0),
  ($$insert into storage.buckets (id, name) values ('mine', 'mine')$$, 0),
  ('update storage.objects set name = name', 0),
  ('update storage.buckets set public = false', 0),
  ('delete from storage.objects', 1),
  ($$delete from storage.objects where name like '7777%'$$, 1),
  ($$select from public.sync_pictures() p where p ->> repeat('1', 32) = 'row' and p ->> repeat('2', 32) = 'past'
     and p ->> repeat('3', 32) = 'past' and p ->> repeat('4', 32) = 'row' and p ->> repeat('5', 32) = 'lately'
     and p ->> repeat('7', 32) is null$$, 1),
  ('delete from storage.buckets', 0)) s (statement, reached)
order by statement, who;
-- Forgotten for 30 days.
update sync.named_picture set at = now() - interval '31 days';
select is(pg_temp.reaches('an admin', 'delete from storage.objects'), 2::bigint,
  'an admin removes what was named by nothing for 30 days');
-- Null tells that there is no bucket, to an admin alone.
select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects where bucket_id = 'pictures';
delete from storage.buckets where id = 'pictures';
select is(pg_temp.reaches(who, 'select from public.sync_pictures() p where p is null'),
  case when who = 'an admin' then 1 else 0 end::bigint, format('%s is told that there is no bucket', who))
from callers order by who;
select is(sync.make_picture_bucket(), null, 'the bucket is made again');

-- The first admin.
select is(pg_temp.reaches(who, 'select from public.claim_first_admin() as did where did'), 0::bigint,
  format('%s claims in vain where there is an admin', who)) from callers order by who;
select is((select count(*) from public.user_roles where role = 'admin'), 2::bigint, 'there are as many admins as before');

select * from finish();
rollback;
