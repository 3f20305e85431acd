/**
 * Databases of other applications with tables called as ours, as starters for Supabase make them: the same tables, columns and
 * policies, in our words. The migrations must leave all of them alone.
 */
export const foreignDatabases: Readonly<
  Record<string, { readonly sql: string; readonly refused: readonly string[] }>
> = {
  /** Everybody may look at a project, and only its author may change it. */
  'a showcase, where everybody reads and each member writes their own': {
    sql: `
      create table public.profiles (id uuid primary key references auth.users (id) on delete cascade, username text);
      create table public.projects (
        id uuid primary key default gen_random_uuid(), user_id uuid default auth.uid() references public.profiles (id),
        title text not null, description text, image_url text, tags text[], status text default 'published',
        created_at timestamptz default now()
      );
      alter table public.projects enable row level security;
      create policy "Projects are viewable by everyone" on public.projects for select using (true);
      create policy "Users can insert their own projects" on public.projects for insert with check (auth.uid() = user_id);
      create policy "Users can update their own projects" on public.projects for update using (auth.uid() = user_id);
      create policy "Users can delete their own projects" on public.projects for delete using (auth.uid() = user_id);`,
    refused: [
      'public.projects is here already: its policy "Users can delete their own projects" goes by the row;',
    ],
  },
  /** Accounts see only the boards that they are members of. */
  'a kanban board for teams': {
    sql: `
      create table public.projects (
        id uuid primary key default gen_random_uuid(), name text not null, title text, description text,
        owner_id uuid not null references auth.users (id), created_at timestamptz default now()
      );
      create table public.project_members (
        project_id uuid references public.projects (id) on delete cascade, user_id uuid references auth.users (id),
        primary key (project_id, user_id)
      );
      create table public.tasks (
        id uuid primary key default gen_random_uuid(), project_id uuid not null references public.projects (id) on delete cascade,
        title text not null, content text, status text not null default 'backlog', priority text, position integer not null default 0,
        assignee uuid references auth.users (id), due_date date, created_at timestamptz default now()
      );
      alter table public.projects enable row level security;
      alter table public.tasks enable row level security;
      create policy "Members see projects" on public.projects for select to authenticated using (
        owner_id = auth.uid() or exists (
          select from public.project_members m where m.project_id = projects.id and m.user_id = auth.uid()));
      create policy "Members manage tasks" on public.tasks for all to authenticated using (exists (
        select from public.project_members m where m.project_id = tasks.project_id and m.user_id = auth.uid()));`,
    refused: [
      'public.projects is here already: not everybody may read it;',
      'public.tasks is here already: not everybody may read it;',
    ],
  },
  /** Its admins are each those of one organisation. */
  'a service for organisations': {
    sql: `
      create table public.organizations (id uuid primary key default gen_random_uuid(), name text not null);
      create type public.app_role as enum ('admin', 'member');
      create table public.user_roles (
        id uuid primary key default gen_random_uuid(), user_id uuid not null references auth.users (id) on delete cascade,
        organization_id uuid not null references public.organizations (id), role public.app_role not null,
        unique (user_id, organization_id)
      );
      create table public.resources (
        id uuid primary key default gen_random_uuid(), organization_id uuid references public.organizations (id),
        title text not null, type text not null default 'document', created_at timestamptz default now()
      );
      alter table public.user_roles enable row level security;
      alter table public.resources enable row level security;
      create policy "Users read their roles" on public.user_roles for select using (auth.uid() = user_id);
      create policy "Anyone reads the catalogue" on public.resources for select using (true);`,
    refused: [
      'public.resources is here already: its column organization_id refers to organizations',
      'public.user_roles is here already: its column organization_id refers to organizations',
    ],
  },
  /** Drafts are in the same table; visitors see what is published. */
  'a portfolio that keeps drafts back': {
    sql: `
      create table public.projects (
        id uuid primary key default gen_random_uuid(), title text not null, slug text unique, description text,
        image_url text, is_published boolean not null default false, created_at timestamptz default now()
      );
      alter table public.projects enable row level security;
      create policy "Public can view published projects" on public.projects for select using (is_published);
      create policy "Admin manages projects" on public.projects for all to authenticated using (true);`,
    refused: ['public.projects is here already: not everybody may read it;'],
  },
};
