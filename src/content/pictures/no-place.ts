/** What to do where the database is older than pictures, and has no bucket for them. */
export const NO_PLACE = 'The server has no place for pictures yet. Run “supabase db push”.';

/** What an edit is refused with whose picture found no bucket (engine/outbox/queue.ts). */
export const NO_PLACE_CODE = 'file 404';
