/**
 * A navigation that overtakes another skips its animation, which is as it should be; Chromium reports it
 * as an unhandled rejection that nobody but the router could handle. It is kept out of the console, where
 * people look for what went wrong.
 */
export function ignoreSkippedTransitions(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    if (reason instanceof DOMException && /transition was skipped/i.test(reason.message)) {
      event.preventDefault();
    }
  });
}
