-- Tables as the site before this one made them, with rows, run by a hosted project's `postgres`.
create table projects (
  id uuid primary key default gen_random_uuid(), title text not null, description text not null, details text,
  image_url text, status text not null default 'idea', created_at timestamptz default now()
);
create table tasks (
  id uuid primary key default gen_random_uuid(), project_id uuid references projects (id), content text not null,
  status text not null default 'todo', position integer not null default 0
);
create table friends (id uuid primary key default gen_random_uuid(), name text not null, role text);
create table current_listening (
  id uuid primary key default gen_random_uuid(), title text not null, artist text not null,
  is_current boolean default false, created_at timestamptz default now()
);
create type app_role as enum ('admin', 'user');
create table user_roles (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references auth.users (id), role app_role not null,
  unique (user_id, role)
);
alter table projects enable row level security;
alter table user_roles enable row level security;
create policy "Anyone can read projects" on projects for select using (true);
create policy "Signed-in users write projects" on projects for all using (auth.uid() is not null);
create policy "Users read their roles" on user_roles for select using (auth.uid() = user_id);

insert into projects (title, description) values ('Kept', 'From the earlier site');
insert into tasks (project_id, content) select id, 'A task' from projects;
insert into friends (name) values ('Ada');
insert into current_listening (title, artist, is_current) values ('A song', 'Somebody', true);
