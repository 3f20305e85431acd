-- The table of the other libraries, which follow `updated_at`. Anyone may write it: for the benchmark only.
create table public.links (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text,
  link_url text,
  image_url text,
  tags text,
  type text,
  "Source" text,
  learning_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  _deleted boolean not null default false
);
create index links_newest on public.links (created_at desc, id desc);
create index links_changed on public.links (updated_at, id);

create function public.links_touch() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;
create trigger touch before update on public.links for each row execute function public.links_touch();

alter table public.links enable row level security;
create policy "everyone reads" on public.links for select using (true);
create policy "everyone inserts" on public.links for insert with check (true);
create policy "everyone updates" on public.links for update using (true) with check (true);
grant select, insert, update on public.links to anon, authenticated;
notify pgrst, 'reload schema';
