import type { Remote } from '../sync/remote.ts';
import { watchPokes } from './pokes.ts';
import { pull } from './pull.ts';

/** Where the backend is. `url` has no slash at its end; `key` is the publishable key, which is public. */
export interface Backend {
  url: string;
  key: string;
}

/**
 * Supabase as the engine needs it.
 *
 * @param options.pokes whether to hold a live connection; without one the engine asks at intervals
 */
export function createRemote(backend: Backend, options: { pokes: boolean }): Remote {
  return {
    pull: (request, signal) => pull(backend, request, signal),
    watch: (listener) => (options.pokes ? watchPokes(backend, listener) : () => {}),
  };
}
