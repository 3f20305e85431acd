import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import { PAGE_ROWS } from '../../lib/limits.ts';
import { type Page, pageSchema, type Remote } from '../sync/protocol.ts';
import { type Backend, callRpc } from './http.ts';
import { watchPokes } from './pokes.ts';
import { asCaller, type Session } from './session.ts';

/** Supabase as the engine needs it. */
export function createRemote(backend: Backend, session: Session): Remote {
  return {
    pull: (request, signal) =>
      asCaller(session, (caller) => ask('sync_pull', request, caller?.token ?? null, signal)),

    async ready() {
      await session.accessToken();
    },

    push: ({ account, ...request }, signal) =>
      asCaller(session, (caller) => {
        // Only with a token of the account that made the mutations.
        if (caller?.userId !== account) throw new Failure('signed-out', null, 'not its account');
        return ask('sync_push', request, caller.token, signal);
      }),

    watch: (listener) => watchPokes(backend, listener),
  };

  /** An answer of another shape did not come from our server. */
  async function ask(
    name: string,
    request: object,
    token: string | null,
    signal: AbortSignal,
  ): Promise<Page> {
    const body = { ...request, page_size: PAGE_ROWS };
    const page = v.safeParse(pageSchema, await callRpc(backend, name, body, token, signal));
    if (page.success) return page.output;
    throw new Failure('unreachable', 'not-an-answer', `${name}: ${v.summarize(page.issues)}`);
  }
}
