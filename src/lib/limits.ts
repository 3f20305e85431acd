/** Every time limit of the sync, in milliseconds, in one place. */

/** A request without an answer by then has failed (LIMIT-1). */
export const REQUEST_TIMEOUT_MS = 8_000;

/** Waiting after a failure: `min(BACKOFF_FIRST_MS · 2^n, BACKOFF_MOST_MS)` (LIMIT-2). */
export const BACKOFF_FIRST_MS = 1_000;
export const BACKOFF_MOST_MS = 30_000;

/** A device that has nothing to show asks again this soon, however often it failed (LIMIT-3). */
export const EMPTY_DEVICE_RETRY_MS = 2_000;

/** A server may ask for patience; longer than this is not believed. */
export const RETRY_AFTER_MOST_MS = 600_000;

/** Asking for news while visible: with a live channel only to bound what a silent channel can hide. */
export const POLL_LIVE_MS = 60_000;
export const POLL_SILENT_MS = 20_000;

/** When the channel is lost the server may be too: ask about this soon, give or take most of it. */
export const CHANNEL_LOST_MS = 2_000;

/** Realtime says 'subscribed' up to this long before changes really flow (supabase/realtime #282). */
export const SUBSCRIBED_TOO_EARLY_MS = 5_000;

/** What pokes say is pulled at most this often; visitors wait up to this much longer, each another time. */
export const POKES_APART_MS = 1_000;
export const POKES_SPREAD_MS = 3_000;

/** How long a cycle waits for the same cycle in another tab before it goes ahead without it. */
export const LOCK_PATIENCE_MS = 12_000;

/** A session's token is renewed when it has no more than this left. */
export const REFRESH_AHEAD_MS = 60_000;

/** From one attempt to sign in or up to the next, at least (SIGNIN-3). */
export const AUTH_ATTEMPTS_APART_MS = 2_000;

/** Rows a page asks for at most; the server also bounds a page by bytes. */
export const PAGE_ROWS = 500;

/** Edits a push sends at once at most, and bytes of them; the server takes more of either. */
export const PUSH_COUNT = 200;
export const PUSH_BYTES = 1_000_000;

/**
 * How long Undo is offered when nobody is at it. E15: at least 8 s. An edit that can be taken back is not
 * sent meanwhile.
 */
export const UNDO_MS = 9_000;

/** No edit waits longer than this for its admin to take it back, whatever they are at. */
export const HOLD_MOST_MS = 60_000;

/** An edit that waits for longer has met no server: the browser is asked to wake a worker for it. */
export const WAITS_LONG_MS = 3_000;

/** A database that is not open by then, or a transaction that has not begun, is not waited for. */
export const BEGINS_MS = 3_000;

/** From one question to a storage that has not answered to the next. */
export const ASK_STORAGE_AGAIN_MS = 1_000;

/** What is taken in of one file of edits, at most, and how many of them in one transaction: others write meanwhile. */
export const IMPORT_COUNT = 5_000;
export const IMPORT_BYTES = 10_000_000;
export const IMPORT_AT_ONCE = 250;
