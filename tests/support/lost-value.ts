import type { Dexie } from 'dexie';

/**
 * Has the device lose a value: what reads it fails as in a browser whose file of that value is gone, and whatever else is
 * asked is answered. Once the value is written anew it can be read again.
 */
export function loseValue(database: Dexie, store: string, key: IDBValidKey): void {
  // The stored records of fake-indexeddb.
  const { _rawDatabase } = database.backendDB() as unknown as { _rawDatabase: RawDatabase };
  const record = _rawDatabase.rawObjectStores.get(store)?.records.get(key);
  if (record === undefined) throw new Error(`There is no ${key} in ${store}.`);
  const { value } = record;
  Object.defineProperty(record, 'value', {
    get() {
      // To find a record's places in indexes fake-indexeddb reads its value; browsers need not.
      if (new Error().stack?.includes('deleteRecord')) return value;
      throw new DOMException('Failed to read large IndexedDB value', 'DataError');
    },
  });
}

interface RawDatabase {
  readonly rawObjectStores: ReadonlyMap<
    string,
    { readonly records: { get(key: IDBValidKey): { value: unknown } | undefined } }
  >;
}
