import type { ComponentType, ReactNode } from 'react';

/** What a contestant gives to the page: a list that is kept up to date, and a way to change it. */

export interface Row {
  readonly id: string;
  readonly title: string;
}

/** What the page shows. Times are taken when React has committed one of these to the DOM. */
export interface Snapshot {
  /** All rows of the server are here, as far as the library knows. */
  readonly isComplete: boolean;
  /** The newest 50, newest first; less only if there are not more. */
  readonly newest: readonly Row[];
}

/** The backend, as the page's address names it. */
export interface Backend {
  readonly url: string;
  readonly key: string;
}

export interface List {
  /** Wraps the page, for libraries that need it. */
  readonly Provider?: ComponentType<{ children: ReactNode }>;
  /** A hook that draws again when the list has changed. */
  useSnapshot(): Snapshot;
  /** Asks the server for what is new. */
  pull(): unknown;
  /** Changes the title; shows at once, and resolves without waiting for the server. */
  setTitle(id: string, title: string): unknown;
  /** How many rows are here, to check that none is missing. Its time is not measured. */
  count(): number | Promise<number>;
  /**
   * Resolves when all that is shown and queued is on the disk, to when that was, in ms since the navigation. Absent if
   * rows never are.
   */
  durable?(): Promise<number>;
  /** For those whose server lets only an admin write. */
  signIn?(email: string, password: string): Promise<unknown>;
}

export type Start = (backend: Backend) => List | Promise<List>;
