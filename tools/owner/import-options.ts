import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ListSort } from '../../src/content/moving-in/read-list.ts';
import { NotTransferred } from './transfer.ts';

/** What the owner asks of `npm run import`. */
export interface WantedImport {
  /** A folder, a zip, or a file. */
  readonly source: string;
  /** Tells what would be done, and does nothing. */
  readonly isDryRun: boolean;
  /** Overwrites what was edited on the site, and brings back what was deleted there. */
  readonly replace: boolean;
  /** The file that gets every line. */
  readonly list: string | null;
  /** The address of the site that posts come from, without a slash at its end. */
  readonly site: string | null;
  /** What lists are of. */
  readonly as: ListSort | null;
}

const usage =
  'npm run import -- <folder | zip | file> [--dry-run] [--replace] [--list file] [--site https://…] [--as resources|tools]';

/**
 * @param words of the command line
 * @throws {NotTransferred} if they cannot be understood, or the list is there already
 */
export function importOptions(words: readonly string[]): WantedImport {
  const wanted = optionsIn(words);
  const { list } = wanted;
  if (list !== null && existsSync(list)) throw new NotTransferred(`${list} exists already.`);
  return wanted;
}

function optionsIn(words: readonly string[]): WantedImport {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        replace: { type: 'boolean' },
        list: { type: 'string' },
        site: { type: 'string' },
        as: { type: 'string' },
      },
    });
    const [source, more] = positionals;
    if (source === undefined) throw new Error('Name a file or a folder.');
    if (more !== undefined) throw new Error('Name one file or folder.');
    const { 'dry-run': isDryRun = false, replace = false, list = null } = values;
    return { source, isDryRun, replace, list, site: siteIn(values.site), as: sortIn(values.as) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NotTransferred(`${why} It is called so: ${usage}`, { cause: error });
  }
}

function siteIn(address: string | undefined): string | null {
  if (address === undefined) return null;
  if (!/^https?:\/\/[^/\s]+/i.test(address)) throw new Error(`'${address}' is no address.`);
  return address.replace(/\/+$/, '');
}

function sortIn(word: string | undefined): ListSort | null {
  if (word === undefined || word === 'resources' || word === 'tools') return word ?? null;
  throw new Error(`Lists are of resources or of tools, not of '${word}'.`);
}
