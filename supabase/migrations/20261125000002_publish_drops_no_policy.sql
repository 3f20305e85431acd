-- As before, but a table with permissive policies is not published. Publishing lets everybody read a table. Another
-- application's, or one that its owner has closed to most people, lost its policies by that and was open to all.
-- Restrictive policies stay and hold for devices too, as ever.
create or replace function sync.publish(content regclass) returns void
language plpgsql set search_path = '' set lock_timeout = '10s' as $$
declare
  own constant text := (select string_agg(polname, ', ' order by polname) from pg_catalog.pg_policy
    where polrelid = content and polpermissive);
begin
  if own is not null then
    raise exception '% has policies of its own: %', content, own
      using hint = 'Publishing lets everybody read a table and admins write it. If that is right for this one, drop its policies first.';
  end if;
  perform pg_advisory_xact_lock(7310264518);
  perform sync.close(content);
  execute format('grant select on %s to anon', content);
  execute format('grant select, insert, update, delete on %s to authenticated', content);
  execute format('create policy "anyone reads" on %s for select to anon, authenticated using (true)', content);
  execute format('create policy "admins insert" on %s for insert to authenticated
    with check ((select sync.is_admin()))', content);
  execute format('create policy "admins update" on %s for update to authenticated
    using ((select sync.is_admin())) with check ((select sync.is_admin()))', content);
  execute format('create policy "admins delete" on %s for delete to authenticated
    using ((select sync.is_admin()))', content);
  execute format('create trigger sync_lock before insert or update or delete on %s
    for each statement execute function sync.lock()', content);
  execute format('create trigger sync_note after insert or update or delete on %s
    for each row execute function sync.note()', content);
  execute format('create trigger sync_prune after delete on %s
    for each statement execute function sync.prune_after_delete()', content);
  execute format('create trigger sync_reset after truncate on %s
    for each statement execute function sync.reset_after_truncate()', content);
  perform sync.index_rows(content);
end $$;
