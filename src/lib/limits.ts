/** Limits of time, count and size, in one place; `_MS` is milliseconds. */

/** A request without an answer after this long has failed (LIMIT-1). */
export const REQUEST_TIMEOUT_MS = 8_000;

/** Back-off: `min(BACKOFF_FIRST_MS · 2^n, BACKOFF_MOST_MS)` (LIMIT-2). */
export const BACKOFF_FIRST_MS = 1_000;
export const BACKOFF_MOST_MS = 30_000;

/** A device with nothing to show retries after this long, however often it has failed (LIMIT-3). */
export const EMPTY_DEVICE_RETRY_MS = 2_000;

/** A longer wait than this is not accepted from a server. */
export const RETRY_AFTER_MOST_MS = 600_000;

/** How often a visible page polls. With a live channel it only bounds how long a silent channel can hide news. */
export const POLL_LIVE_MS = 60_000;
export const POLL_SILENT_MS = 20_000;

/** When the channel is lost the server may be down too: poll after about this long, with a wide jitter. */
export const CHANNEL_LOST_MS = 2_000;

/** Realtime says 'subscribed' up to this long before changes really flow (supabase/realtime #282). */
export const SUBSCRIBED_TOO_EARLY_MS = 5_000;

/** How old an answer from a cache in front of the server may be: see sync_read in supabase/migrations. */
export const CACHED_MOST_MS = 5_000;

/** Pokes lead to a pull at most this often; visitors add a random delay of up to as much again. */
export const POKES_APART_MS = 1_000;
export const POKES_SPREAD_MS = 3_000;

/** How long a cycle waits for the same cycle in another tab before it goes ahead anyway. */
export const LOCK_PATIENCE_MS = 12_000;

/** A session's token is renewed once it has no more than this left. */
export const REFRESH_AHEAD_MS = 60_000;

/** The shortest time between two attempts to sign in or up (SIGNIN-3). */
export const AUTH_ATTEMPTS_APART_MS = 2_000;

/** A busy page listens for pokes after this long all the same. */
export const LISTEN_WITHIN_MS = 2_000;

/** A catch-up gives up if the server starts over more often than this. */
export const RESETS_MOST = 5;

/** How many characters of an answer that is not our server's a failure quotes. */
export const QUOTED_LENGTH = 100;

/** How many answers of the device are kept that no screen shows any more. */
export const ANSWERS_KEPT = 32;

/** Text in a form is stored once the typing pauses this long; after a refusal by the device, this long later again. */
export const DRAFT_PAUSE_MS = 50;
export const DRAFT_AGAIN_MS = 2_000;

/** The most rows a page asks for, which is the most the server gives; it also limits a page's bytes. */
export const PAGE_ROWS = 1_000;

/** The most edits in one push, and their bytes; the server accepts more of both. */
export const PUSH_COUNT = 200;
export const PUSH_BYTES = 1_000_000;

/**
 * How long Undo is offered if nobody interacts with it; at least 8 s (E15). An edit is not sent while it can
 * be taken back.
 */
export const UNDO_MS = 9_000;

/** The longest that an edit waits to be taken back, even while its admin is still at the offer. */
export const HOLD_MOST_MS = 60_000;

/** An edit that waits longer has not reached a server: the browser is asked to wake a worker for it. */
export const WAITS_LONG_MS = 3_000;

/** An exchange that lasts longer is reported to the screens while it is under way. */
export const REPORTED_AFTER_MS = 100;

/** How long to wait for the database to open, and for a transaction to begin. */
export const BEGINS_MS = 3_000;

/** How long one request of a transaction that has begun may take: deleting 100,000 rows takes seconds. */
export const ONE_REQUEST_MS = 60_000;

/** The pause between two attempts to reach a storage that has not answered. */
export const ASK_STORAGE_AGAIN_MS = 1_000;

/** The most edits accepted from one file, and how many of them per transaction, so that others can write in between. */
export const IMPORT_COUNT = 5_000;
export const IMPORT_BYTES = 10_000_000;
export const IMPORT_AT_ONCE = 250;
