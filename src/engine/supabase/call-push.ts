import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import { PAGE_ROWS } from '../../lib/limits.ts';
import { type Page, type PushRequest, pageSchema } from '../sync/protocol.ts';
import { asCaller } from './as-caller.ts';
import type { Backend } from './calls.ts';
import { callRpc } from './rpc.ts';
import type { Session } from './session.ts';

/** Renews a session that is to be renewed, so that a push goes out at once. @throws {Failure} see Session */
export async function ready(session: Session): Promise<void> {
  await session.accessToken();
}

/** One call of sync_push, in the name of the account that made the mutations or not at all. */
export async function push(
  backend: Backend,
  session: Session,
  { account, ...request }: PushRequest,
  signal: AbortSignal,
): Promise<Page> {
  const body = { ...request, page_size: PAGE_ROWS };
  const answer = await asCaller(session, (caller) => {
    if (caller?.userId !== account) throw new Failure('signed-out', null, 'not its account');
    return callRpc(backend, 'sync_push', body, caller.token, signal);
  });
  const read = v.safeParse(pageSchema, answer);
  if (!read.success) {
    throw new Failure('unreachable', 'not-an-answer', `sync_push: ${v.summarize(read.issues)}`);
  }
  return read.output;
}
