/**
 * Rate limit per caller at the auth API, like hosted Supabase's: it counts sign-ups and refused requests, such as a wrong
 * password.
 */

/** The default number of attempts per caller in a window. */
export const MAX_ATTEMPTS = 30;
/** In ms. */
const WINDOW = 5 * 60_000;

export interface Attempts {
  /** Counts an attempt. @returns how long to wait in seconds if there were too many, else 0 */
  begin(caller: string): number;
  /** Takes an attempt back: it succeeded, and created no account. */
  forgive(caller: string): void;
}

/**
 * @param max attempts per caller in a window
 * @param now the time in ms
 */
export function countAttempts(max: number, now: () => number = Date.now): Attempts {
  const windows = new Map<string, { ends: number; count: number }>();
  return {
    begin(caller) {
      for (const [key, { ends }] of windows) if (ends <= now()) windows.delete(key);
      const window = windows.get(caller) ?? { ends: now() + WINDOW, count: 0 };
      windows.set(caller, window);
      if (window.count >= max) return Math.ceil((window.ends - now()) / 1000);
      window.count += 1;
      return 0;
    },
    forgive(caller) {
      const window = windows.get(caller);
      if (window !== undefined) window.count -= 1;
    },
  };
}
