import { CAPTURE_LENGTH, CAPTURES_KEPT, SHARED_BYTES, SHARED_FILES } from './limits.ts';
import type { Millis } from './millis.ts';
import { SHARED_DATABASE } from './storage-keys.ts';

/**
 * Pictures that were shared to the site and are not in a text yet, with the words that came along. The service worker keeps them
 * (sw/share-target.ts), before the page that is to have them is there; this device has them until an admin takes them. In a database
 * of their own: every visitor downloads what writes into it.
 */

export interface SharedPictures {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  /** Their bytes: some browsers lose what a stored `File` points to. */
  readonly files: readonly {
    readonly name: string;
    readonly type: string;
    readonly bytes: ArrayBuffer;
  }[];
  /** Whether the words are in a draft already. */
  readonly isOpened?: boolean;
  /** The table for which that draft is, if somebody has said. */
  readonly table?: string;
}

/** One that waits. */
export interface WaitingPictures extends SharedPictures {
  readonly key: IDBValidKey;
}

/** Why something shared was not kept: its words are too long, its files too large, too much waits, or the device did not store it. */
export type SharedRefusal = 'long' | 'large' | 'many' | 'device';

const STORE = 'shared';

/** The words that came along. Any page can make the site hear some, as an app does. */
export type SharedWords = Pick<SharedPictures, 'title' | 'text' | 'url'>;

/** @returns why it was not kept; null if it is on the disk. What waits is never given up for what comes */
export async function keepShared(
  words: SharedWords,
  given: readonly File[],
): Promise<SharedRefusal | null> {
  const { title, text, url } = words;
  if (`${title}${text}${url}`.length > CAPTURE_LENGTH) return 'long';
  const bytes = given.reduce((sum, { size }) => sum + size, 0);
  if (given.length > SHARED_FILES || bytes > SHARED_BYTES) return 'large';
  try {
    if ((await inStore('readonly', (store) => store.count())) >= CAPTURES_KEPT) return 'many';
    const files = await Promise.all(
      given.map(async (file) => {
        const { name, type } = file;
        return { name, type, bytes: await file.arrayBuffer() };
      }),
    );
    await inStore('readwrite', (store) => store.add({ ...words, files }));
    return null;
  } catch {
    return 'device';
  }
}

/** Those that this page has settled, and that are still on the disk for a moment. */
const settled = new Set<IDBValidKey>();

/** The oldest first; none where the device cannot say. */
export async function listShared(): Promise<readonly WaitingPictures[]> {
  try {
    const keys = await inStore('readonly', (store) => store.getAllKeys());
    const all = await Promise.all(
      keys.map((key) => inStore('readonly', (store) => store.get(key))),
    );
    return all.flatMap((shared: SharedPictures | undefined, at) => {
      const key = keys[at];
      const isGone = shared === undefined || key === undefined || settled.has(key);
      return isGone ? [] : [{ ...shared, key }];
    });
  } catch {
    return [];
  }
}

/** Its words are in a draft now. @param table what the draft is for, if somebody has said @throws {DOMException} */
export async function sharedIsOpened(
  { key, ...shared }: WaitingPictures,
  table?: string,
): Promise<void> {
  const opened = { ...shared, isOpened: true, ...(table !== undefined && { table }) };
  await inStore('readwrite', (store) => store.put(opened, key));
}

/** What its pictures wait for has happened. If the device cannot do it, they are offered once more. */
export async function dropShared({ key }: WaitingPictures): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key)).catch(() => {});
}

/** The same after a while, in which no list of this page has it. @returns a function that takes it back */
export function dropSharedAfter(ms: Millis, shared: WaitingPictures): () => void {
  settled.add(shared.key);
  const dropping = setTimeout(() => void dropShared(shared), ms);
  return () => {
    clearTimeout(dropping);
    settled.delete(shared.key);
  };
}

export function filesOf({ files }: SharedPictures): readonly File[] {
  return files.map(({ name, type, bytes }) => new File([bytes], name, { type }));
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const asked = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(SHARED_DATABASE);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore(STORE, { autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
