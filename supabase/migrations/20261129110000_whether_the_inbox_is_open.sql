-- Whether the inbox is open, for `npm run setup -- --check` and the build: with `contact: 'inbox'` and a closed inbox the messages of
-- visitors wait on their devices. `inbox_send` says so only where it would otherwise take a message. Visitors learn it anyway.
--
-- Out: as before (20261126064800_what_has_been_run.sql), and inbox_is_open
create or replace function public.sync_migrations() returns json
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
    where n.nspname in ('public', 'sync')),
    'inbox_is_open', (select i.is_open from sync.inbox i));
end $$;
