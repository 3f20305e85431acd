/** Differs with each load of the page. A reload keeps the history's state, but must not reopen a menu or a picture. */
export const THIS_VISIT = performance.timeOrigin;

/** A value by its name in a navigation's state; undefined if it is missing or the state is not ours. */
export function inState(state: unknown, name: string): unknown {
  if (typeof state !== 'object' || state === null) return undefined;
  return (state as Readonly<Record<string, unknown>>)[name];
}
