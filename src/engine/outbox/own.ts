import { getMeta, type MirrorDatabase } from '../mirror/database.ts';

/**
 * Edits belong to the account that made them. Others who use the device neither see them nor can do anything
 * to them; they learn only how many there are.
 *
 * @returns whether an edit is the signed-in account's; read in the caller's transaction
 */
export async function ownEdits(
  database: MirrorDatabase,
): Promise<(edit: { readonly account: string }) => boolean> {
  const account = await getMeta(database, 'account');
  return (edit) => edit.account === account?.userId;
}
