import { type AnyColumn, type AnyKind, NOW } from '../../engine/index.ts';
import { asInRows } from '../../lib/uuid.ts';
import type { Row } from '../write-content-file.ts';
import { columnValue, matterOf, NoSuchValue } from './column-values.ts';
import { foreignFields, OWN_FIELD, type TextFile } from './folder-layout.ts';
import type { Findings } from './folder-rows.ts';
import {
  isMoment,
  type MatterMap,
  type ReadFields,
  type ReadMatter,
  readMatter,
  UnreadableMatter,
  writeMatter,
} from './front-matter-yaml.ts';
import { withRelativePictures, withSitePictures } from './relative-pictures.ts';

/**
 * A row with a long text as Markdown with front matter.
 *
 * A column stands in one place only: in the field that other programs know, if its value can be said there without a loss, or else
 * under our own field. What is empty stands nowhere. Below the front matter there is an empty line, the text to the byte, and the
 * end of a line.
 *
 * | `published_at` | is written |
 * |---|---|
 * | null: a draft | `draft: true` |
 * | the row's date | not at all |
 * | another time | `publishDate` |
 */

/** Under our own field: the pictures of the text stand there with their paths on the site. */
const SITE_PATHS = 'site_paths';

/** @param body the column that stands below the front matter */
export function writeDocument(kind: AnyKind, body: string, row: Row): string {
  const foreign: Record<string, MatterMap[string]> = {};
  const own: Record<string, MatterMap[string]> = { id: row.id };
  for (const [name, column] of columnsIn(kind, row)) {
    const value = row[name];
    if (name === body) continue;
    if (isPublication(name, column)) {
      Object.assign(foreign, publicationFields(row));
      continue;
    }
    if (value === column.empty) continue;
    const said = foreignValue(name, column, value);
    if (said === undefined) own[name] = matterOf(value);
    else foreign[foreignFields[name] ?? name] = said;
  }
  const text = row[body];
  const relative = typeof text === 'string' ? withRelativePictures(text) : '';
  if (relative === null) own[SITE_PATHS] = true;
  if (body in row && text !== kind.columns[body]?.empty && !isSaidBelow(text))
    own[body] = matterOf(text);
  const below = isSaidBelow(text) ? `\n${relative ?? text}\n` : '';
  return `${writeMatter({ ...foreign, [OWN_FIELD]: own })}${below}`;
}

const isSaidBelow = (text: unknown): text is string => typeof text === 'string' && text !== '';

function columnsIn(kind: AnyKind, row: Row): readonly (readonly [string, AnyColumn])[] {
  return Object.entries<AnyColumn>(kind.columns).filter(([name]) => name in row);
}

/** Such a column is dated by its author or the server, and is null in a draft. */
function isPublication(name: string, { sort }: AnyColumn): boolean {
  return name === 'published_at' && sort === 'timestamp';
}

/** What other programs are told of when a row is out, so that they keep back what the site keeps back. */
export function publicationFields(row: Row): MatterMap {
  const { published_at, created_at } = row;
  if (published_at === null) return { draft: true };
  if (published_at === created_at) return {};
  return { publishDate: matterOf(published_at) };
}

/** @returns undefined if there is no such field, or if the value would come back as another */
function foreignValue(name: string, column: AnyColumn, value: unknown): MatterMap[string] {
  if (foreignFields[name] === undefined) return undefined;
  switch (column.sort) {
    case 'timestamp':
      return typeof value === 'string' && isMoment(value) ? matterOf(value) : undefined;
    case 'tags':
      return column.kept === 'list' && Array.isArray(value) ? value : undefined;
    case 'picture':
      return typeof value === 'string' ? (withRelativePictures(value) ?? undefined) : undefined;
    case 'text':
      return typeof value === 'string' ? value : undefined;
    default:
      return undefined;
  }
}

/** Adds what a file says to what is found. */
export function readDocument(kind: AnyKind, body: string, file: TextFile, found: Findings): void {
  const { path } = file;
  try {
    const read = readMatter(file.text);
    const own = ownFields(read.fields);
    const idField = own.get('id');
    const problem = (line: number | null, why: string) => found.problems.push({ path, line, why });
    const known = idField === undefined ? null : found.columnsOf(kind.table);
    const values: Record<string, unknown> = {};
    for (const [name, column] of Object.entries<AnyColumn>(kind.columns)) {
      if (name === body || isPublication(name, column)) continue;
      const foreign = foreignFields[name];
      const field = (foreign === undefined ? undefined : read.fields.get(foreign)) ?? own.get(name);
      // What this file says nothing of is empty, if its folder has the column.
      if (field === undefined && (known === null || known.has(name))) {
        if (idField !== undefined) values[name] = column.empty;
        continue;
      }
      if (field === undefined) continue;
      const isForeign = foreign !== undefined && read.fields.has(foreign);
      try {
        const value = columnValue(column, field.value, isForeign);
        values[name] = column.sort === 'picture' && isForeign ? sitePicturesIn(value) : value;
      } catch (error) {
        if (!(error instanceof NoSuchValue)) throw error;
        problem(field.line, `${isForeign ? foreign : `${OWN_FIELD}.${name}`}: ${error.message}`);
      }
    }
    if ('published_at' in kind.columns && (known === null || known.has('published_at')))
      readPublication(kind, read.fields, idField !== undefined, values, problem);
    if (known === null || known.has(body) || read.body.trim() !== '')
      values[body] = bodyIn(read.body, own, kind.columns[body] as AnyColumn, body);
    if (values[kind.name] === undefined && idField === undefined) values[kind.name] = stem(path);
    const id = typeof idField?.value === 'string' ? asInRows(idField.value) : found.idOf(path);
    found.rows.push({ table: kind.table, path, line: idField?.line ?? 1, id, values });
  } catch (error) {
    if (!(error instanceof UnreadableMatter)) throw error;
    found.problems.push({ path, line: error.line, why: error.message });
  }
}

export function ownFields(fields: ReadFields): ReadFields {
  const own = fields.get(OWN_FIELD)?.value;
  return own instanceof Map ? (own as ReadFields) : new Map<string, ReadMatter>();
}

function sitePicturesIn(value: unknown): unknown {
  return typeof value === 'string' ? withSitePictures(value) : value;
}

function readPublication(
  { columns }: AnyKind,
  fields: ReadFields,
  isOwn: boolean,
  values: Record<string, unknown>,
  problem: (line: number, why: string) => void,
): void {
  const draft = fields.get('draft');
  const date = fields.get('publishDate');
  if (draft?.value === 'true') {
    values.published_at = null;
  } else if (draft !== undefined && draft.value !== 'false' && draft.value !== null) {
    problem(draft.line, 'draft: it must be true or false');
  } else if (date !== undefined) {
    try {
      values.published_at = columnValue(columns.published_at as AnyColumn, date.value, true);
    } catch (error) {
      if (!(error instanceof NoSuchValue)) throw error;
      problem(date.line, `publishDate: ${error.message}`);
    }
  } else if (isOwn) {
    // Somebody has taken `draft: true` away from what had no date.
    values.published_at = values.created_at ?? NOW;
  } else if (typeof values.created_at === 'string') {
    values.published_at = values.created_at;
  }
}

function bodyIn(below: string, own: ReadFields, column: AnyColumn, name: string): unknown {
  const text = below.replace(/^\n/, '').replace(/\n$/, '');
  const empty = own.get(name);
  if (text === '')
    return empty === undefined ? column.empty : columnValue(column, empty.value, false);
  return own.get(SITE_PATHS)?.value === 'true' ? text : withSitePictures(text);
}

function stem(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
}
