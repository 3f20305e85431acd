import { getMeta, type MirrorDatabase } from './database.ts';

/** Told by the build (supabase/embedded/model-fingerprint.ts): which model this app derives orders and lookups by. */
declare const __MODEL_FINGERPRINT__: string;

export const MODEL: string = __MODEL_FINGERPRINT__;

/**
 * Before rows are written: where another version of the app, open beside this one, has derived the others, the mirror
 * is of neither, and is derived anew at the next start.
 */
export async function noteModel(database: MirrorDatabase): Promise<void> {
  const held = await getMeta(database, 'model');
  if (held !== undefined && held !== MODEL) await database.meta.delete('model');
}
