-- A caller's right is checked before the server works or waits for them. Anybody may sign up, so whatever a signed-in
-- caller can start without being an admin is cheap: it takes no lock that writers need, and writes no value out as text
-- (the number 1e131071 is 16 bytes in a request, and 131,072 digits as text).

-- The lock of writers, for those who may write. Row-level security alone would refuse the others only after this trigger,
-- while they hold the lock. Roles that row-level security does not bind (the owner, the service role, a cascade) may write.
create or replace function sync.lock() returns trigger
language plpgsql set search_path = '' set lock_timeout = '4s' as $$
begin
  if row_security_active(tg_relid) and not sync.is_admin() then
    raise exception 'only admins can change content' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(7310264518);
  return null;
end $$;

-- As before, but the caller's right comes before the size of what they send.
create or replace function public.sync_push(
  epoch text, mutations jsonb, cursor bigint default 0, horizon bigint default null, page_size integer default 500
) returns json
language plpgsql security invoker set search_path = '' set lock_timeout = '4s' as $$
declare
  caller constant uuid := auth.uid();
  claimed uuid[];
  run record;
  answers jsonb := '[]'::jsonb;
begin
  if jsonb_typeof(mutations) is distinct from 'array' then
    raise exception 'mutations is a list' using errcode = '22023';
  end if;
  if jsonb_array_length(mutations) > 500 then
    raise exception 'too much at once' using errcode = 'PT413';
  end if;
  if exists (select from jsonb_array_elements(mutations) m where jsonb_typeof(m -> 'id') is distinct from 'string') then
    raise exception 'a mutation without an id cannot be answered' using errcode = '22023';
  end if;
  if sync_push.epoch is distinct from sync.epoch() then
    return public.sync_pull(sync_push.epoch, sync_push.cursor, sync_push.horizon, sync_push.page_size,
      array(select (m ->> 'id')::uuid from jsonb_array_elements(mutations) m));
  end if;
  if not sync.is_admin() then
    return sync.page(sync_push.epoch, sync_push.cursor, sync_push.horizon, sync_push.page_size, sync.refuse(mutations));
  end if;
  if pg_column_size(mutations) > 4000000
    or (select sum(cardinality(sync.changes_of(m))) from jsonb_array_elements(mutations) m) > 5000 then
    raise exception 'too much at once' using errcode = 'PT413';
  end if;
  perform pg_advisory_xact_lock(7310264518);

  with noted as (
    insert into sync.ledger (mutation_id, user_id)
    select (m ->> 'id')::uuid, caller from jsonb_array_elements(mutations) m
    on conflict do nothing
    returning mutation_id
  )
  select array_agg(n.mutation_id) into claimed from noted n;
  for run in select r.members, r.is_new from sync.runs(mutations, claimed) r order by r.place loop
    answers := answers || case when run.is_new then sync.settle(run.members) else sync.known(run.members) end;
  end loop;
  return sync.page(sync_push.epoch, sync_push.cursor, sync_push.horizon, sync_push.page_size, answers);
end $$;

-- As before, but only a caller who may become the admin waits for others who try to.
create or replace function public.claim_first_admin() returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '4s' as $$
begin
  if auth.uid() is null then
    return false;
  end if;
  if exists (select from public.user_roles where role = 'admin') then
    return false;
  end if;
  if exists (select from sync.claim_by) and not exists (
    select from auth.users u join sync.claim_by c on lower(c.email) = lower(u.email)
    where u.id = auth.uid() and u.email_confirmed_at is not null
  ) then
    return false;
  end if;
  perform pg_advisory_xact_lock(7310264519);
  if exists (select from public.user_roles where role = 'admin') then
    return false;
  end if;
  insert into public.user_roles (user_id, role) values (auth.uid(), 'admin');
  return true;
end $$;

-- Nobody may read it by the API, even if the schema were exposed. Without a policy the result would be the same, but
-- Supabase's advisors take that for an oversight.
alter table sync.claim_by enable row level security;
create policy "nobody reads it by the API" on sync.claim_by for all to anon, authenticated using (false);
