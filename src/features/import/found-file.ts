import type { Instant } from '../../lib/millis.ts';

/** A file of what was dropped or chosen. */
export interface FoundFile {
  /** Within the folder, with `/` between its parts. */
  readonly path: string;
  /** In bytes; of a zip's what it claims, and more than is wanted is never unpacked. */
  readonly size: number;
  readonly changedAt: Instant;
  /** Why it must not be read. */
  readonly problem?: string | undefined;
  /** @throws if the browser cannot read it, for instance because it has changed since */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** What was dropped or chosen. */
export interface FoundFiles {
  /** The folder's name, or the zip's; what was brought from it is remembered by it. Empty for single files. */
  readonly name: string;
  readonly files: readonly FoundFile[];
}
