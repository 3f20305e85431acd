import { useSyncExternalStore } from 'react';

/**
 * In built pages nothing hears the form yet: what is typed there would be lost. A field that takes the focus, and no letter, brings the
 * app's own in its place (app/replace-built.ts).
 */
export function useIsHeard(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
