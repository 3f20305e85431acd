/** Where an admin looks at what rows were. Links lead there from every row, so no screen has to know another. */

export const DELETED_PAGE = '/admin/deleted';
export const HISTORY_PAGE = '/admin/history';

/** The address of a row's history. */
export function historyOf(table: string, id: string): string {
  return `${HISTORY_PAGE}?${new URLSearchParams({ of: `${table}/${id}` })}`;
}

/** The row that such an address is about; null if it names none. */
export function rowInAddress(of: string | null): { table: string; id: string } | null {
  const [, table, id] = /^(\w+)\/([0-9a-f-]{36})$/i.exec(of ?? '') ?? [];
  return table === undefined || id === undefined ? null : { table, id: id.toLowerCase() };
}
