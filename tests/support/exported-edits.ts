import { randomUUID } from 'node:crypto';
import { me, NOW } from './editing-device.ts';

/** An export whose edits have the given columns; the others have valid values. */
export function exported(edits: readonly Record<string, unknown>[]): unknown {
  const waiting = edits.map((columns, place) => ({
    place,
    id: randomUUID(),
    account: me.userId,
    label: 'Edit',
    at: NOW,
    changes: [],
    rows: [],
    after: [],
    attempts: 0,
    sent: false,
    heldUntil: null,
    ...columns,
  }));
  return { fieldnotes: 'outbox', version: 1, waiting, rejected: [] };
}
