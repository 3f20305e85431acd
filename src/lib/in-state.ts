/** What a navigation's state says by that name; undefined where it says nothing, or is nobody's of this site. */
export function inState(state: unknown, name: string): unknown {
  if (typeof state !== 'object' || state === null) return undefined;
  return (state as Readonly<Record<string, unknown>>)[name];
}
