import { uuid } from '../../lib/uuid.ts';
import { draftOf } from '../draft.ts';
import { getMeta, type MirrorDatabase } from '../mirror/database.ts';

/**
 * Edits of an earlier account with the address of the signed-in one. An account that was made anew on the server has
 * another id, so what waits is of someone else, and no one can send it any more. Who signs in with the same address may
 * take it over, by saying so.
 */

/** How many edits the signed-in account can take over. */
export function claimable(database: MirrorDatabase): Promise<number> {
  const { outbox, rejected, meta } = database;
  return database.transaction('r', outbox, rejected, meta, async () => {
    const { isEarlier } = await earlierAccounts(database);
    const waiting = (await outbox.toArray()).filter(isEarlier);
    const refused = (await rejected.toArray()).filter(({ mutation }) => isEarlier(mutation));
    return waiting.length + refused.length;
  });
}

/**
 * Makes them the signed-in account's, with their conflicts and drafts. They keep their ids: one that the earlier account has
 * sent already is refused, not applied twice.
 */
export function claim(database: MirrorDatabase): Promise<void> {
  const { outbox, rejected, overwritten, drafts } = database;
  return database.transaction('rw', database.tables, async () => {
    const { isEarlier, account } = await earlierAccounts(database);
    if (account === null) return;
    const waiting = (await outbox.toArray()).filter(isEarlier);
    await outbox.bulkPut(waiting.map((one) => ({ ...one, account })));
    const conflicts = (await overwritten.toArray()).filter(isEarlier);
    await overwritten.bulkPut(conflicts.map((one) => ({ ...one, account })));
    const refused = (await rejected.toArray()).filter(({ mutation }) => isEarlier(mutation));
    await rejected.bulkPut(
      refused.map((one) => ({ ...one, mutation: { ...one.mutation, account } })),
    );
    for (const draft of (await drafts.toArray()).filter(isEarlier)) {
      await drafts.delete(draft.key);
      await drafts.put(draftOf({ account, place: draft.place, tab: uuid() }, draft, draft.at));
    }
  });
}

/** `account` is null, and nothing is of an earlier one, unless somebody is signed in. */
async function earlierAccounts(database: MirrorDatabase) {
  const own = (await getMeta(database, 'account')) ?? null;
  const account = own === null || own.expired ? null : own.userId;
  const authors = (await getMeta(database, 'authors')) ?? {};
  const isEarlier = (edit: { readonly account: string }) =>
    account !== null &&
    edit.account !== account &&
    authors[edit.account]?.toLowerCase() === own?.email.toLowerCase();
  return { account, isEarlier };
}
