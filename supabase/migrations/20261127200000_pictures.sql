-- Pictures: the bucket that admins put them into. A row refers to one as `/pictures/` and its name. The rules:
--
-- 1. A name says what is in it (content_name below): the first half of its SHA-256, its size in pixels and its colour. So two
--    pictures never share a name, no name is written twice, and everybody may keep what they have fetched for ever.
-- 2. Whoever knows a name may fetch the picture. Nobody but admins is told a name: visitors cannot list the bucket, and learn a
--    name from a row that they may see. A draft's picture is as private as its name: 128 bits that nobody guesses.
-- 3. Admins add and remove; nobody replaces, because the name would then no longer say what is in it.
--
-- A database without Storage, or with one from before its limits of size and type, gets no bucket, and everything else works.
-- `select sync.make_picture_bucket()` makes it later; `npm run setup -- --check` says when that is needed.

-- Makes what is not there, and changes nothing that is: a bucket of that name may be the owner's own.
-- Returns why there is none; null if there is.
create function sync.make_picture_bucket() returns text
language plpgsql set search_path = '' as $$
declare
  is_admins constant text := $sql$bucket_id = 'pictures' and (select sync.is_admin())$sql$;
  content_name constant text := $sql$name ~ '^[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}-[0-9a-f]{6}(-card)?\.(gif|jpg|png|webp)$'$sql$;
  wanted record;
begin
  -- A block is undone as a whole: without its policies there is no bucket either.
  begin
    execute $sql$
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      values ('pictures', 'pictures', true, 10485760, '{image/gif,image/jpeg,image/png,image/webp}')
      on conflict (id) do nothing$sql$;
    for wanted in
      select * from (values
        ('admins see pictures', 'select', format('using (%s)', is_admins)),
        ('admins add pictures', 'insert', format('with check (%s and %s)', is_admins, content_name)),
        ('admins remove pictures', 'delete', format('using (%s)', is_admins))) w (policy, command, rule)
      where not exists (select from pg_catalog.pg_policies p
        where p.schemaname = 'storage' and p.tablename = 'objects' and p.policyname = w.policy)
    loop
      execute format('create policy %I on storage.objects for %s to authenticated %s',
        wanted.policy, wanted.command, wanted.rule);
    end loop;
    return null;
  exception
    when invalid_schema_name or undefined_table or undefined_column or insufficient_privilege then
      return sqlerrm;
  end;
end $$;
revoke execute on function sync.make_picture_bucket() from public, anon, authenticated;

do $$
declare
  problem constant text := sync.make_picture_bucket();
begin
  if problem is not null then
    raise notice 'There is no bucket for pictures: %', problem;
  end if;
end $$;
