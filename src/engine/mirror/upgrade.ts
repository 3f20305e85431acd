import type { Transaction } from 'dexie';
import { uuid } from '../../lib/uuid.ts';
import { inPages, type PageSize, type StoredRow } from './row-page.ts';

/**
 * Brings over a database of version 2 or 3 (R40), which had a store for each kind with its rows as shown, and the server's
 * version of edited rows in `pristine` (null where the server had none). Called in the transaction that upgrades the
 * stores, which deletes those afterwards. Edits and drafts stay where they are.
 */
export async function layIntoPages(transaction: Transaction, size: PageSize): Promise<void> {
  const stores = [...transaction.idbtrans.objectStoreNames];
  const ofKinds = stores.filter((store) => !OTHERS.includes(store));
  const edited: Pristine[] = stores.includes('pristine')
    ? await transaction.table('pristine').toArray()
    : [];
  const mark = { of: uuid(), stamp: 1 };
  for (const table of ofKinds) {
    const beneath = new Map(
      edited.filter((row) => row.table === table).map((row) => [row.id, row]),
    );
    const shown: StoredRow[] = await transaction.table(table).toArray();
    const rows = [...shown.filter(({ id }) => !beneath.has(id)), ...beneath.values()].flatMap(
      ({ id, version, row }): StoredRow[] => (row === null ? [] : [{ id, version, row }]),
    );
    const pages = inPages(rows, size).map((ofPage, n) => ({ table, n, stamp: 1, rows: ofPage }));
    await transaction.table('pages').bulkAdd(pages);
  }
  const meta = transaction.table('meta');
  await meta.put({ key: 'pages', value: mark });
  // Visitors' pages look for edits that others have left only if this is here (queue.ts).
  const left =
    (await transaction.table('outbox').count()) + (await transaction.table('rejected').count());
  if (left > 0 && (await meta.get('authors')) === undefined)
    await meta.put({ key: 'authors', value: {} });
}

interface Pristine extends Omit<StoredRow, 'row'> {
  readonly table: string;
  readonly row: StoredRow['row'] | null;
}

/** The stores that were no kind's. */
const OTHERS: readonly string[] = [
  'pages',
  'malformed',
  'meta',
  'pristine',
  'gone',
  'outbox',
  'rejected',
  'overwritten',
  'drafts',
];
