import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import { CACHED_MOST_MS, EDITS_ANSWERED_MS } from '../../lib/limits.ts';
import type { Millis } from '../../lib/millis.ts';
import {
  type Page,
  type PullRequest,
  pageSchema,
  type Remote,
  type Since,
} from '../sync/protocol.ts';
import { type Backend, type Call, callRpc } from './http.ts';
import { watchPokes } from './pokes.ts';
import { asCaller, type Caller, type Session } from './session.ts';

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
    staleMs: backend.reads === undefined ? 0 : CACHED_MOST_MS,

    pull: (request, signal) =>
      asCaller(session, (caller) => {
        if (caller !== null) return ask('sync_pull', request, caller, signal);
        const { url, call } = visitorsPull(backend, request, told);
        return toPage(call.name, callRpc({ ...backend, url }, call, signal), null);
      }),

    async ready() {
      await session.accessToken();
    },

    push: ({ account, ...request }, signal) =>
      asCaller(session, (caller) => {
        // Only with a token of the account that made the mutations.
        if (caller?.userId !== account) throw new Failure('signed-out', null, 'not its account');
        return ask('sync_push', request, caller, signal, EDITS_ANSWERED_MS);
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

  function ask(
    name: string,
    { rows, ...request }: Since,
    { token, userId }: Caller,
    signal: AbortSignal,
    answerMs?: Millis,
  ): Promise<Page> {
    const body = { ...request, page_size: rows };
    return toPage(name, callRpc(backend, { name, body, token, answerMs }, signal), userId);
  }

  /** An answer of another shape did not come from our server. */
  async function toPage(
    name: string,
    answer: Promise<unknown>,
    reader: string | null,
  ): Promise<Page> {
    const page = v.safeParse(pageSchema, await answer);
    if (!page.success)
      throw new Failure('unreachable', 'not-an-answer', `${name}: ${v.summarize(page.issues)}`);
    if (page.output.due) release();
    return { ...page.output, reader };
  }

  /**
   * Has written down that a row's time has come. Everybody is poked then, this device too; if it fails, the next pull says
   * so again.
   */
  function release(): void {
    const call = { name: 'sync_release', body: {}, token: null };
    callRpc(backend, call).catch(() => {});
  }
}

/**
 * A visitor's pull. Through a cache its address is the whole question, so that all who ask the same are given one answer (R33).
 *
 * @param told part of the address where it makes a difference: no answer from before that poke must be given
 */
function visitorsPull(
  { url, reads }: Backend,
  request: PullRequest,
  told: number,
): { url: string; call: Call } {
  const { rows, ...since } = request;
  if (reads === undefined) {
    const body = { ...since, page_size: rows };
    return { url, call: { name: 'sync_pull', body, token: null } };
  }
  const { epoch, cursor, horizon } = since;
  const question = Object.entries({ epoch, cursor, horizon, page_size: rows });
  if (told > cursor) question.push(['told', told]);
  const said = question.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return { url: reads, call: { name: 'sync_read', query: said.join('&'), token: null } };
}
