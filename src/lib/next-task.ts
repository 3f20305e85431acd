/** Resolves in a task of its own: between two tasks the browser paints, and answers its reader. */
export function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  // Missing in Safari, and in Firefox before 142.
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
