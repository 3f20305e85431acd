/** All content as one JSON file: `{"fieldnotes": "content", "version": 1, "content": {"projects": [{…}, …], …}}`. */

export type Row = Readonly<Record<string, unknown>> & { readonly id: string };
/** The rows of each table. */
export type TableRows = ReadonlyMap<string, readonly Row[]>;

/** The member by which such a file is recognised. */
export const NAME = 'fieldnotes';

/** The same content makes the same text, so that two files can be compared. */
export function writeContentFile(content: TableRows): string {
  const sorted = [...content].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([table, all]) => [
    table,
    [...all]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))),
  ]);
  const file = { [NAME]: 'content', version: 1, content: Object.fromEntries(rows) };
  return `${JSON.stringify(file, null, 2)}\n`;
}
