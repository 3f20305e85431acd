import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BROUGHT_FILE,
  type Brought,
  broughtAsJson,
  broughtOf,
  nothingBrought,
} from '../../src/content/moving-in/brought.ts';
import { UnusableFile } from './read-content-file.ts';

/** @param source a folder or a file */
export function broughtFileOf(source: string): string {
  const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(source, BROUGHT_FILE) : `${source}${BROUGHT_FILE}`;
}

/** @throws {UnusableFile} */
export function readBrought(source: string): Brought {
  const path = broughtFileOf(source);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (Object(error).code === 'ENOENT') return nothingBrought;
    throw new UnusableFile(`${path} cannot be read: ${String(error)}`, { cause: error });
  }
  try {
    return broughtOf(JSON.parse(text));
  } catch {
    throw new UnusableFile(
      `${path} is damaged, or of a newer version: take the one of a backup, or delete it. Without it, what differs counts as edited on the site.`,
    );
  }
}

/** @returns whether it could be written: a folder may be read-only */
export function writeBrought(source: string, brought: Brought): boolean {
  const path = broughtFileOf(source);
  try {
    // Half a file would be a damaged one.
    writeFileSync(`${path}.part`, `${JSON.stringify(broughtAsJson(brought), null, 1)}\n`);
    renameSync(`${path}.part`, path);
    return true;
  } catch {
    return false;
  }
}
