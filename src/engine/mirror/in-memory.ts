import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { uuid } from '../../lib/uuid.ts';
import type { AnyKind } from '../define.ts';
import type { FilesInText } from '../file.ts';
import { createDatabase, type MirrorDatabase } from './database.ts';

/**
 * A mirror that lasts as long as the page, for devices that store nothing: the same store on an IndexedDB in memory.
 * It is a chunk of its own, loaded only when needed.
 */
export function createMemoryDatabase(
  kinds: readonly AnyKind[],
  model: string,
  engine: string,
  filesIn?: FilesInText,
): MirrorDatabase {
  const device = { indexedDB: new IDBFactory(), IDBKeyRange };
  // Without the browser's IndexedDB Dexie would run no live queries, on any database.
  Dexie.dependencies.indexedDB ??= device.indexedDB;
  // A unique name: tabs notify each other of changes by the name of the database.
  return createDatabase(kinds, `${engine}-memory-${uuid()}`, { device, model, engine, filesIn });
}
