import { learnings } from '../learnings/learnings.ts';
import { resources } from '../resources/resources.ts';
import { tools } from '../tools/tools.ts';
import type { Row } from '../write-content-file.ts';
import type { BroughtNotes } from './brought.ts';
import type { GatheredFiles } from './gather-files.ts';
import { linkNotes, type PictureAt } from './link-notes.ts';
import { listsOfPages } from './lists-of-pages.ts';
import { fingerprint, idOfNote } from './note-ids.ts';
import { type ListedRow, type ListsPlan, planLists } from './plan-lists.ts';
import { type NotesPlan, planNotes } from './plan-notes.ts';
import { type ListSort, type ReadListFile, readList } from './read-list.ts';
import type { ReadNote } from './read-note.ts';
import { originsOf, renamedNotes } from './renamed-notes.ts';
import { titlesTaken } from './titles-taken.ts';

/** What an import of a folder, a zip or a file would do: to the learnings by its notes, to resources and AI tools by its lists. */

/** The kinds that an import brings rows of. */
export const importedKinds = [learnings, resources, tools] as const;

const kindOf = { resources, tools } as const;

export interface SourcePlan {
  readonly ofNotes: NotesPlan;
  readonly ofLists: ListsPlan;
  /** As they come into the site, with their links. */
  readonly notes: readonly ReadNote[];
  /** What is to be remembered once the plan is carried out. */
  readonly brought: BroughtNotes;
}

/** @param rowsOf the rows of the site @param epoch the history that they belong to */
export function planSource({
  notes: read,
  lists,
  pictureAt,
  rowsOf,
  brought,
  epoch,
  replace,
}: {
  notes: readonly ReadNote[];
  lists: readonly ReadListFile[];
  pictureAt: PictureAt;
  rowsOf: (table: string) => readonly Row[];
  brought: BroughtNotes;
  epoch: string;
  replace: boolean;
}): SourcePlan {
  const rows = rowsOf(learnings.table);
  const renamed = renamedNotes(read, brought);
  const originOf = originsOf(brought, renamed);
  const idOf = (path: string) => idOfNote(originOf(path));
  const notes = linkNotes(
    read,
    idOf,
    titlesTaken(
      rows,
      read.map(({ path }) => idOf(path)),
    ),
    pictureAt,
  );
  const shared = { epoch, replace, idOf: idOfNote, hashOf: fingerprint };
  const ofNotes = planNotes({ ...shared, notes, rows, brought, renamed, originOf });
  const ofLists = planLists({
    ...{ ...shared, listed: lists.flatMap(listedRows), kinds: Object.values(kindOf), rowsOf },
    brought: ofNotes.brought,
  });
  return { ofNotes, ofLists, notes, brought: ofLists.brought };
}

/** @param as what lists are of, if somebody says so */
export function readLists(
  { lists, files }: Pick<GatheredFiles, 'lists' | 'files'>,
  as: ListSort | null,
): { lists: readonly ReadListFile[]; refused: GatheredFiles['refused'] } {
  const ofPages = listsOfPages(
    lists.map(({ path }) => path),
    files.map(({ path }) => path),
  );
  const refused: { path: string; why: string }[] = [];
  const read = lists.flatMap(({ path, text }) => {
    const list = ofPages.get(path) ?? readList(path, text, as);
    if (typeof list !== 'string') return [list];
    refused.push({ path, why: list });
    return [];
  });
  return { lists: read, refused };
}

function listedRows({ path, sort, rows }: ReadListFile): ListedRow[] {
  return rows.map(({ key, values }) => {
    const own = `${path}#${key}`;
    return { path: own, id: idOfNote(own), kind: kindOf[sort], values };
  });
}
