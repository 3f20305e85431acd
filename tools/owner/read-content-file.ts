import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { printable } from '../../src/content/moving-in/printable.ts';
import { NAME, type Row, type TableRows } from '../../src/content/write-content-file.ts';
import type { AnyColumn } from '../../src/engine/columns.ts';
import { absentFrom, isUnnamed, kindReferredTo } from '../../src/engine/define.ts';
import type { AnyKind } from '../../src/engine/index.ts';
import { storable } from '../../src/engine/mirror/storable.ts';
import { beginning } from '../../src/lib/shortened.ts';
import { asInRows } from '../../src/lib/uuid.ts';
import { takenBy } from './content-schema.ts';

/** Reads files of content (src/content/write-content-file.ts). */

/** The file cannot be taken in. Its message says why, and is for the owner. */
export class UnusableFile extends Error {
  override name = 'UnusableFile';
}

/**
 * Reads a file and checks every row in it.
 *
 * @param kinds of this site
 * @param there the content that it is to be added to, which its rows may refer to
 * @throws {UnusableFile}
 */
export function readContentFile(
  text: string,
  kinds: readonly AnyKind[],
  there: TableRows,
): TableRows {
  const content = contentIn(text, kinds);
  const problems: string[] = [];
  const read: TableRows = new Map(
    kinds.map((kind) => [
      kind.table,
      checked(kind, content[kind.table] ?? [], there.get(kind.table) ?? [], (it) =>
        problems.push(it),
      ),
    ]),
  );
  // A row that is left out would be missed by those that refer to it.
  if (problems.length === 0) {
    for (const kind of kinds) checkReferences(kind, read, there, (it) => problems.push(it));
  }
  if (problems.length > 0) throw new UnusableFile(damaged(problems));
  return read;
}

/**
 * What a file of content holds, as it stands there. Its rows are not looked at: what they refer to may be on the site.
 *
 * @throws {UnusableFile}
 */
export function contentIn(text: string, kinds: readonly AnyKind[]): Record<string, unknown[]> {
  const file = Object(parse(text)) as Record<string, unknown>;
  if (file[NAME] !== 'content') throw new UnusableFile('This is no file of exported content.');
  if (file.version !== 1) {
    throw new UnusableFile(
      'This file was written by a newer version of the site: update this one.',
    );
  }
  const content = v.safeParse(v.record(v.string(), v.array(v.unknown())), file.content);
  if (!content.success) throw new UnusableFile('This file is damaged: its content is no list.');
  const tables = Object.keys(content.output);
  const strange = tables.find((table) => kinds.every((kind) => kind.table !== table));
  if (strange !== undefined) {
    throw new UnusableFile(`This file holds ${quoted(strange)}, which this site does not know.`);
  }
  return content.output;
}

/** All of them, so that a file is mended once; more would scroll away. */
const PROBLEMS_SHOWN = 50;

function damaged(problems: readonly string[]): string {
  const more = problems.length - PROBLEMS_SHOWN;
  const [first = '', ...others] = problems.slice(0, PROBLEMS_SHOWN);
  return [
    `This file is damaged: ${first}`,
    ...others,
    ...(more > 0 ? [`… and ${more} more.`] : []),
  ].join('\n');
}

type Tell = (problem: string) => void;

function checked(
  kind: AnyKind,
  rows: readonly unknown[],
  there: readonly Row[],
  tell: Tell,
): Row[] {
  const ids = new Set<string>();
  const held = new Map(there.map((row) => [row.id, row]));
  return rows.flatMap((row, place) => {
    const where = `${kind.table}, row ${place + 1}`;
    const result = v.safeParse(kind.row, row);
    if (!result.success) {
      const columns = new Set(result.issues.map((issue) => v.getDotPath(issue) ?? 'the row'));
      for (const column of columns) {
        const takes = takenBy(kind, column.replace(/\..*$/, ''));
        tell(`in ${where}, ${quoted(column)} is no such value: it takes ${takes}.`);
      }
      return [];
    }
    const absent = absentFrom(kind, result.output as Row);
    if (absent !== undefined) {
      tell(`in ${where}, ${quoted(absent)} is missing: it takes ${takenBy(kind, absent)}.`);
      return [];
    }
    const given = withIdsAsInRows(kind, row as Row);
    if (ids.has(given.id)) tell(`${where} has the id of an earlier one.`);
    ids.add(given.id);
    // The site may have one from before, whose export is to be read.
    if (isUnnamed(kind, given) && given[kind.name] !== held.get(given.id)?.[kind.name])
      tell(`in ${where}, nothing can be seen of '${kind.name}': write one.`);
    // What a file from before a column lacks is the server's to fill.
    const known = Object.fromEntries(
      Object.entries(given).filter(
        ([column]) => column === 'id' || Object.hasOwn(kind.columns, column),
      ),
    ) as Row;
    if (!isDeepStrictEqual(known, storable(known))) {
      tell(`${where} holds characters that cannot be stored.`);
    }
    return [known];
  });
}

function withIdsAsInRows(kind: AnyKind, row: Row): Row {
  const columns = ['id', ...references(kind).map(([column]) => column)];
  const written = columns.flatMap((column) => {
    const id = row[column];
    return typeof id === 'string' ? [[column, asInRows(id)]] : [];
  });
  return { ...row, ...Object.fromEntries(written) };
}

function checkReferences(kind: AnyKind, read: TableRows, there: TableRows, tell: Tell): void {
  for (const [column, it] of references(kind)) {
    const { table } = kindReferredTo(it);
    const ids = new Set(
      [...(read.get(table) ?? []), ...(there.get(table) ?? [])].map(({ id }) => id),
    );
    for (const [place, row] of (read.get(kind.table) ?? []).entries()) {
      if (typeof row[column] !== 'string' || ids.has(row[column])) continue;
      tell(`the ${column} of ${kind.table}, row ${place + 1}, is neither in it nor on the site.`);
    }
  }
}

/** Kinds in an order in which each comes after those it refers to. */
export function inOrder(kinds: readonly AnyKind[]): AnyKind[] {
  const ordered: AnyKind[] = [];
  const add = (kind: AnyKind): void => {
    if (ordered.includes(kind)) return;
    for (const [, it] of references(kind)) {
      const other = kindReferredTo(it);
      if (other !== kind) add(other);
    }
    ordered.push(kind);
  };
  for (const kind of kinds) add(kind);
  return ordered;
}

function references(kind: AnyKind) {
  return Object.entries<AnyColumn>(kind.columns).flatMap(([column, it]) =>
    it.sort === 'reference' ? [[column, it] as const] : [],
  );
}

/** @returns the columns whose values differ; databases write the same time in different ways */
export function differing(kind: AnyKind, one: Row, other: Row): string[] {
  const columns = Object.entries<AnyColumn>(kind.columns);
  return columns.flatMap(([column, it]) => {
    const shown = (row: Row) => it.toShown(row[column] as never);
    // A file from before a column says nothing of it.
    if (!(column in one) || !(column in other)) return [];
    return isDeepStrictEqual(shown(one), shown(other)) ? [] : [column];
  });
}

function quoted(text: string): string {
  return `'${printable(beginning(text, 60))}'`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
