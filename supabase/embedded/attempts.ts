/**
 * How often one address may try at the auth API, as hosted Supabase limits it: sign-ups, and whatever is
 * refused, such as a wrong password.
 */

/** Tries of one address in a window, where nothing else is said. */
const MAX_ATTEMPTS = 30;
/** In ms. */
const WINDOW = 5 * 60_000;

export interface Attempts {
  /** Counts a try. @returns how long to wait in seconds where there were too many, else 0 */
  begin(address: string): number;
  /** A try that is not to count after all: it succeeded, and made no account. */
  forgive(address: string): void;
}

/**
 * @param max tries of one address in a window
 * @param now the time in ms
 */
export function countAttempts(max = MAX_ATTEMPTS, now: () => number = Date.now): Attempts {
  const windows = new Map<string, { ends: number; count: number }>();
  return {
    begin(address) {
      for (const [key, { ends }] of windows) if (ends <= now()) windows.delete(key);
      const window = windows.get(address) ?? { ends: now() + WINDOW, count: 0 };
      windows.set(address, window);
      if (window.count >= max) return Math.ceil((window.ends - now()) / 1000);
      window.count += 1;
      return 0;
    },
    forgive(address) {
      const window = windows.get(address);
      if (window !== undefined) window.count -= 1;
    },
  };
}
