/** Whether this page runs as an installed app, in a window of its own. */
export function isInstalled(): boolean {
  const isApp = ['standalone', 'minimal-ui', 'window-controls-overlay'].some(
    (mode) => window.matchMedia(`(display-mode: ${mode})`).matches,
  );
  // Safari on iOS before it knew display modes.
  return isApp || (navigator as { standalone?: boolean }).standalone === true;
}

/** The badge's methods, which are missing in some browsers. */
interface WithBadge {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** Shows a number on the installed app's icon, where the system has such marks; none for 0. */
export async function showBadge(count: number): Promise<void> {
  const badge: WithBadge = navigator;
  await (count === 0 ? badge.clearAppBadge?.() : badge.setAppBadge?.(count));
}
