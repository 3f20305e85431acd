/**
 * Has the browser ask before the page is closed or left, for as long as something is on its way to the disk.
 *
 * @param work what must not be cut off
 * @returns what it resolves or rejects to
 */
export async function askBeforeLeaving<T>(work: Promise<T>): Promise<T> {
  globalThis.window?.addEventListener('beforeunload', ask);
  under += 1;
  try {
    return await work;
  } finally {
    under -= 1;
    // While it listens, browsers do not keep the page for the way back.
    if (under === 0) globalThis.window?.removeEventListener('beforeunload', ask);
  }
}

let under = 0;

function ask(event: Event): void {
  event.preventDefault();
}
