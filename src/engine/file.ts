import type { Instant } from '../lib/millis.ts';

/**
 * A file that edits name, such as a picture. Its name is made from its bytes, so a text can name it before any server has
 * it, storing it twice is storing it once, and it is never renamed or changed.
 */
export interface NewFile {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** A file on this device that the server may not have yet. */
export interface StoredFile extends NewFile {
  /** When it was stored, by this device's clock. */
  readonly at: Instant;
  /** What the server calls its upload in parts, once one has begun (R49). Only the server knows how far it has got, if at all. */
  readonly upload?: string;
}

/** Finds the names of files in a text: the values of an edit, or a draft, as JSON. The content says how they look. */
export type FilesInText = (text: string) => readonly string[];
