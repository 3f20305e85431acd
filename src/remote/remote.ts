import type { Remote } from '../sync/remote.ts';
import { watchPokes } from './pokes.ts';
import { pull } from './pull.ts';

/** Where the backend is. `url` has no slash at its end; `key` is the publishable key, which is public. */
export interface Backend {
  url: string;
  key: string;
}

/** Supabase as the engine needs it. */
export function createRemote(backend: Backend): Remote {
  return {
    pull: (request, signal) => pull(backend, request, signal),
    watch: (listener) => watchPokes(backend, listener),
  };
}
