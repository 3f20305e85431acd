import type { BaseRow } from '../define.ts';
import type { MalformedRow } from './database.ts';

/** A row that this version of the app cannot read, as the server sent it (R10). */
export type SetAside = Pick<MalformedRow, 'table' | 'id' | 'row'>;

/** What was received of a row; null if it is not among those set aside. */
export function asideIn(aside: readonly SetAside[], table: string, id: string): BaseRow | null {
  const found = aside.find((one) => one.id === id && one.table === table);
  return (found?.row ?? null) as BaseRow | null;
}
