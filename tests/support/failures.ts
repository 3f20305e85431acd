import { Failure } from '../../src/lib/failure.ts';

/** What an exchange fails with in tests. */

/** Nobody answers. */
export const unreachable = new Failure('unreachable', 'no-answer', 'down');

/** The server will not serve the call. */
export const refused = new Failure('refused', 'PGRST202', 'no such function');
