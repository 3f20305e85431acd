/** Whether this page runs as an installed app, in a window of its own. */
export function isInstalled(): boolean {
  const isApp = ['standalone', 'minimal-ui', 'window-controls-overlay'].some(
    (mode) => window.matchMedia(`(display-mode: ${mode})`).matches,
  );
  // For Safari on iOS before it supported display modes.
  return isApp || (navigator as { standalone?: boolean }).standalone === true;
}
