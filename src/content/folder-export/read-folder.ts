import * as v from 'valibot';
import type { AnyColumn, AnyKind } from '../../engine/index.ts';
import { isUnnamed, kindReferredTo } from '../../engine/index.ts';
import { asInRows } from '../../lib/uuid.ts';
import { NAME, type TableRows } from '../write-content-file.ts';
import { readBoard } from './board-file.ts';
import { whyNotStorable } from './column-values.ts';
import { readDocument } from './document-file.ts';
import {
  BOARDS,
  boardsOf,
  FOLDER_FILE,
  layoutOf,
  type NamedKinds,
  type TextFile,
} from './folder-layout.ts';
import type { Findings, FolderRemark, FolderRow, IdOf } from './folder-rows.ts';
import { readTable } from './table-file.ts';

export interface ReadFolder {
  readonly rows: readonly FolderRow[];
  /** All that must be mended before anything of it is taken. */
  readonly problems: readonly FolderRemark[];
  /** What is not taken, and stands in nobody's way. */
  readonly told: readonly FolderRemark[];
}

/** What this site makes of a folder: its documents in folders of their own, and its tables. */
export function isOfFolder(path: string, kinds: NamedKinds): boolean {
  const [first = '', ...rest] = path.split('/');
  if (rest.length === 0)
    return path === FOLDER_FILE || Object.keys(kinds).some((name) => path === `${name}.csv`);
  return path.endsWith('.md') && (first === BOARDS || isDocuments(kinds[first]));
}

function isDocuments(kind: AnyKind | undefined): boolean {
  return kind !== undefined && layoutOf(kind).form === 'documents';
}

/**
 * Reads the files of a folder, and checks every row.
 *
 * @param there the content of the site that it is to come to, which its rows may refer to
 */
export function readFolder(
  files: readonly TextFile[],
  kinds: NamedKinds,
  there: TableRows,
  idOf: IdOf,
): ReadFolder {
  const columns = markedColumns(files.find(({ path }) => path === FOLDER_FILE)?.text ?? '');
  if (typeof columns === 'string')
    return { rows: [], told: [], problems: [{ path: FOLDER_FILE, line: null, why: columns }] };
  const found: Findings = {
    rows: [],
    problems: [],
    told: [],
    columnsOf: (table) => {
      const named = columns[table];
      return named === undefined ? null : new Set(named);
    },
    idOf,
  };
  const boards: TextFile[] = [];
  for (const file of files) {
    const [first = ''] = file.path.split('/');
    const kind = kinds[first.replace(/\.csv$/, '')];
    if (first === BOARDS) boards.push(file);
    else if (kind !== undefined) {
      const layout = layoutOf(kind);
      if (layout.form === 'documents') readDocument(kind, layout.body, file, found);
      if (layout.form === 'table') readTable(kind, file, found);
    }
  }
  const projects = new Map(
    found.rows
      .filter(({ table }) => table === boardsOf.table)
      .map(({ path, id }) => [path.replace(/^[^/]*\//, ''), id]),
  );
  for (const file of boards)
    readBoard(file, found, (path) => projects.get(path.replace(/^[^/]*\//, '')) ?? null);
  const rows = checkRows(found, Object.values(kinds), there);
  return { rows, problems: found.problems, told: found.told };
}

const markerSchema = v.object({
  [NAME]: v.literal('folder'),
  version: v.number(),
  columns: v.record(v.string(), v.array(v.string())),
});

/** @returns why it cannot be read, or the columns of each table */
function markedColumns(text: string): string | Readonly<Record<string, readonly string[]>> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return 'it is damaged: take the one of a backup, or export again';
  }
  const marker = v.safeParse(markerSchema, file);
  if (!marker.success) return 'it is damaged: take the one of a backup, or export again';
  if (marker.output.version !== 1)
    return 'it was written by a newer version of the site: update this one';
  return marker.output.columns;
}

/** @returns the rows with their ids as rows have them */
function checkRows(
  { rows, problems }: Findings,
  kinds: readonly AnyKind[],
  there: TableRows,
): readonly FolderRow[] {
  const byTable = new Map(kinds.map((kind) => [kind.table, kind]));
  const places = new Map<string, FolderRow>();
  const slugs = new Map<string, FolderRow>();
  const held = new Map(
    [...there].map(([table, all]) => [table, new Map(all.map((row) => [row.id, row]))]),
  );
  const written = rows.map((row) => {
    const kind = byTable.get(row.table) as AnyKind;
    return { ...row, values: withIdsAsInRows(kind, row.values) };
  });
  for (const row of written) {
    const { path, line, table, id, values } = row;
    const kind = byTable.get(table) as AnyKind;
    const problem = (why: string) => problems.push({ path, line, why });
    const same = places.get(`${table} ${id}`);
    if (same !== undefined)
      problem(`it has the id of ${placeIn(same)}: take the id away, and it becomes a new one`);
    places.set(`${table} ${id}`, row);
    for (const [name, value] of Object.entries(values)) {
      const why = whyNotStorable(value);
      if (why !== null) problem(`${name}: ${why}`);
    }
    const result = v.safeParse(kind.row, { id, ...values });
    if (!result.success) problem(inWords(result.issues[0]));
    else if (!(kind.name in values)) problem(`${kind.name} is missing`);
    // The site may have one from before, whose export is to be read.
    else if (isUnnamed(kind, values) && values[kind.name] !== held.get(table)?.get(id)?.[kind.name])
      problem(`${kind.name}: nothing can be seen of it: write one`);
    if (typeof values.slug === 'string') {
      const holder = slugs.get(`${table} ${values.slug}`);
      if (holder !== undefined && holder.id !== id)
        problem(`slug: ${placeIn(holder)} has the same: give it another`);
      slugs.set(`${table} ${values.slug}`, row);
    }
  }
  const isThere = (table: string, id: string) =>
    places.has(`${table} ${id}`) || held.get(table)?.has(id) === true;
  for (const { path, line, table, values } of written) {
    for (const [name, column] of references(byTable.get(table) as AnyKind)) {
      const id = values[name];
      if (typeof id === 'string' && !isThere(kindReferredTo(column).table, id))
        problems.push({
          path,
          line,
          why: `${name}: ${id} is neither in this folder nor on the site`,
        });
    }
  }
  return written;
}

function placeIn({ path, line }: FolderRow): string {
  return `${path}:${line}`;
}

function inWords(issue: v.BaseIssue<unknown>): string {
  const column = v.getDotPath(issue) ?? 'the row';
  return `${column}: ${issue.received} is no such value`;
}

function references({ columns }: AnyKind) {
  return Object.entries<AnyColumn>(columns).flatMap(([name, column]) =>
    column.sort === 'reference' ? [[name, column] as const] : [],
  );
}

function withIdsAsInRows(kind: AnyKind, values: FolderRow['values']): FolderRow['values'] {
  const ids = references(kind).flatMap(([name]) => {
    const id = values[name];
    return typeof id === 'string' ? [[name, asInRows(id)]] : [];
  });
  return { ...values, ...Object.fromEntries(ids) };
}
