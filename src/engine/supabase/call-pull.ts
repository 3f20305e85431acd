import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import { PAGE_ROWS } from '../../lib/limits.ts';
import { type Page, type PullRequest, pageSchema } from '../sync/protocol.ts';
import { asCaller } from './as-caller.ts';
import type { Backend } from './calls.ts';
import { callRpc } from './rpc.ts';
import type { Session } from './session.ts';

/** One call of sync_pull. An answer of another shape is no answer: something else spoke for the server. */
export async function pull(
  backend: Backend,
  session: Session,
  { pending, ...request }: PullRequest,
  signal: AbortSignal,
): Promise<Page> {
  const body = { ...request, page_size: PAGE_ROWS, pending };
  const answer = await asCaller(session, (caller) =>
    callRpc(backend, 'sync_pull', body, caller?.token ?? null, signal),
  );
  const page = v.safeParse(pageSchema, answer);
  if (!page.success) {
    throw new Failure('unreachable', 'not-an-answer', `sync_pull: ${v.summarize(page.issues)}`);
  }
  return page.output;
}
