-- A bucket for pictures that is made later begins another history, as a migration of a table does. Devices keep the edits whose
-- pictures found no bucket, and send them again when they see that the history is another one.

-- As before (20261128100000_unused_pictures.sql), but for that.
create or replace function sync.make_picture_bucket() returns text
language plpgsql set search_path = '' as $$
declare
  is_admins constant text := $sql$bucket_id = 'pictures' and (select sync.is_admin())$sql$;
  content_name constant text := $sql$name ~ '^[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}-[0-9a-f]{6}(-card)?\.(gif|jpg|png|webp)$'$sql$;
  is_unused constant text := $sql$created_at < now() - interval '30 days'
    and not left(name, 32) = any ((select sync.kept_pictures())::text[])$sql$;
  wanted record;
  made bigint;
begin
  -- A block is undone as a whole: without its policies there is no bucket either.
  begin
    execute $sql$
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      values ('pictures', 'pictures', true, 10485760, '{image/gif,image/jpeg,image/png,image/webp}')
      on conflict (id) do nothing$sql$;
    get diagnostics made = row_count;
    -- What it was called while any picture could be removed. Two policies would allow what either allows.
    execute 'drop policy if exists "admins remove pictures" on storage.objects';
    for wanted in
      select * from (values
        ('admins see pictures', 'select', format('using (%s)', is_admins)),
        ('admins add pictures', 'insert', format('with check (%s and %s)', is_admins, content_name)),
        ('admins remove unused pictures', 'delete', format('using (%s and %s)', is_admins, is_unused))) w (policy, command, rule)
      where not exists (select from pg_catalog.pg_policies p
        where p.schemaname = 'storage' and p.tablename = 'objects' and p.policyname = w.policy)
    loop
      execute format('create policy %I on storage.objects for %s to authenticated %s',
        wanted.policy, wanted.command, wanted.rule);
    end loop;
    if made > 0 then
      perform sync.reset();
    end if;
    return null;
  exception
    when invalid_schema_name or undefined_table or undefined_column or insufficient_privilege then
      return sqlerrm;
  end;
end $$;
