-- No row gets a title or name of which nothing can be seen, whoever writes. The rules:
--
-- - White space, control and format characters, and letters that have no shape are not seen: the characters of
--   src/lib/invisible.ts, of which a test compares each.
-- - A row from before that has such a name keeps it until somebody changes it, and its other columns can be written. A check would
--   refuse to delete a project of such a learning, because that writes the learning.
create function sync.keep_name() returns trigger
language plpgsql set search_path = '' as $$
declare
  name constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if name is null or name ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    or (tg_op = 'UPDATE' and name = to_jsonb(old) ->> tg_argv[0]) then
    return new;
  end if;
  raise exception 'nothing can be seen of its %', tg_argv[0] using errcode = 'check_violation';
end $$;
revoke execute on function sync.keep_name() from public;

do $$
declare
  kind record;
begin
  for kind in select * from (values ('projects', 'title'), ('tasks', 'content'), ('commentaries', 'title'), ('ai_tools', 'name'),
    ('friends', 'name'), ('current_listening', 'title'), ('learnings', 'title'), ('resources', 'title'), ('site_profile', 'name'))
    named (content, column_name)
  loop
    -- Called sync_…, so that edits of one sort still share a statement (sync.runs): it looks at each row alone.
    execute format('create trigger sync_name before insert or update of %I on public.%I
      for each row execute function sync.keep_name(%L)', kind.column_name, kind.content, kind.column_name);
  end loop;
end $$;
