import type { Remote } from '../sync/protocol.ts';
import { pull } from './call-pull.ts';
import { push, ready } from './call-push.ts';
import { watchPokes } from './pokes.ts';
import type { Session } from './session.ts';

/** Where the backend is. `url` has no slash at its end; `key` is the publishable key, which is public. */
export interface Backend {
  url: string;
  key: string;
}

/** Supabase as the engine needs it. */
export function createRemote(backend: Backend, session: Session): Remote {
  return {
    pull: (request, signal) => pull(backend, session, request, signal),
    ready: () => ready(session),
    push: (request, signal) => push(backend, session, request, signal),
    watch: (listener) => watchPokes(backend, listener),
  };
}
