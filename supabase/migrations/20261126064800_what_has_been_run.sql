-- Which migrations have been run here, so that `npm run setup -- --check` can tell with the publishable key alone which are
-- missing. Most show nothing else to a visitor: they replace a function, or change rights, policies, checks or columns.
--
-- Out: migrations  the versions in the ledger of Supabase's command line; null without one, as after some restores
--      functions   for each function a hash of its name and body, by which one from before a migration is known where there
--                  is no ledger. Nobody learns the names of the owner's own functions from it
--
-- It has its owner's rights, because the API's callers may not read the ledger.
create function public.sync_migrations() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  migrations json;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select json_agg(m.version) from supabase_migrations.schema_migrations m' into migrations;
  end if;
  return json_build_object('migrations', migrations, 'functions', (
    -- A file that was edited on Windows may have another kind of line end.
    select json_agg(md5(n.nspname || '.' || p.proname || replace(p.prosrc, e'\r', '')))
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'sync')));
end $$;
revoke execute on function public.sync_migrations() from public, anon, authenticated;
grant execute on function public.sync_migrations() to anon, service_role;
