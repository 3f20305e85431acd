import * as v from 'valibot';
import { PAGE_ROWS } from '../lib/limits.ts';
import { RemoteFailure } from '../sync/failure.ts';
import { type Page, type PullRequest, pageSchema } from '../sync/remote.ts';
import { asCaller } from './as-caller.ts';
import type { Backend } from './remote.ts';
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
    throw new RemoteFailure('unreachable', `not a page: ${v.summarize(page.issues)}`);
  }
  return page.output;
}
