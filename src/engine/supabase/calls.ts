import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import { PAGE_ROWS } from '../../lib/limits.ts';
import { type Page, type PullRequest, pageSchema, type Remote } from '../sync/protocol.ts';
import { type Backend, callRpc } from './http.ts';
import { watchPokes } from './pokes.ts';
import { asCaller, type Session } from './session.ts';

/**
 * Supabase as the engine needs it.
 *
 * @param watch how pokes are listened for
 */
export function createRemote(
  backend: Backend,
  session: Session,
  watch: typeof watchPokes = watchPokes,
): Remote {
  /** The newest version that a poke has told of. */
  let told = 0;

  return {
    pull: (request, signal) =>
      asCaller(session, (caller) => {
        const { reads } = backend;
        if (caller === null && reads !== undefined) return read(reads, request, signal);
        return ask('sync_pull', request, caller?.token ?? null, signal);
      }),

    async ready() {
      await session.accessToken();
    },

    push: ({ account, ...request }, signal) =>
      asCaller(session, (caller) => {
        // Only with a token of the account that made the mutations.
        if (caller?.userId !== account) throw new Failure('signed-out', null, 'not its account');
        return ask('sync_push', request, caller.token, signal);
      }),

    watch: (listener) =>
      watch(backend, {
        ...listener,
        poked(version) {
          told = Math.max(told, version);
          listener.poked(version);
        },
      }),
  };

  /**
   * A visitor's pull through a cache: its address is the whole question, so that all who ask the same are given one
   * answer. `told` is part of it only where it makes a difference: no answer from before that poke must be given.
   */
  async function read(url: string, request: PullRequest, signal: AbortSignal): Promise<Page> {
    const { epoch, cursor, horizon } = request;
    const question = Object.entries({ epoch, cursor, horizon, page_size: PAGE_ROWS });
    if (told > cursor) question.push(['told', told]);
    const said = question.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
    const call = { name: 'sync_read', query: said.join('&'), token: null };
    return toPage(call.name, await callRpc({ ...backend, url }, call, signal));
  }

  async function ask(
    name: string,
    request: object,
    token: string | null,
    signal: AbortSignal,
  ): Promise<Page> {
    const body = { ...request, page_size: PAGE_ROWS };
    return toPage(name, await callRpc(backend, { name, body, token }, signal));
  }
}

/** An answer of another shape did not come from our server. */
function toPage(name: string, answer: unknown): Page {
  const page = v.safeParse(pageSchema, answer);
  if (page.success) return page.output;
  throw new Failure('unreachable', 'not-an-answer', `${name}: ${v.summarize(page.issues)}`);
}
