-- When the content of a row was last changed, for feeds, search engines and readers. Null until it is. The rules, kept by the
-- trigger below, whoever writes:
--
-- - What a reader sees of the row itself is its content. Its place among others is none (rank, references), and neither are its
--   address and its dates. So nothing that is ordered, renamed or left by a deleted project is news.
-- - Who writes the column itself, has the word: an import brings along what an export had.
-- - A row that is written as it was has not changed.
create function sync.date_change() returns trigger
language plpgsql set search_path = '' as $$
declare
  beside constant text[] := '{id,created_at,updated_at,slug,former_slugs,rank,position,project_id,learning_id}';
begin
  if new.updated_at is not distinct from old.updated_at and to_jsonb(new) - beside <> to_jsonb(old) - beside then
    new.updated_at := now();
  end if;
  return new;
end $$;
revoke execute on function sync.date_change() from public;

-- An earlier site may have such a column. Its default would say that a new row was changed, and a time without a zone would be
-- read in each visitor's own. The trigger is called sync_…, so that edits of one sort still share a statement (sync.runs): it
-- looks at each row alone.
do $$
declare
  content text;
begin
  foreach content in array '{projects,commentaries,ai_tools,learnings,resources}'::text[] loop
    execute format('alter table public.%I add column if not exists updated_at timestamptz', content);
    execute format('alter table public.%I alter column updated_at drop default, alter column updated_at drop not null', content);
    if (select a.atttypid in ('timestamp'::regtype, 'date'::regtype) from pg_catalog.pg_attribute a
        where a.attrelid = ('public.' || content)::regclass and a.attname = 'updated_at') then
      execute format('alter table public.%I alter column updated_at type timestamptz
        using updated_at::timestamp at time zone ''UTC''', content);
    end if;
    execute format('create trigger sync_date before update on public.%I
      for each row execute function sync.date_change()', content);
    -- Years that JavaScript's dates and the sorting of lists can handle, as for created_at.
    execute format($c$alter table public.%I add constraint %I check
      (updated_at >= '1000-01-01 00:00+00' and updated_at < '9999-01-01 00:00+00') not valid$c$,
      content, content || '_updated_at_readable');
    begin
      execute format('alter table public.%I validate constraint %I', content, content || '_updated_at_readable');
    exception when check_violation then
      raise warning 'public.% has rows that break %; select * from sync.content_problems() lists them',
        content, content || '_updated_at_readable';
    end;
  end loop;
end $$;
