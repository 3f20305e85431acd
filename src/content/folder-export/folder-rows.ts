/** What is read of a folder: values of rows with the places where they stand. */

export interface FolderRow {
  readonly table: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly id: string;
  /** Columns that it lacks are those of the site, or the server's to fill. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Something that a person has to mend, or that is left out. */
export interface FolderRemark {
  readonly path: string;
  /** Null where it is of the whole file. */
  readonly line: number | null;
  readonly why: string;
}

/** The id that something without one gets: the same for the same words. */
export type IdOf = (words: string) => string;

/** Where what is found goes to while files are read. */
export interface Findings {
  readonly rows: FolderRow[];
  readonly problems: FolderRemark[];
  readonly told: FolderRemark[];
  /** What the folder has of each table; null for one that it does not name. */
  readonly columnsOf: (table: string) => ReadonlySet<string> | null;
  readonly idOf: IdOf;
}
