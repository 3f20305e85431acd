-- The inbox: what visitors write in the contact form, where the owner wants that (`contact: 'inbox'` in src/site.config.ts). The rules:
--
-- 1. It is closed until an admin opens it: a site that does not show the form takes nothing in.
-- 2. Its tables are not in `public`, and nobody follows them. The API reaches messages by the functions below and in no other way;
--    they are in no pull, snapshot, build or export. A visitor can add one, and read none. Admins can do the rest.
-- 3. A device makes a message's id, and may send the message again: it is stored once, and answered the same, also when it was
--    deleted meanwhile. That is remembered for 90 days.
-- 4. The size of what came is looked at first, then the limits below; only a message that fits waits for a lock.
-- 5. A sender is known by a hash of their address, with a salt that is replaced daily. The hash is forgotten after an hour, when
--    the next message comes or an admin looks. Nobody's address is stored.
-- 6. A field that no person sees is `website`. What fills it is a program: its message is answered as if it were taken.
--
-- | limit | of |
-- |---|---|
-- | 5 messages an hour | an address (of IPv6, its first half), and an e-mail address |
-- | 200 messages a day | everybody together |
-- | 2,000 messages | the inbox |

create table sync.inbox (
  singleton boolean primary key default true check (singleton),
  is_open boolean not null default false,
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  salted_at timestamptz not null default now()
);
insert into sync.inbox default values;

create table sync.message (
  place bigint generated always as identity primary key,
  id uuid not null unique,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz
);

-- What was taken, without a word of it.
create table sync.taken_message (
  id uuid primary key,
  at timestamptz not null default now(),
  sender bytea,
  email bytea
);
create index taken_message_by_time on sync.taken_message (at);

alter table sync.inbox enable row level security;
alter table sync.message enable row level security;
alter table sync.taken_message enable row level security;
create policy "nobody reads it by the API" on sync.inbox for all to anon, authenticated using (false);
create policy "nobody reads it by the API" on sync.message for all to anon, authenticated using (false);
create policy "nobody reads it by the API" on sync.taken_message for all to anon, authenticated using (false);

-- Where a request comes from. Callers may send any header. Cloudflare, which stands before hosted projects, sets the first of these
-- itself; the other is a list to which each server adds whom it has heard, so only its last entry is our own server's. Where
-- neither is an address, all senders share their limit.
create function sync.sender() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  told constant text := coalesce(headers ->> 'cf-connecting-ip', regexp_replace(headers ->> 'x-forwarded-for', '^.*,', ''));
  address inet;
begin
  address := regexp_replace(btrim(left(told, 100)), '^::ffff:', '', 'i')::inet;
  -- Whoever has one address of IPv6 has 2^64.
  return case when family(address) = 6 then network(set_masklen(address, 64))::text else host(address) end;
exception when data_exception then
  return null;
end $$;

-- A hash of a text that tells nobody the text, and no other day's hash apart from a third one.
create function sync.inbox_hash(words text) returns bytea
language plpgsql set search_path = '' as $$
declare
  todays bytea;
begin
  select i.salt into todays from sync.inbox i where i.salted_at > now() - interval '1 day';
  if not found then
    update sync.inbox set salt = default, salted_at = now() where salted_at <= now() - interval '1 day';
    select i.salt into todays from sync.inbox i;
  end if;
  return sha256(todays || convert_to(coalesce(words, ''), 'UTF8'));
end $$;

create function sync.forget_senders() returns void
language sql set search_path = '' as $$
  update sync.taken_message set sender = null, email = null
  where at <= now() - interval '1 hour' and (sender is not null or email is not null);
  delete from sync.taken_message where at < now() - interval '90 days';
$$;

-- What is wrong with a message: {outcome, field, why}; null if nothing is. Bytes are counted first, which takes no time.
create function sync.message_problem(id uuid, name text, email text, subject text, message text) returns json
language sql immutable set search_path = '' as $$
  select json_build_object('outcome', 'refused', 'field', f.field, 'why', p.why)
  from (values
    ('id', id::text, 36, true), ('name', name, 200, true), ('email', email, 254, true), ('subject', subject, 200, false),
    ('message', message, 10000, true)) f (field, value, most, is_needed),
  lateral (select case
    when octet_length(f.value) > 4 * f.most then 'long'
    when char_length(f.value) > f.most then 'long'
    when f.is_needed and coalesce(f.value, '') !~ '[^[:space:]]' then 'empty'
    when f.field = 'email' and f.value !~ '^[^[:space:][:cntrl:]@]+@[^[:space:][:cntrl:]@]+$' then 'unfit' end as why) p
  where p.why is not null
  limit 1
$$;

-- Why no message of this sender is taken now, and when one is: {outcome, why, seconds}; null if it is. The nth newest message
-- makes room when it is old enough.
create function sync.message_wait(by_sender bytea, by_email bytea) returns json
language sql stable set search_path = '' as $$
  select json_build_object('outcome', 'later', 'why', w.why,
    'seconds', greatest(1, ceil(extract(epoch from w.ends - now())))::integer)
  from (
    select 'closed' as why, now() + interval '1 hour' as ends from sync.inbox i where not i.is_open
    union all
    select 'full', now() + interval '1 day' where (select count(*) from sync.message) >= 2000
    union all
    (select 'everybody', t.at + interval '1 day' from sync.taken_message t
      where t.at > now() - interval '1 day' order by t.at desc offset 199 limit 1)
    union all
    (select 'sender', t.at + interval '1 hour' from sync.taken_message t
      where t.at > now() - interval '1 hour' and t.sender = by_sender order by t.at desc offset 4 limit 1)
    union all
    (select 'email', t.at + interval '1 hour' from sync.taken_message t
      where t.at > now() - interval '1 hour' and t.email = by_email order by t.at desc offset 4 limit 1)
  ) w
  order by w.ends desc limit 1
$$;

-- Takes a visitor's message: {"outcome": "taken"}, or what message_problem or message_wait say.
create function public.inbox_send(
  id uuid, name text, email text, message text, subject text default '', website text default ''
) returns json
language plpgsql security definer set search_path = '' set lock_timeout = '2s' as $$
declare
  taken constant json := json_build_object('outcome', 'taken');
  answer json := sync.message_problem(inbox_send.id, inbox_send.name, inbox_send.email, coalesce(inbox_send.subject, ''),
    inbox_send.message);
  by_sender bytea;
  by_email bytea;
begin
  if answer is not null then
    return answer;
  end if;
  if coalesce(inbox_send.website, '') <> '' or exists (select from sync.taken_message t where t.id = inbox_send.id) then
    return taken;
  end if;
  by_sender := sync.inbox_hash('sender ' || coalesce(sync.sender(), ''));
  by_email := sync.inbox_hash('email ' || lower(inbox_send.email));
  answer := sync.message_wait(by_sender, by_email);
  if answer is not null then
    return answer;
  end if;

  -- Two messages at once would both find the last place free.
  perform pg_advisory_xact_lock(7310264520);
  if exists (select from sync.taken_message t where t.id = inbox_send.id) then
    return taken;
  end if;
  answer := sync.message_wait(by_sender, by_email);
  if answer is not null then
    return answer;
  end if;
  perform sync.forget_senders();
  insert into sync.taken_message (id, sender, email) values (inbox_send.id, by_sender, by_email);
  insert into sync.message (id, name, email, subject, message)
  values (inbox_send.id, inbox_send.name, inbox_send.email, coalesce(inbox_send.subject, ''), inbox_send.message);
  return taken;
end $$;

create function sync.inbox_for_admins() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not sync.is_admin() then
    raise exception 'only admins read the inbox' using errcode = 'insufficient_privilege';
  end if;
end $$;

create function sync.inbox_state() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('is_open', (select i.is_open from sync.inbox i), 'total', count(*),
    'unread', count(*) filter (where m.read_at is null))
  from sync.message m
$$;

-- For admins, 50 messages, the newest first: {is_open, total, unread, messages: [{place, id, name, email, subject, message, at, is_read}]}.
-- The next page is before the last one's `place`.
create function public.inbox_list(before bigint default null) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform sync.inbox_for_admins();
  perform sync.forget_senders();
  return sync.inbox_state() || jsonb_build_object('messages', coalesce((
    select jsonb_agg(jsonb_build_object('place', m.place, 'id', m.id, 'name', m.name, 'email', m.email, 'subject', m.subject,
      'message', m.message, 'at', m.created_at, 'is_read', m.read_at is not null) order by m.place desc)
    from (select * from sync.message m where m.place < inbox_list.before or inbox_list.before is null
      order by m.place desc limit 50) m), '[]'));
end $$;

-- For admins: {is_open, total, unread} after it was done.
create function public.inbox_mark(ids uuid[], is_read boolean) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform sync.inbox_for_admins();
  update sync.message m set read_at = case when inbox_mark.is_read then coalesce(m.read_at, now()) end
  where m.id = any (inbox_mark.ids);
  return sync.inbox_state();
end $$;

create function public.inbox_delete(ids uuid[]) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform sync.inbox_for_admins();
  delete from sync.message m where m.id = any (inbox_delete.ids);
  return sync.inbox_state();
end $$;

create function public.inbox_open(is_open boolean) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform sync.inbox_for_admins();
  update sync.inbox set is_open = inbox_open.is_open where singleton;
  return sync.inbox_state();
end $$;

revoke execute on function sync.sender(), sync.inbox_hash(text), sync.forget_senders(),
  sync.message_problem(uuid, text, text, text, text), sync.message_wait(bytea, bytea), sync.inbox_for_admins(), sync.inbox_state()
  from public;
revoke execute on function public.inbox_send(uuid, text, text, text, text, text), public.inbox_list(bigint),
  public.inbox_mark(uuid[], boolean), public.inbox_delete(uuid[]), public.inbox_open(boolean)
  from public, anon, authenticated;
grant execute on function public.inbox_send(uuid, text, text, text, text, text) to anon;
grant execute on function public.inbox_list(bigint), public.inbox_mark(uuid[], boolean), public.inbox_delete(uuid[]),
  public.inbox_open(boolean) to authenticated;
