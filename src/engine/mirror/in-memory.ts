import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { uuid } from '../../lib/uuid.ts';
import type { AnyKind } from '../define.ts';
import { createDatabase, type MirrorDatabase } from './database.ts';

/**
 * A mirror that lasts as long as the page, for when the device keeps nothing: the same store on an IndexedDB in
 * memory. In a chunk of its own, loaded only then.
 */
export function createMemoryDatabase(kinds: readonly AnyKind[], model: string): MirrorDatabase {
  const device = { indexedDB: new IDBFactory(), IDBKeyRange };
  // Dexie runs no live query, on whatever database, where the browser has no IndexedDB.
  Dexie.dependencies.indexedDB ??= device.indexedDB;
  // A name that no other tab has: tabs tell each other of changes by the names of their databases.
  return createDatabase(kinds, `fieldnotes-memory-${uuid()}`, { device, model });
}
