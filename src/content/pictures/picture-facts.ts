/**
 * What the bytes of a picture say before anybody draws it. Its size decides whether it may be drawn at all: a header of a few bytes
 * can claim gigabytes. A format is walked from its beginning to its end, which also finds what is cut off, and what has to go:
 * of a camera's notes nothing is kept, and of a place least of all.
 *
 * The walk is ours because libraries that tell a size (image-size) or read notes (exifr) do not write the file without them, and
 * whoever walks the parts of a file has its size on the way.
 */
export interface ReadPicture {
  readonly format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic';
  /** As stored, before it is turned upright. In pixels. */
  readonly width: number;
  readonly height: number;
  /** How it has to be turned, as EXIF counts: 1 is upright. */
  readonly orientation: number;
  readonly isAnimated: boolean;
  /** Whether parts of it may be transparent. */
  readonly mayBeClear: boolean;
  /** The file without notes. */
  readonly clean: Uint8Array<ArrayBuffer>;
  /** Whether it may stay as it is; otherwise it has to be written anew. */
  readonly mayStay: boolean;
}
