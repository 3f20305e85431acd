import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { BroughtNote, BroughtNotes } from '../../src/content/moving-in/plan-notes.ts';
import { NAME } from '../../src/content/write-content-file.ts';
import { UnusableFile } from './read-content-file.ts';

/**
 * What was brought from a folder of notes is remembered in the folder itself, so it goes along with it to another machine, and
 * git can keep it; what was brought from a file, beside it. It holds paths and fingerprints, no text. Without it nothing is lost: a learning that differs from its note
 * counts as edited on the site.
 */
export const BROUGHT_FILE = '.fieldnotes.json';

/** @param source a folder or a file */
export function broughtFileOf(source: string): string {
  const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(source, BROUGHT_FILE) : `${source}${BROUGHT_FILE}`;
}

/** The paths on the site of the pictures that were brought, by the fingerprints of the files that they were made of. */
export type BroughtPictures = ReadonlyMap<string, string>;

/** What is remembered of a folder. */
export interface Brought {
  readonly notes: BroughtNotes;
  readonly pictures: BroughtPictures;
}

const broughtSchema = v.object({
  [NAME]: v.literal('brought'),
  version: v.literal(1),
  notes: v.record(
    v.string(),
    v.object({ values: v.array(v.string()), sites: v.array(v.string()) }),
  ),
  pictures: v.optional(v.record(v.string(), v.string()), {}),
});

/** @throws {UnusableFile} */
export function readBrought(source: string): Brought {
  const path = broughtFileOf(source);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (Object(error).code === 'ENOENT') return { notes: new Map(), pictures: new Map() };
    throw new UnusableFile(`${path} cannot be read: ${String(error)}`, { cause: error });
  }
  try {
    const { notes, pictures } = v.parse(broughtSchema, JSON.parse(text));
    return {
      notes: new Map<string, BroughtNote>(Object.entries(notes)),
      pictures: new Map(Object.entries(pictures)),
    };
  } catch {
    throw new UnusableFile(
      `${path} is damaged, or of a newer version: take the one of a backup, or delete it. Without it, what differs counts as edited on the site.`,
    );
  }
}

/** @returns whether it could be written: a folder may be read-only */
export function writeBrought(source: string, brought: Brought): boolean {
  const notes = sorted(brought.notes);
  const pictures = sorted(brought.pictures);
  const path = broughtFileOf(source);
  try {
    // Half a file would be a damaged one.
    writeFileSync(
      `${path}.part`,
      `${JSON.stringify({ [NAME]: 'brought', version: 1, notes, pictures }, null, 1)}\n`,
    );
    renameSync(`${path}.part`, path);
    return true;
  } catch {
    return false;
  }
}

function sorted<Value>(map: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
