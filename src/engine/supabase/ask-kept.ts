import * as v from 'valibot';
import { Failure, toFailure } from '../../lib/failure.ts';
import { openShelf } from '../../lib/shelf.ts';
import type { SessionStore } from '../mirror/session-store.ts';
import type { Told } from '../past.ts';
import { shelfOf } from '../shelf-names.ts';
import { asAccount } from './role.ts';
import type { Session } from './session.ts';

/** Asks the server as the signed-in account, and remembers the answer at a place. */
export type AskKept = <Schema extends v.GenericSchema>(
  place: string,
  schema: Schema,
  question: (token: string) => Promise<unknown>,
) => Promise<Told<v.InferOutput<Schema>>>;

/**
 * Asks what devices do not follow, when somebody looks at it. What was looked at stays on the device until its account signs out,
 * and is shown again where the server is out of reach.
 */
export function createAskKept(store: SessionStore, session: Session): AskKept {
  const reader = async () => (await store.read()).account?.userId ?? null;

  return async (place, schema, question) => {
    const account = await reader();
    if (account === null) throw new Failure('signed-out', null, 'Nobody is signed in.');
    const shelf = openShelf(shelfOf(store.engine, account));
    try {
      const received = await asAccount(session, ({ token }) => question(token));
      const read = v.safeParse(schema, received);
      if (!read.success)
        throw new Failure('unreachable', 'not-an-answer', `${place}: not an answer`);
      // Who has signed out meanwhile leaves nothing behind.
      if ((await reader()) === account) await shelf.put(place, received);
      return { answer: read.output, isEarlier: false };
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind !== 'unreachable' && failure.kind !== 'signed-out') throw failure;
      const kept = v.safeParse(schema, await shelf.get(place));
      if (!kept.success) throw failure;
      return { answer: kept.output, isEarlier: true };
    }
  };
}
