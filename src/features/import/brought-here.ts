import {
  type Brought,
  broughtAsJson,
  broughtOf,
  nothingBrought,
} from '../../content/moving-in/brought.ts';
import { openShelf } from '../../lib/shelf.ts';
import { BROUGHT_CACHE } from '../../lib/storage-keys.ts';

/**
 * What this device remembers of the folders that notes were brought from, by the folders' names. A page cannot write into a folder,
 * as `npm run import` does. Without it nothing is lost: what differs counts as edited here.
 */
const shelf = () => openShelf(BROUGHT_CACHE);

export async function broughtHere(folder: string): Promise<Brought> {
  const kept = await shelf().get(folder);
  try {
    return kept === undefined ? nothingBrought : broughtOf(kept);
  } catch {
    return nothingBrought;
  }
}

export async function rememberBrought(folder: string, brought: Brought): Promise<void> {
  await shelf().put(folder, broughtAsJson(brought));
}
