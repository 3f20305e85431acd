-- Who may do what, asked in the database itself: every table × (anon, a user, an admin) × (select, insert,
-- update, delete), every function, and every kind of push. `supabase test db` runs it, and so does `npm test`.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(226);

insert into auth.users (id, email) values
  ('00000000-0000-4000-8000-0000000000a1', 'an-admin@example.com'),
  ('00000000-0000-4000-8000-0000000000a2', 'a-user@example.com'),
  ('00000000-0000-4000-8000-0000000000a3', 'another-admin@example.com');
insert into public.user_roles (user_id, role) values
  ('00000000-0000-4000-8000-0000000000a1', 'admin'), ('00000000-0000-4000-8000-0000000000a3', 'admin');
insert into sync.ledger (mutation_id, user_id) values
  ('00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000a1'),
  ('00000000-0000-4000-8000-0000000000b3', '00000000-0000-4000-8000-0000000000a3');
insert into public.projects (id, title) values ('00000000-0000-4000-8000-0000000000c1', 'x');
insert into public.tasks (id, project_id, content)
  values ('00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000c1', 'x');
insert into public.commentaries (id, title, content) values ('00000000-0000-4000-8000-0000000000c1', 'x', 'x');
insert into public.ai_tools (id, name) values ('00000000-0000-4000-8000-0000000000c1', 'x');
insert into public.friends (id, name) values ('00000000-0000-4000-8000-0000000000c1', 'x');
insert into public.current_listening (id, title, artist) values ('00000000-0000-4000-8000-0000000000c1', 'x', 'x');
insert into public.learnings (id, title) values ('00000000-0000-4000-8000-0000000000c1', 'x');
insert into public.resources (id, title) values ('00000000-0000-4000-8000-0000000000c1', 'x');

create temporary table callers (who text, role text, sub uuid);
insert into callers values
  ('anon', 'anon', null),
  ('a user', 'authenticated', '00000000-0000-4000-8000-0000000000a2'),
  ('an admin', 'authenticated', '00000000-0000-4000-8000-0000000000a1');

-- How many rows a statement reaches for a caller; 0 where it is refused. Whatever it did is undone.
create function pg_temp.reaches(caller text, statement text) returns bigint language plpgsql as $$
declare
  reached bigint := 0;
  c callers;
begin
  select * into c from callers where who = caller;
  begin
    perform set_config('role', c.role, true),
      set_config('request.jwt.claims', jsonb_build_object('role', c.role, 'sub', c.sub)::text, true);
    execute statement;
    get diagnostics reached = row_count;
    raise exception 'undone' using errcode = 'UNDON';
  exception
    when sqlstate 'UNDON' then return reached;
    when others then return 0;
  end;
end $$;

-- The content: everybody reads, admins write.
create temporary table content (name text, of_row text, new_row text);
insert into content values
  ('projects', 'title = ''y''', '(title) values (''y'')'),
  ('tasks', 'content = ''y''', '(project_id, content) values (''00000000-0000-4000-8000-0000000000c1'', ''y'')'),
  ('commentaries', 'title = ''y''', '(title, content) values (''y'', ''y'')'),
  ('ai_tools', 'name = ''y''', '(name) values (''y'')'),
  ('friends', 'name = ''y''', '(name) values (''y'')'),
  ('current_listening', 'title = ''y''', '(title, artist) values (''y'', ''y'')'),
  ('learnings', 'title = ''y''', '(title) values (''y'')'),
  ('resources', 'title = ''y''', '(title) values (''y'')');

select is(
  pg_temp.reaches(who, format(v.statement, name, new_row, of_row)) > 0,
  verb = 'select' or who = 'an admin',
  format('%s: %s %s', who, verb, name))
from callers, content, (values
  ('select', 'select from public.%1$I'),
  ('insert', 'insert into public.%1$I %2$s'),
  ('update', 'update public.%1$I set %3$s'),
  ('delete', 'delete from public.%1$I')) v (verb, statement)
order by name, who, verb;

-- The rest: nobody writes it by hand, but admins their own answers.
select is(
  pg_temp.reaches(who, statement), coalesce(wanted -> who, '0')::bigint,
  format('%s: %s', who, statement))
from callers, (values
  ('select from public.user_roles', '{"an admin": 1}'::jsonb),
  ($$insert into public.user_roles values ('00000000-0000-4000-8000-0000000000a2', 'admin')$$, '{}'),
  ($$update public.user_roles set user_id = '00000000-0000-4000-8000-0000000000a2'$$, '{}'),
  ('delete from public.user_roles', '{}'),
  ($$select from sync.change where row_id = '00000000-0000-4000-8000-0000000000c1'$$,
    '{"anon": 8, "a user": 8, "an admin": 8}'),
  ($$insert into sync.change values (1, 'friends', gen_random_uuid())$$, '{}'),
  ('update sync.change set deleted_at = now()', '{}'),
  ('delete from sync.change', '{}'),
  ('select from public.sync_state', '{"anon": 1, "a user": 1, "an admin": 1}'),
  ('insert into public.sync_state (singleton) values (true)', '{}'),
  ('update public.sync_state set version = 0', '{}'),
  ('delete from public.sync_state', '{}'),
  ('select from sync.ledger', '{"an admin": 1}'),
  ($$insert into sync.ledger values (gen_random_uuid(), '00000000-0000-4000-8000-0000000000a3')$$, '{}'),
  ($$insert into sync.ledger values (gen_random_uuid(), '00000000-0000-4000-8000-0000000000a1')$$,
    '{"an admin": 1}'),
  ($$update sync.ledger set message = 'y'$$, '{"an admin": 1}'),
  ('delete from sync.ledger', '{}'),
  ('select from sync.claim_by', '{}'),
  ($$insert into sync.claim_by values ('a-user@example.com')$$, '{}'),
  ('truncate public.friends', '{}'),
  ($$select nextval('sync.version')$$, '{}'),
  ($$select setval('sync.version', 1)$$, '{}')) s (statement, wanted)
order by statement, who;

-- What the API shows: every function in `public`, but for those of extensions.
select set_eq(
  $$select p.oid::regprocedure::text || ' for ' || r.role
    from pg_proc p, (values ('anon'), ('authenticated')) r (role)
    where p.pronamespace = 'public'::regnamespace and has_function_privilege(r.role, p.oid, 'execute')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')$$,
  array['admin_count() for anon', 'admin_count() for authenticated', 'claim_first_admin() for authenticated',
    'sync_pull(text,bigint,bigint,integer,uuid[]) for anon',
    'sync_pull(text,bigint,bigint,integer,uuid[]) for authenticated', 'sync_push(text,jsonb,bigint,bigint,integer) for authenticated'],
  'only what a device calls can be called');

-- The rest, which those are made of: what is not named here is for nobody.
select set_eq(
  $$select p.proname || ' for ' || r.role
    from pg_proc p, (values ('anon'), ('authenticated')) r (role)
    where p.pronamespace = 'sync'::regnamespace and has_function_privilege(r.role, p.oid, 'execute')$$,
  array['answer for anon', 'answers for anon', 'epoch for anon', 'is_admin for anon',
    'answer for authenticated', 'answers for authenticated', 'apply for authenticated',
    'changes_of for authenticated', 'columns_of for authenticated', 'epoch for authenticated',
    'is_admin for authenticated', 'refusal for authenticated', 'refuse for authenticated',
    'table_named for authenticated'],
  'of what they are made of only what runs with the caller''s rights');

-- What those that run with their owner's rights do with a path of somebody else's choosing.
select is(
  (select bool_and(p.proconfig @> array['search_path=""'])
   from pg_proc p where p.pronamespace in ('public'::regnamespace, 'sync'::regnamespace) and p.prosecdef
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')),
  true, 'every function with its owner''s rights has an empty search path');

-- Pushes: through the one door that there is, with the caller's rights.
create function pg_temp.pushed(caller text, change jsonb) returns text language plpgsql as $$
declare
  answer jsonb;
  c callers;
begin
  select * into c from callers where who = caller;
  begin
    perform set_config('role', c.role, true),
      set_config('request.jwt.claims', jsonb_build_object('role', c.role, 'sub', c.sub)::text, true);
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
    'values', jsonb_build_object(split_part(of_row, ' ', 1), 'z'))),
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

-- The first admin.
select is(pg_temp.reaches(who, 'select from public.claim_first_admin() as did where did'), 0::bigint,
  format('%s claims in vain where there is an admin', who)) from callers order by who;
select is((select count(*) from public.user_roles where role = 'admin'), 2::bigint, 'there are as many admins as before');

select * from finish();
rollback;
