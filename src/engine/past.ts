/** Rows as they were, as admins see them; supabase/ask-past.ts implements it. */
export interface History {
  /** The earlier versions of a row, the last one first. @throws {Failure} */
  versions(table: string, id: string): Promise<Told<readonly VersionEnd[]>>;
  /** One version; null if it is kept no longer. @throws {Failure} */
  version(place: number): Promise<Told<Version | null>>;
  /** What was deleted in the last 30 days and is still gone, the last one first. @throws {Failure} */
  deleted(): Promise<Told<readonly DeletedRow[]>>;
}

/** What the server said last. `isEarlier`: it is out of reach, and this is what it said before. */
export interface Told<Answer> {
  readonly answer: Answer;
  readonly isEarlier: boolean;
}

/** What ended a version: a change or a deletion. */
export interface VersionEnd {
  /** Identifies the version. */
  readonly place: number;
  readonly op: 'update' | 'delete';
  /** As Postgres writes it in JSON. */
  readonly at: string;
  /** The address of the account; null for whoever wrote without one. */
  readonly by: string | null;
  /** The columns that changed. */
  readonly changed: readonly string[];
}

/** A row with its values; a column may be missing. */
export type PastRow = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Version {
  readonly place: number;
  readonly table: string;
  readonly id: string;
  readonly row: PastRow;
  /** The rows that were deleted with it and are still gone. */
  readonly parts: readonly {
    readonly table: string;
    readonly id: string;
    readonly row: PastRow;
  }[];
  /** What pointed to the row when it was deleted. */
  readonly pointed: readonly {
    readonly table: string;
    readonly id: string;
    readonly column: string;
  }[];
}

export interface DeletedRow {
  /** Of the version that the deletion ended. */
  readonly place: number;
  readonly table: string;
  readonly id: string;
  readonly at: string;
  readonly by: string | null;
  /** The beginnings of its texts. */
  readonly row: PastRow;
  /** How many rows of each table went with it, and how many pointed to it. */
  readonly parts: Readonly<Record<string, number>>;
  readonly pointed: Readonly<Record<string, number>>;
}
