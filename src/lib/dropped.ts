/** Files and folders that were dropped onto a page, kept for the page that reads them. */

export interface Dropped {
  /** None where the browser knows no folders. */
  readonly entries: readonly FileSystemEntry[];
  readonly files: readonly File[];
}

/** A browser forgets them when the event of the drop has ended, so this is called in it. */
export function droppedIn(given: DataTransfer): Dropped {
  const entries = [...given.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return { entries, files: [...given.files] };
}

let waiting: Dropped | null = null;

/** The next page reads them. */
export function keepDropped(dropped: Dropped): void {
  waiting = dropped;
}

/** They stay until they are read: a page may be mounted twice. */
export function peekDropped(): Dropped | null {
  return waiting;
}

export function forgetDropped(dropped: Dropped): void {
  if (waiting === dropped) waiting = null;
}
