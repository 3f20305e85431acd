import * as v from 'valibot';
import { backendOfBuild } from '../../lib/backend-of-build.ts';
import { Failure, kindOfAnswer } from '../../lib/failure.ts';
import { fetchText } from '../../lib/fetch-text.ts';
import { QUOTED_LENGTH } from '../../lib/limits.ts';
import { beginning } from '../../lib/shortened.ts';
import type { MessageText } from './message-rules.ts';

const answerSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('taken') }),
  v.object({
    outcome: v.literal('refused'),
    field: v.string(),
    why: v.picklist(['empty', 'long', 'unfit']),
  }),
  v.object({ outcome: v.literal('later'), why: v.string(), seconds: v.number() }),
]);

/** What has become of a message: see inbox_send in supabase/migrations. */
export type MessageAnswer = v.InferOutput<typeof answerSchema>;

/**
 * Sends a message to the inbox. By plain fetch and as a visitor, whoever is signed in: nobody's rights matter.
 *
 * @throws {Failure} 'unreachable' without an answer of our server, 'refused' where it has no inbox
 */
export async function postMessage(id: string, text: MessageText): Promise<MessageAnswer> {
  const { url, key, client } = backendOfBuild(window.location.origin);
  const asked = fetchText(`${url}/rest/v1/rpc/inbox_send`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: key,
      // An older key is a token, too, and expected twice.
      ...(key.startsWith('ey') && { authorization: `Bearer ${key}` }),
      'x-client-info': client,
    },
    body: JSON.stringify({ id, ...text }),
  });
  const { response, text: said } = await asked.catch((error: unknown) => {
    throw new Failure('unreachable', 'no-answer', String(error), { cause: error });
  });
  const answer = parsed(said);
  const read = v.safeParse(answerSchema, answer);
  if (response.ok && read.success) return read.output;
  const { code } = Object(answer) as { code?: unknown };
  const known = typeof code === 'string' ? code : null;
  // What is no JSON is not our server's: a network that wants a sign-in, or a gateway.
  const kind =
    answer === undefined || response.ok
      ? 'unreachable'
      : kindOfAnswer({ status: response.status, code: known });
  throw new Failure(
    kind === 'signed-out' ? 'refused' : kind,
    known ?? String(response.status),
    `inbox_send: ${response.status} ${beginning(said, QUOTED_LENGTH)}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
