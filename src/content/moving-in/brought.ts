import * as v from 'valibot';
import { NAME } from '../write-content-file.ts';

/** What is remembered of a note, a post, or a row of a list. */
export interface BroughtNote {
  /** Fingerprints of the values that were brought, the latest last. */
  readonly values: readonly string[];
  /** The histories of the sites that have it (`epoch`). */
  readonly sites: readonly string[];
  /** What its id is made of, if that is not its path (renamed-notes.ts). */
  readonly origin?: string | undefined;
  readonly marks?: NoteMarks | undefined;
}

/** What a note is known by wherever it lies, as fingerprints. */
export interface NoteMarks {
  /** Of the whole file. */
  readonly text: string;
  /** Of what its front matter calls it. */
  readonly names: readonly string[];
}

/** By their paths. */
export type BroughtNotes = ReadonlyMap<string, BroughtNote>;

/**
 * What was brought from a folder of notes is remembered in the folder itself, so it goes along with it to another machine, and
 * git can keep it; what was brought from a file, beside it. It holds paths and fingerprints, no text. Without it nothing is lost: a learning that differs from its note
 * counts as edited on the site.
 */
export const BROUGHT_FILE = '.fieldnotes.json';

/** The paths on the site of the pictures that were brought, by the fingerprints of the files that they were made of. */
export type BroughtPictures = ReadonlyMap<string, string>;

/** What is remembered of a folder of notes: paths and fingerprints, no text. */
export interface Brought {
  readonly notes: BroughtNotes;
  readonly pictures: BroughtPictures;
}

export const nothingBrought: Brought = { notes: new Map(), pictures: new Map() };

const broughtSchema = v.object({
  [NAME]: v.literal('brought'),
  version: v.literal(1),
  notes: v.record(
    v.string(),
    v.object({
      values: v.array(v.string()),
      sites: v.array(v.string()),
      origin: v.optional(v.string()),
      marks: v.optional(v.object({ text: v.string(), names: v.array(v.string()) })),
    }),
  ),
  pictures: v.optional(v.record(v.string(), v.string()), {}),
});

/** @throws {v.ValiError} if it is damaged, or of a newer version */
export function broughtOf(json: unknown): Brought {
  const { notes, pictures } = v.parse(broughtSchema, json);
  return {
    notes: new Map<string, BroughtNote>(Object.entries(notes)),
    pictures: new Map(Object.entries(pictures)),
  };
}

export function broughtAsJson({ notes, pictures }: Brought): unknown {
  return { [NAME]: 'brought', version: 1, notes: sorted(notes), pictures: sorted(pictures) };
}

function sorted<Value>(map: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
