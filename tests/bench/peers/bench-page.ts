/** What the page does when it is asked to (page/main.tsx). Times are in ms; a time of day is since the navigation. */
export interface BenchPage {
  /** When the page first showed 50 rows, or all if there are less. */
  firstRows(): Promise<number>;
  /** When it first showed them with everything here. */
  everything(): Promise<number>;
  /** When everything was on the disk; null if the library keeps nothing. */
  onDisk(): Promise<number | null>;
  /** Resolves when all that is shown and queued is on the disk. */
  settle(): Promise<void>;
  count(): Promise<number>;
  /** From the list being shown again after it was gone, to its rows. */
  back(): Promise<number>;
  /** From asking the server to the new title; null if it was there before. */
  pull(id: string, title: string): Promise<number | null>;
  /** From an edit to its title. */
  edit(id: string, title: string): Promise<number>;
  /** Makes an edit for each id, and resolves when they show and are on the disk. */
  queue(ids: readonly string[], title: string): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  /** The longest task that began before that time of day; null if none took 50 ms. */
  longestTask(until: number): number | null;
  /** The addresses of the scripts that were loaded until that time of day, or until now. */
  scripts(until: number | null): string[];
  /** The IndexedDB transactions since it was last asked. */
  transactions(): { readonly: number; readwrite: number };
  setOnline(value: boolean): void;
}

declare global {
  /** Absent until the contestant has started. */
  var bench: BenchPage | undefined;
}
