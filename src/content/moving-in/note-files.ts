/** What of a folder is read: Markdown files, and the pictures that they show. */

export const isNoteFile = (path: string) => /\.(?:md|mdx|markdown)$/i.test(path);

export const isPictureFile = (path: string) =>
  /\.(?:avif|bmp|gif|heic|heif|jpe?g|png|svg|tiff?|webp)$/i.test(path);

/** Whether a file or folder is left out without a word: `.git`, `.obsidian`, `node_modules`. */
export const isLeftOut = (name: string) =>
  name.startsWith('.') || name === 'node_modules' || name === '__MACOSX';

/** More than anybody has written. */
export const mostOfNotes = {
  notes: 10_000,
  /** Files and folders that are looked at. */
  entries: 100_000,
  /** Of one file. A novel has less. */
  bytes: 1_000_000,
} as const;
