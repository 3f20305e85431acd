import { pictureFilesIn } from '../../lib/site-picture.ts';
import { NAME, type Row, type TableRows } from '../write-content-file.ts';
import { writeBoard } from './board-file.ts';
import { writeDocument } from './document-file.ts';
import { fileNames } from './file-names.ts';
import {
  BOARDS,
  boardsOf,
  FOLDER_FILE,
  layoutOf,
  type NamedKinds,
  type TextFile,
} from './folder-layout.ts';
import { writeTable } from './table-file.ts';

export interface WrittenFolder {
  readonly files: readonly TextFile[];
  /** The pictures that belong beside them, by their names on the site (`pictures/…`), with those for cards. */
  readonly pictures: readonly string[];
}

/** The same content makes the same files. Columns that this site does not know are not in them. */
export function writeFolder(content: TableRows, kinds: NamedKinds): WrittenFolder {
  const columns = Object.entries(kinds).map(
    ([, kind]) => [kind.table, columnsOf(kind, content.get(kind.table) ?? [])] as const,
  );
  const marker = { [NAME]: 'folder', version: 1, columns: Object.fromEntries(columns) };
  const files: TextFile[] = [{ path: FOLDER_FILE, text: `${JSON.stringify(marker, null, 1)}\n` }];
  const has = new Map(columns);
  for (const [name, kind] of Object.entries(kinds)) {
    const rows = content.get(kind.table) ?? [];
    if (rows.length === 0) continue;
    const layout = layoutOf(kind);
    if (layout.form === 'table')
      files.push({ path: `${name}.csv`, text: writeTable(kind, has.get(kind.table) ?? [], rows) });
    if (layout.form === 'boards') files.push(...boards(rows, content.get(boardsOf.table) ?? []));
    if (layout.form === 'documents') {
      const names = documentNames(kind.name, rows);
      for (const row of [...rows].sort((a, b) => (a.id < b.id ? -1 : 1)))
        files.push({
          path: `${name}/${names.get(row.id)}.md`,
          text: writeDocument(kind, layout.body, row),
        });
    }
  }
  // What stands relative in a file, or in a row's own words.
  const pictures = pictureFilesIn(JSON.stringify([...content.values()]));
  return { files, pictures };
}

function columnsOf(kind: NamedKinds[string], rows: readonly Row[]): readonly string[] {
  const all = Object.keys(kind.columns);
  if (rows.length === 0) return all;
  const held = new Set(rows.flatMap((row) => Object.keys(row)));
  return all.filter((it) => held.has(it));
}

function documentNames(nameColumn: string, rows: readonly Row[]): ReadonlyMap<string, string> {
  const wanted = rows.map((row) => {
    const slug = typeof row.slug === 'string' && row.slug !== '' ? row.slug : row[nameColumn];
    return { id: row.id, name: String(slug).toLowerCase() };
  });
  return fileNames(wanted);
}

function boards(tasks: readonly Row[], projects: readonly Row[]): readonly TextFile[] {
  const byProject = new Map<string, Row[]>();
  for (const task of tasks) {
    const id = String(task.project_id);
    byProject.set(id, [...(byProject.get(id) ?? []), task]);
  }
  const lost = [...byProject.keys()].filter((id) => projects.every((it) => it.id !== id));
  const names = new Map([
    ...documentNames(boardsOf.name, projects),
    ...lost.map((id) => [id, id] as const),
  ]);
  return [...byProject]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, rows]) => {
      const project = projects.find((it) => it.id === id);
      return { path: `${BOARDS}/${names.get(id)}.md`, text: writeBoard(project, id, rows) };
    });
}
