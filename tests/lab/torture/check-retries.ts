import { isDeepStrictEqual } from 'node:util';
import type { Mutation } from '../../../src/engine/mutation.ts';
import { uuidAfter } from '../../../src/engine/outbox/uuid-after.ts';
import type { Look } from './look.ts';
import { values } from './unique-values.ts';

/** The codes with which the server refuses a column or table that it does not know, or a file for which it has no bucket. */
const UNKNOWN = ['42703', '42P01', 'file 404'];

export function isUnknown(code: string | null): boolean {
  return code !== null && UNKNOWN.includes(code);
}

/**
 * R39: an edit of a column that the server did not know, and those that build on it, are sent again as others when it may know
 * it. What was promised of the one is promised of the other. One whose file found no bucket is sent again as itself.
 */
export function unknownIsRetried({ must, device, server, disk }: Look): void {
  const { promised, views } = device;
  const here = [...disk.waiting, ...disk.rejected.map(({ mutation }) => mutation)];
  const retried = new Set<string>();
  for (const [id, mutation] of promised) {
    if (here.some((one) => one.id === id) || server.applied.has(id)) continue;
    const wasRefused = server.refused.get(id)?.some(({ code }) => isUnknown(code)) === true;
    if (!wasRefused && !mutation.after.some((other) => retried.has(other))) continue;
    retried.add(id);
    // It may have come from another device as what it was sent again as.
    const like = here.filter((one) => one.id === uuidAfter(id) || isAgain(one, mutation, promised));
    // A later edit of the row is taken for it only if nothing else can be.
    const again = like.find(({ id }) => !promised.has(id)) ?? like[0] ?? sent(mutation, server);
    must(again !== undefined, 'R39', `${mutation.label} is neither refused nor sent again`);
    promised.delete(id);
    if (again === undefined || promised.has(again.id)) continue;
    device.keepPromise(again);
    views.retried(id, again.id);
    // Its place is not known if it has been answered, too.
    if (!here.includes(again)) device.carried.add(again.id);
  }
}

/** It may have been changed once more before it was sent. */
function isAgain(one: Mutation, before: Mutation, promised: ReadonlyMap<string, Mutation>) {
  const isOfRow = isDeepStrictEqual(one.rows, before.rows) && one.account === before.account;
  const isLater = one.place > before.place;
  const isSame = isDeepStrictEqual(values(one.changes), values(before.changes));
  return isOfRow && isLater && isSame !== promised.has(one.id);
}

function sent(mutation: Mutation, { applied }: Look['server']): Mutation | undefined {
  const all = [...applied].filter(
    ([id, { changes, userId }]) =>
      id !== mutation.id &&
      userId === mutation.account &&
      isDeepStrictEqual(values(changes), values(mutation.changes)),
  );
  const [id] = all.at(-1) ?? [];
  return id === undefined ? undefined : { ...mutation, id };
}
