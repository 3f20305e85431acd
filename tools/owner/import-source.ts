import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GatheredFiles } from '../../src/content/moving-in/gather-files.ts';
import { ghostDataIn } from '../../src/content/moving-in/read-ghost.ts';
import { CONTENT_FILE } from '../../src/content/write-content-zip.ts';
import { textOrNothing } from '../../src/lib/text-files.ts';
import { readNotesFolder, readSingleFile } from './notes-folder.ts';
import { readNotesZip } from './notes-zip.ts';
import { UnusableFile } from './read-content-file.ts';
import { isTakeoutZip, readTakeout, type Takeout } from './read-takeout.ts';
import { isZip } from './read-zip.ts';
import { NotTransferred } from './transfer.ts';

/** What an import is given: this site's own export, or what other programs wrote. */
export type ImportSource =
  | { readonly takeout: Takeout; readonly gathered: null }
  | { readonly takeout: null; readonly gathered: GatheredFiles };

/** Node reads no more at once. */
const FILE_MOST = 2_000_000_000;

/**
 * @param site the address of the site that posts come from, if it is known
 * @throws {UnusableFile | UnusableSource | NotTransferred}
 */
export function openSource(path: string, site: string | null): ImportSource {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) {
      const isOwn = existsSync(join(path, CONTENT_FILE));
      return isOwn ? own(readTakeout(path)) : others(readNotesFolder(path, undefined, site));
    }
    if (stat.size > FILE_MOST) {
      throw new NotTransferred(`${path} has more than 2 GB. Unpack it, and name the folder.`);
    }
    if (/\.(?:md|mdx|markdown|xml|csv|tsv)$/i.test(path)) return others(readSingleFile(path, site));
    const bytes = readFileSync(path);
    if (isZip(bytes)) {
      return isTakeoutZip(bytes) ? own(readTakeout(path)) : others(readNotesZip(path, bytes, site));
    }
    return isOfGhost(bytes) ? others(readSingleFile(path, site)) : own(readTakeout(path));
  } catch (error) {
    // Of those the message says it all.
    if (error instanceof UnusableFile || Object(error).code === undefined) throw error;
    throw new NotTransferred(`${path} cannot be read: ${String(error)}`, { cause: error });
  }
}

const own = (takeout: Takeout): ImportSource => ({ takeout, gathered: null });
const others = (gathered: GatheredFiles): ImportSource => ({ takeout: null, gathered });

function isOfGhost(bytes: Uint8Array): boolean {
  try {
    return ghostDataIn(JSON.parse(textOrNothing(bytes) ?? '')) !== null;
  } catch {
    return false;
  }
}
