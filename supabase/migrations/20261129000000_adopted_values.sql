-- What rows of an earlier site say in its own words. A word whose meaning is plain becomes the one that this site has for it, so
-- that the row can be read; all others are told. The rules:
--
-- - A case, a space or an underscore makes no other word: `In Progress`, `in_progress` and `in-progress` are one.
-- - A project that was published, archived or complete is done, one that was active is in progress, a planned one is an idea.
-- - A draft is an idea, and not published.
-- - A task that was complete is done, an active one is in progress, a planned one is to do.
-- - Whoever wrote the row has not changed it now: it is not dated. Its history has the word that it had.
-- - A row that breaks another check, too, cannot be written, and is told with that.
create function pg_temp.put_plainly(of_table text, of_column text, word text, becomes text, and_set text default '') returns void
language plpgsql as $$
declare
  row_id uuid;
begin
  for row_id in execute format(
    'select id from public.%2$I where regexp_replace(lower(trim(%1$I)), ''[\s_]+'', ''-'', ''g'') = %3$L and %1$I <> %4$L',
    of_column, of_table, word, becomes)
  loop
    begin
      execute format('update public.%I set %I = %L%s where id = $1', of_table, of_column, becomes, and_set) using row_id;
    exception when integrity_constraint_violation or raise_exception then
      null;
    end;
  end loop;
end $$;

alter table public.projects disable trigger sync_date;
alter table public.resources disable trigger sync_date;
select pg_temp.put_plainly('projects', 'status', word, word) from unnest('{idea,in-progress,donezo,done}'::text[]) word;
select pg_temp.put_plainly('projects', 'status', word, becomes)
from (values ('published', 'done'), ('archived', 'done'), ('complete', 'done'), ('completed', 'done'),
  ('active', 'in-progress'), ('planned', 'idea')) plain (word, becomes);
select pg_temp.put_plainly('projects', 'status', 'draft', 'idea', ', published_at = null');
select pg_temp.put_plainly('tasks', 'status', word, word) from unnest('{todo,in-progress,done}'::text[]) word;
select pg_temp.put_plainly('tasks', 'status', word, becomes)
from (values ('complete', 'done'), ('completed', 'done'), ('active', 'in-progress'), ('planned', 'todo'), ('to-do', 'todo'))
  plain (word, becomes);
select pg_temp.put_plainly('resources', 'type', word, word) from unnest('{audio,video,text}'::text[]) word;
alter table public.projects enable trigger sync_date;
alter table public.resources enable trigger sync_date;

-- The rows that break a check, by what they say: which table, column and value, what the check allows, and how many rows. For the
-- owner, as sync.content_problems(), which names each row.
create type sync.problem_by_value as (table_name text, column_name text, value text, allowed text, row_count bigint);
create function sync.problems_by_value() returns setof sync.problem_by_value
language plpgsql stable set search_path = '' as $$
declare
  broken record;
begin
  for broken in
    select c.conrelid::regclass::text as content, c.contype, a.attname, c.confrelid::regclass::text as target,
      pg_catalog.pg_get_expr(c.conbin, c.conrelid) as condition
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where not c.convalidated and c.contype in ('c', 'f') and c.connamespace = 'public'::regnamespace
      and (c.conrelid in (select f.content from sync.followed f) or c.conrelid = 'public.user_roles'::regclass)
    order by 1, c.conname
  loop
    if broken.contype = 'c' then
      return query execute format(
        'select %L::text, %L::text, t.%I::text, %L::text, count(*) from %s t where not (%s) group by 3 order by 5 desc, 3',
        broken.content, broken.attname, broken.attname,
        coalesce(
          (select string_agg(w[1], ', ') from regexp_matches(broken.condition, '''([^'']*)''::text', 'g') w), broken.condition),
        broken.content, broken.condition);
    else
      return query execute format(
        'select %L::text, %L::text, null::text, %L::text, count(*) from %s t where t.%I is not null
           and not exists (select from %s o where o.id = t.%I) having count(*) > 0',
        broken.content, broken.attname, 'the id of a row of ' || broken.target, broken.content, broken.attname, broken.target,
        broken.attname);
    end if;
  end loop;
end $$;
revoke execute on function sync.problems_by_value() from public;

-- Checks that all rows keep now hold for old rows, too.
do $$
declare
  kept record;
begin
  for kept in
    select c.conrelid::regclass as content, c.conname from pg_catalog.pg_constraint c
    where not c.convalidated and c.connamespace = 'public'::regnamespace
      and c.conname in ('projects_status_known', 'tasks_status_known', 'resources_type_known')
  loop
    begin
      execute format('alter table %s validate constraint %I', kept.content, kept.conname);
    exception when check_violation then
      null;
    end;
  end loop;
end $$;
