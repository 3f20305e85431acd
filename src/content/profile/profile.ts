import { defineKind, type ItemOf, list, picture, text } from '../../engine/index.ts';

/**
 * FIRST-5: the profile and the words of Home. What was not changed on the site is null, and src/site.config.ts has it. There is at
 * most one row.
 */
export const profile = defineKind({
  table: 'site_profile',
  columns: {
    name: text({ required: true }),
    image: picture(),
    status: text(),
    description: text({ search: 'text' }),
    links: text(),
    greeting: text({ search: 'text' }),
    introduction: text({ search: 'text' }),
    quote: text(),
    quote_by: text(),
    quote_source: text(),
  },
  name: 'name',
  order: () => [],
});

export type OwnProfile = ItemOf<typeof profile>;

export const theProfile = list(profile, 1);
