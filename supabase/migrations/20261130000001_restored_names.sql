-- As before, except that a row may get a name of which nothing can be seen that it has had: what is restored from the bin, or
-- from an earlier version, is what it was. The rules:
--
-- - White space, control and format characters, and letters that have no shape are not seen: the characters of
--   src/lib/invisible.ts, of which a test compares each.
-- - A row from before that has such a name keeps it until somebody changes it, and its other columns can be written. A check would
--   refuse to delete a project of such a learning, because that writes the learning.
-- - A row that had such a name by its history (sync.past) may have it again.
--
-- With its owner's rights, as nobody else may read what rows were.
create or replace function sync.keep_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if name is null or name ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    or (tg_op = 'UPDATE' and name = to_jsonb(old) ->> tg_argv[0])
    or exists (select from sync.past p
      where p.table_name = tg_table_name and p.row_id = new.id and p.row ->> tg_argv[0] = name) then
    return new;
  end if;
  raise exception 'nothing can be seen of its %', tg_argv[0] using errcode = 'check_violation';
end $$;
