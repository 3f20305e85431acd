import { defineKind, type ItemOf, link, picture, text, timestamp } from '../../engine/index.ts';
import { draftsFirst, publishedAt } from '../publication.ts';

/** AI tools; visitors see them as AI friends. */
export const tools = defineKind({
  table: 'ai_tools',
  columns: {
    name: text({ required: true }),
    bio: text({ markup: 'plain-markdown', showsPictures: true, search: 'text' }),
    picture: picture(),
    hyperlink: link({ required: true, nullable: true }),
    tag: text({ required: true, nullable: true, search: 'tags' }),
    created_at: timestamp({ by: 'server' }),
    updated_at: timestamp({ by: 'change' }),
    published_at: publishedAt,
  },
  name: 'name',
  order: (row) => [draftsFirst(row), alphabetical(row.name)],
});

/** Sorts `Émile` between `emil` and `zebra`: list order compares code points. */
function alphabetical(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

export type Tool = ItemOf<typeof tools>;
