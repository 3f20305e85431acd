-- The owner's profile and the words of Home, as far as they were changed on the site. Where a column is null, or there is no row,
-- the site says what src/site.config.ts has. The site shows one row, and always writes the same one.
create table public.site_profile (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  image text,
  status text,
  description text,
  links text,
  greeting text,
  introduction text,
  quote text,
  quote_by text,
  quote_source text
);
select sync.publish('public.site_profile');
