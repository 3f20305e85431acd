import * as v from 'valibot';
import { PAGE_ROWS } from '../lib/limits.ts';
import { RemoteFailure } from '../sync/failure.ts';
import { type Page, type PullRequest, pageSchema } from '../sync/remote.ts';
import type { Backend } from './remote.ts';
import { callRpc } from './rpc.ts';

/** One call of sync_pull. An answer of another shape is no answer: something else spoke for the server. */
export async function pull(
  backend: Backend,
  { epoch, cursor, horizon }: PullRequest,
  signal: AbortSignal,
): Promise<Page> {
  const body = { epoch, cursor, horizon, page_size: PAGE_ROWS };
  const page = v.safeParse(pageSchema, await callRpc(backend, 'sync_pull', body, signal));
  if (!page.success) {
    throw new RemoteFailure('unreachable', `not a page: ${v.summarize(page.issues)}`);
  }
  return page.output;
}
