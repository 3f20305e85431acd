import { Failure } from '../../lib/failure.ts';
import type { Caller, Session } from './session.ts';

/**
 * Makes a call as whoever is signed in, or as a visitor. A token that the server does not take, whatever the
 * clock says of it, is refreshed once, and the call made again (Y19).
 *
 * @throws what the call throws; 'signed-out' where not even the new token is taken
 */
export async function asCaller<T>(
  session: Session,
  call: (caller: Caller | null) => Promise<T>,
): Promise<T> {
  const caller = await session.accessToken();
  try {
    return await call(caller);
  } catch (error) {
    const refused = error instanceof Failure && error.kind === 'signed-out';
    if (!refused || caller === null) throw error;
    return call(await session.refreshAfter401(caller.token));
  }
}
