import { Failure, kindOfAnswer } from '../../lib/failure.ts';
import type { SessionStore } from '../mirror/session-store.ts';
import { ask, type Backend } from './http.ts';
import { asCaller, type Caller, type Session } from './session.ts';

/** Whether an account may edit. The server decides in the end; the device remembers what it said last. */

/** Asks for the role of the signed-in account; without an answer the known role stays. */
export async function refreshRole(
  backend: Backend,
  store: SessionStore,
  session: Session,
): Promise<void> {
  try {
    await asAccount(session, async (caller) =>
      store.setRole(caller.userId, await askIfAdmin(backend, caller)),
    );
  } catch {
    // Nobody is signed in, or there is no answer.
  }
}

/**
 * Asks for one row, not for a list: whoever answers in the server's place with an empty list would take the right away, and with it
 * what only an admin may read.
 *
 * @throws {Failure}
 */
export async function askIfAdmin(backend: Backend, { token, userId }: Caller): Promise<boolean> {
  const path = `/rest/v1/user_roles?select=role&user_id=eq.${encodeURIComponent(userId)}&role=eq.admin&limit=1`;
  const headers = { accept: 'application/vnd.pgrst.object+json' };
  const { status, body } = await ask(backend, { path, method: 'GET', token, headers });
  const { role, code } = Object(body);
  if (role === 'admin') return true;
  // PostgREST's word for no row.
  if (code === 'PGRST116') return false;
  throw new Failure(kindOfAnswer({ status, code: null }), String(status), `user_roles: ${status}`);
}

/** Makes a call as the signed-in account. @throws {Failure} 'signed-out' without one; what the call throws */
export function asAccount<T>(session: Session, call: (caller: Caller) => Promise<T>): Promise<T> {
  return asCaller(session, async (caller) => {
    if (caller === null) throw new Failure('signed-out', null, 'Nobody is signed in.');
    return call(caller);
  });
}
