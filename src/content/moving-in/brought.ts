import * as v from 'valibot';
import { NAME } from '../write-content-file.ts';
import type { BroughtNote, BroughtNotes } from './plan-notes.ts';

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
    v.object({ values: v.array(v.string()), sites: v.array(v.string()) }),
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
