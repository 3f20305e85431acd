import { Failure } from '../../src/lib/failure.ts';

/** Failures of an exchange, for tests. */

/** The server does not answer. */
export const unreachable = new Failure('unreachable', 'no-answer', 'down');

/** The server refuses the call. */
export const refused = new Failure('refused', 'PGRST202', 'no such function');
