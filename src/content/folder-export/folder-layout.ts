import type { AnyKind } from '../../engine/index.ts';
import { projects } from '../projects/projects.ts';
import { tasks } from '../tasks/tasks.ts';

/**
 * All content as a folder that other programs read: git, Obsidian, Hugo, Astro, a spreadsheet. It says all that content.json says
 * of the columns that this site knows, so an import of it makes the same site.
 *
 * | kind | in the folder |
 * |---|---|
 * | learnings, projects, Chatter | `learnings/<slug>.md`: front matter, and the long text below it, as it is stored |
 * | tasks | `boards/<project>.md`: a list of `- [ ]` for each column of the board |
 * | every other kind | `<kind>.csv`, a row a line |
 * | pictures | `pictures/<name>`, under the names that they have on the site |
 *
 * Ids tell what is what, never the names of files: these may be changed, and made up for new files.
 */

/** By the names that the registry has for them. */
export type NamedKinds = Readonly<Record<string, AnyKind>>;

export interface TextFile {
  /** Within the folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}

/** The file by which such a folder is recognised, and what it has of each table: a later column is not in it. */
export const FOLDER_FILE = 'fieldnotes.json';
/** In front matter, what other programs have no name for. */
export const OWN_FIELD = 'fieldnotes';
export const BOARDS = 'boards';
export const PICTURES = 'pictures';

/** The column that stands below the front matter. */
const bodies: Readonly<Record<string, string>> = {
  learnings: 'content',
  projects: 'details',
  commentaries: 'content',
};

export type FolderLayout =
  | { readonly form: 'documents'; readonly body: string }
  | { readonly form: 'boards' }
  | { readonly form: 'table' };

export function layoutOf({ table }: AnyKind): FolderLayout {
  if (table === tasks.table) return { form: 'boards' };
  const body = bodies[table];
  return body === undefined ? { form: 'table' } : { form: 'documents', body };
}

/** What other programs call a column in front matter. `draft` and `publishDate` come of `published_at`. */
export const foreignFields: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  created_at: 'date',
  updated_at: 'updated',
  tags: 'tags',
  slug: 'slug',
  former_slugs: 'aliases',
  image_url: 'cover',
};

/** The kind whose rows have boards. */
export const boardsOf: AnyKind = projects;
