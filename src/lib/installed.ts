/** Whether this page runs as an installed app, in a window of its own. */
export function isInstalled(): boolean {
  const isApp = ['standalone', 'minimal-ui', 'window-controls-overlay'].some(
    (mode) => window.matchMedia(`(display-mode: ${mode})`).matches,
  );
  // Safari on iOS before it knew display modes.
  return isApp || (navigator as { standalone?: boolean }).standalone === true;
}
