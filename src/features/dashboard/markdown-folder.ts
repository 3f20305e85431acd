import { nameOfRow, rememberedRows } from '../../content/folder-export/plan-folder.ts';
import { writeFolder } from '../../content/folder-export/write-folder.ts';
import { registry } from '../../content/kinds.ts';
import { BROUGHT_FILE, broughtAsJson, nothingBrought } from '../../content/moving-in/brought.ts';
import { fingerprint } from '../../content/moving-in/note-ids.ts';
import type { TableRows } from '../../content/write-content-file.ts';

/**
 * MOVE-16: the folder that `npm run export -- folder/` writes, with what it remembers. Whoever has no zip of it pays for none of this,
 * so it is loaded when it is asked for.
 *
 * @param epoch the history that the rows belong to
 */
export function markdownFolder(content: TableRows, epoch: string) {
  const { files, pictures } = writeFolder(content, registry);
  const names = [...content].flatMap(([table, rows]) =>
    rows.map(({ id }) => nameOfRow({ table, id })),
  );
  const notes = rememberedRows(new Map(), names, registry, content, epoch, fingerprint);
  const brought = broughtAsJson({ ...nothingBrought, notes });
  const remembered = { path: BROUGHT_FILE, text: `${JSON.stringify(brought, null, 1)}\n` };
  return { files: [...files, remembered], pictures };
}
