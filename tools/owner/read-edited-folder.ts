import type { NamedKinds } from '../../src/content/folder-export/folder-layout.ts';
import { showingRows, withNewPictures } from '../../src/content/folder-export/new-pictures.ts';
import { type ReadFolder, readFolder } from '../../src/content/folder-export/read-folder.ts';
import type { Brought } from '../../src/content/moving-in/brought.ts';
import { idOfNote } from '../../src/content/moving-in/note-ids.ts';
import type { TableRows } from '../../src/content/write-content-file.ts';
import type { FolderOnDisk } from './folder-on-disk.ts';
import { isOnSite } from './move-pictures.ts';
import { gatherNotePictures, type NotePictures } from './note-pictures.ts';
import type { OwnersSite } from './transfer.ts';

export interface EditedFolder extends ReadFolder {
  /** The pictures that were put into it and that its texts show, made fit for the site. To be ended. */
  readonly newPictures: NotePictures;
}

/** What a folder says, as the site would say it. */
export async function readEditedFolder(
  site: OwnersSite,
  disk: FolderOnDisk,
  kinds: NamedKinds,
  there: TableRows,
  brought: Brought,
): Promise<EditedFolder> {
  const read = readFolder(disk.files, kinds, there, (words) => idOfNote(`folder:${words}`));
  const all = Object.values(kinds);
  const showing = disk.newPictures.size === 0 ? [] : showingRows(read.rows, all);
  const newPictures = await gatherNotePictures(
    showing,
    disk.newPictures,
    brought.pictures,
    (path) => isOnSite(site.backend, path.slice(1)),
  );
  const byTable = new Map(all.map((kind) => [kind.table, kind]));
  const told = [...read.told];
  const shown = new Set(showing.map(({ row }) => row));
  const rows = read.rows.map((row) => {
    const kind = byTable.get(row.table);
    if (kind === undefined || !shown.has(row)) return row;
    const made = withNewPictures(kind, row, newPictures.pictureAt);
    told.push(...made.told);
    return made.row;
  });
  return { rows, told, problems: [...disk.problems, ...read.problems], newPictures };
}
