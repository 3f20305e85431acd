import type { MirrorDatabase } from './database.ts';

/** What was typed into a form and not yet saved, kept on the device (E1). */
export interface Draft {
  /** Which form, e.g. `learnings/new` or `resources/<id>`. */
  readonly key: string;
  /** What its fields hold; the form checks it when it takes it back. */
  readonly fields: unknown;
  /** The values that the item had when the typing began; null for a new one. */
  readonly from: unknown;
  /** ms since 1970, for showing. */
  readonly at: number;
}

export async function readDraft(database: MirrorDatabase, key: string): Promise<Draft | null> {
  return (await database.drafts.get(key)) ?? null;
}

export async function keepDraft(database: MirrorDatabase, draft: Draft): Promise<void> {
  await database.drafts.put(draft);
}

export async function dropDraft(database: MirrorDatabase, key: string): Promise<void> {
  await database.drafts.delete(key);
}
