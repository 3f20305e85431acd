import type { BaseRow } from '../define.ts';

/** Many rows of the server in one record on the disk; see stored-rows.ts. */
export interface RowPage {
  readonly table: string;
  /** Its number within the table. */
  readonly n: number;
  /** The write that it is from; counted on this device. */
  readonly stamp: number;
  readonly rows: readonly StoredRow[];
}

/** A row exactly as the server sent it. */
export interface StoredRow {
  readonly id: string;
  /** The version of the row's last change in the server's history. */
  readonly version: number;
  readonly row: BaseRow;
  readonly withheld?: Withheld;
}

/** What nobody but admins is told (withheld.ts): the row, or the values of these columns, which are null for others. */
export type Withheld = true | readonly string[];

/** How much a page may hold. A row that is larger has a page of its own. */
export interface PageSize {
  readonly rows: number;
  /** As `weigh` estimates them. */
  readonly bytes: number;
}

export const PAGE_SIZE: PageSize = { rows: 100, bytes: 60_000 };

/** Rows laid into pages, in their order. */
export function inPages(rows: readonly StoredRow[], size: PageSize): StoredRow[][] {
  const pages: StoredRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const weight = weigh(row);
    const last = pages.at(-1);
    if (last === undefined || last.length >= size.rows || bytes + weight > size.bytes) {
      pages.push([row]);
      bytes = weight;
    } else {
      last.push(row);
      bytes += weight;
    }
  }
  return pages;
}

/** About how many bytes a row has on the disk. */
export function weigh({ row }: StoredRow): number {
  let bytes = 60;
  for (const value of Object.values(row)) {
    if (typeof value === 'string') bytes += 10 + value.length;
    else bytes += typeof value === 'object' ? JSON.stringify(value).length : 10;
  }
  return bytes;
}
