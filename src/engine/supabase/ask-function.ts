import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import type { DatabaseFunctions } from '../database-functions.ts';
import type { SessionStore } from '../mirror/session-store.ts';
import { createAskKept } from './ask-kept.ts';
import { type Backend, callRpc } from './http.ts';
import { asAccount } from './role.ts';
import type { Session } from './session.ts';

export function createDatabaseFunctions(
  backend: Backend,
  store: SessionStore,
  session: Session,
): DatabaseFunctions {
  const askKept = createAskKept(store, session);
  return {
    read({ name, body }, schema) {
      const place = [name, ...Object.values(body)].join('/');
      return askKept(place, schema, (token) => callRpc(backend, { name, body, token }));
    },
    async call({ name, body }, schema) {
      const answer = await asAccount(session, ({ token }) =>
        callRpc(backend, { name, body, token }),
      );
      const read = v.safeParse(schema, answer);
      if (read.success) return read.output;
      throw new Failure('unreachable', 'not-an-answer', `${name}: not an answer`);
    },
  };
}
