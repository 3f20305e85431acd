/** Limits of time, count and size, in one place; `_MS` is milliseconds. */

/** A request has failed when nothing has been heard of it for this long (LIMIT-1). */
export const SILENCE_MS = 8_000;

/** What is sent has the time that it takes on the slowest line. */
export const SLOWEST_BYTES_PER_S = 8_000;

/**
 * How long a database may think about edits: longer than its own limit for a statement, 8 s on hosted Supabase. Else
 * the device would never hear that there are too many in one request.
 */
export const EDITS_ANSWERED_MS = 12_000;

/** Back-off after the nth failure in a row: at most `min(BACKOFF_FIRST_MS · 2^(n-1), BACKOFF_MOST_MS)` (LIMIT-2). */
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

/** A tab that has a lock, and does not answer those that wait for it, loses it after this long. */
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

/** The rows of a page that a line or a server cannot manage are halved, down to this. */
export const PAGE_ROWS_LEAST = 50;

/** The most edits in one push, and their bytes: the server accepts more of both, but a slow line should tell how far it is. */
export const PUSH_COUNT = 200;
export const PUSH_BYTES = 250_000;

/** In seconds, a year: a stored file never changes, so whoever has it need not ask again. */
export const FILE_KEPT_S = 31_536_000;

/** A larger file is sent in parts of this size, which Supabase's resumable uploads want to be exactly this. */
export const FILE_PART_BYTES = 6 * 1024 * 1024;

/** A larger file is sent over a metered network only if a person asks. */
export const FILE_METERED_BYTES = 500_000;

/**
 * How long Undo is offered if nobody interacts with it; at least 8 s (E15). An edit is not sent while it can
 * be taken back.
 */
export const UNDO_MS = 9_000;

/** The longest that an edit waits to be taken back, even while its admin is still at the offer. */
export const HOLD_MOST_MS = 60_000;

/** An edit that waits longer has not reached a server: the browser is asked to wake a worker for it. */
export const WAITS_LONG_MS = 3_000;

/** An exchange that a person asked for is reported to the screens while it is under way, if it lasts longer. */
export const REPORTED_AFTER_MS = 100;

/** Any other one, after so long: nobody waits for it, and each report is a write that every tab reads. */
export const UNASKED_REPORTED_AFTER_MS = 1_000;

/** A page reads the edits that it has stored itself so much later, all at once: they are shown already. */
export const OWN_EDITS_READ_AFTER_MS = 50;

/** How long to wait for the database to open, and for a transaction to begin. */
export const BEGINS_MS = 3_000;

/** How long one request of a transaction that has begun may take: deleting 100,000 rows takes seconds. */
export const ONE_REQUEST_MS = 60_000;

/** The pause between two attempts to reach a storage that has not answered. */
export const ASK_STORAGE_AGAIN_MS = 1_000;

/** How often a storage may fail to open, with back-off, before it counts as none: about half a minute. One that has worked is never given up. */
export const STORAGE_ATTEMPTS = 7;

/**
 * The most edits accepted from one file, its bytes, and how many edits per transaction, so that others can write in between. A
 * file has the pictures of its edits: a hundred and more, and still far less than a phone's browser holds in memory.
 */
export const IMPORT_COUNT = 5_000;
export const IMPORT_BYTES = 100_000_000;
export const IMPORT_AT_ONCE = 250;

/** How long a reloaded tab waits for the lock that its old page may still hold. */
export const TAB_LOCK_MS = 500;

/** The delay in browsers that do not report when they are idle (Safari). */
export const IDLE_GUESS_MS = 1_000;

/** A page is still if nothing has changed in it for this long. What waits for that begins after the longest wait all the same. */
export const STILL_MS = 1_000;
export const STILL_WITHIN_MS = 10_000;

/** A visit ends after this long without activity. */
export const VISIT_ENDS_MS = 30 * 60_000;

/** History entries whose state a tab remembers; hardly anyone goes back further. */
export const ENTRIES_REMEMBERED = 200;

/** Shared links that wait on a device, and the characters of one: together far less than a browser stores. */
export const CAPTURES_KEPT = 20;
export const CAPTURE_LENGTH = 20_000;
/** The most pictures that are shared at once, and their bytes. */
export const SHARED_FILES = 20;
export const SHARED_BYTES = 100_000_000;

/** Pictures that were shared are kept so long after they went into a text: its draft is on the disk by then. */
export const SHARED_KEPT_ON_MS = 3_000;

/** How often to check whether the pictures on the page are loaded, and for how long. Those further down load only when scrolled to. */
export const PICTURES_CHECKED_MS = 250;
export const PICTURES_SHOWN_WITHIN_MS = 5_000;

/**
 * How many pictures are fetched at once, how long one's host may think, how long one may take in all, and how long one that
 * failed is left alone.
 */
export const PICTURES_AT_ONCE = 2;
export const PICTURE_BEGINS_MS = 20_000;
export const PICTURE_MS = 600_000;
export const PICTURE_LEFT_ALONE_MS = 86_400_000;

/** How long a page that has just been rendered waits for its pictures before it fades in. */
export const PICTURES_DECODED_WITHIN_MS = 100;

/** A sync may take a few milliseconds; it shows for at least this long. */
export const SYNC_SHOWN_MS = 500;

/** How often pictures are counted while they arrive. */
export const PICTURES_COUNTED_MS = 1_000;

/** How often ages are updated ('just now' → '1 minute ago'). */
export const AGES_UPDATED_MS = 10_000;

/** How often the list of sync events is refreshed. */
export const EVENTS_UPDATED_MS = 1_000;

/** How often a time such as “today 09:14” is updated. */
export const MINUTE_MS = 60_000;

/**
 * The second tap of a double tap comes within this time; it must not report the emptied form as blank (E17), nor hit what was
 * beneath a menu.
 */
export const DOUBLE_TAP_MS = 600;

/** How long the toast about a deletion stays. The row's place says so for longer. */
export const DELETION_TOLD_MS = 4_000;

/** How long a toast stays while nobody is reading it, and how many are shown at once (LOOK-11). */
export const TOAST_STAYS_MS = 6_000;
export const TOASTS_MOST = 3;

/** A player that has not said within this time that it is ready is given up; the text card stays. */
export const PLAYER_READY_MS = 10_000;

/** A touch this long starts a drag; one that moves earlier scrolls. */
export const LONG_PRESS_MS = 250;

/** If an item to scroll to has not appeared this long after the last change of the page, it is not looked for any more. */
export const REVEAL_WITHIN_MS = 3_000;

/** How often to check that the item is still in view. */
export const REVEAL_CHECKED_MS = 60;

/** The part of a frame (1/60 s) used for indexing; the rest is for typing and rendering. */
export const INDEX_SLICE_MS = 8;

/** About how much of a text is read at once, in characters: on a slow phone that takes some 10 ms. Its first piece is half as long. */
export const MARKDOWN_STEP = 3_000;

/** A longer text is shown piece by piece, in characters. */
export const LONG_TEXT = 20_000;

/** Where its beginning is looked for, in characters: that is shown at once, and fills a window. */
export const FIRST_WORDS = 2_500;

/** The part of a frame used for reading a long text, and for its colours and formulas. */
export const TEXT_SLICE_MS = 8;

/** A frame that takes longer than this may never come: the page is hidden. */
export const FRAME_GUESS_MS = 200;

/** Longer code stays plain, in characters: highlighting it takes a task of 100 ms on a slow phone. */
export const HIGHLIGHTED_LENGTH = 10_000;

/** So does code with a longer line: it is data, and some languages take the square of its length, or worse. */
export const HIGHLIGHTED_LINE = 1_000;

/** Longer words are cut in the search index, a trie with a level per letter: endless ones would make it deeper than the stack. */
export const WORD_LENGTH = 48;

/** The length of a search query: more than any sensible one. A pasted page would be searched word by word. */
export const QUERY_LENGTH = 200;

/** Search results shown: more than anyone reads. To see others, type more. */
export const RESULTS_SHOWN = 40;

/** How many items an address that nothing answers offers. */
export const NEAR_SHOWN = 5;

/** How much of a text is searched: more than the longest article. An endless text must not block the others. */
export const SEARCHED_LENGTH = 40_000;

/** The text shown with a result, about two lines, and how much of it comes before the first match. */
export const FOUND_TEXT_LENGTH = 140;
export const FOUND_TEXT_LEAD = 40;

/** A position up to which a reader still sees the resource in a list; in thousands it is not even rendered at first. */
export const SEEN_IN_LIST = 24;

/** From when on a screen reader is told that a page is still loading. */
export const SLOW_PAGE_MS = 1_000;

/** A press is not made to wait for as many cards, wherever they are. */
export const FEW_CARDS = 32;

/** By how much a list of cards grows. More than most lists have; few enough to render within a frame or two. */
export const LIST_STEP = 96;

/** By how many a box of options grows in one task: a slow phone takes 50 ms for as many. */
export const OPTIONS_STEP = 250;

/** A list in the dashboard has a search field from this length on. */
export const LIST_SEARCHED_FROM = 11;

/** Cards of a roadmap group that are laid out at once. More than most groups have; laying out cards lazily would make the page jump. */
export const LAID_OUT_AT_ONCE = 30;

/** DIFF-9: learnings on the home page. */
export const LATEST_SHOWN = 5;

/** HOME-7: projects of each group on the home page; the roadmap’s own page shows all. */
export const ROADMAP_SHOWN = 3;

/** LEARNING-3: related resources shown on a learning’s page, which links to all of them. */
export const RELATED_SHOWN = 3;

/** LEARNING-6: related learnings at the end of a learning’s page. */
export const RELATED_LEARNINGS_SHOWN = 2;

/** RESOURCES-5: popular tags shown at first. */
export const TAGS_SHOWN = 6;

/** BOARD-2: the number of tasks shown until the column is expanded. */
export const TASKS_SHOWN = 5;

/** PROJECT-5: links of a project’s details that stand beside them. */
export const LINKS_SHOWN = 4;

/** Changes of an edit that are listed without expanding it; one that renumbers a column of the board may have dozens. */
export const CHANGES_SHOWN = 5;

/** Waiting edits shown at once: an import may bring thousands. */
export const EDITS_STEP = 100;

/** Texts in the outbox are cut to this length, and begin this much before the first difference. */
export const EXCERPT_LENGTH = 80;
export const EXCERPT_LEAD = 16;

/** How much of a saved text, and of a draft, a form quotes. */
export const SAVED_TEXT_LENGTH = 200;
export const DRAFT_TEXT_LENGTH = 60;

/** Names are cut to this length in the label of an edit, and in a message of two lines on a phone. */
export const NAME_IN_LABEL = 60;
export const NAME_IN_WORDS = 40;

/** The beginning of a learning’s text: enough for three lines of a card, and not too much for a screen reader. */
export const OPENING_LENGTH = 480;

/** The most of a description that anybody shows, in characters. */
export const DESCRIPTION_LENGTH = 200;

/** SIGNIN-4: a password has at least this many characters. */
export const PASSWORD_LENGTH = 8;

/** A shorter interruption is not mentioned. */
export const OUTAGE_UNMENTIONED_MS = 1_000;

/** Content that takes longer than this to arrive does not move the page any more. */
export const SCROLL_RESTORED_WITHIN_MS = 10_000;

/** The most row changes of one edit: the server takes no more. */
export const CHANGES_OF_EDIT = 1_000;

/** Of a deleted text its beginning is shown. */
export const DELETED_TEXT_LENGTH = 600;

/** The longest time for comparing two texts by words; a reader waits for it. */
export const DIFFERENCES_WITHIN_MS = 400;

/** Of a long stretch that two texts share, so many characters are shown beside each difference. */
export const SAME_WORDS_SHOWN = 160;

/** How many answers a shelf keeps (shelf.ts). */
export const SHELF_ITEMS = 200;

/** A first visit is not interrupted before this long. */
export const READING_MS = 60_000;

/** Someone who declined to install the site is asked again after this long. */
export const INSTALL_ASKED_AGAIN_MS = 90 * 86_400_000;

/** The browser wakes the worker less often than this: it goes by how often the site is used. */
export const NEWS_APART_MS = 12 * 60 * 60_000;

/** A tab that becomes visible again checks for a new version, at most this often. */
export const VERSION_CHECKED_MS = 20_000;

/** How often the old worker is asked to step aside, until the switch reloads the page. */
export const STEP_ASIDE_MS = 1_000;

/** The longest wait for a newer version to be installed when a part of this one is missing. */
export const VERSION_ARRIVES_WITHIN_MS = 20_000;

/** The pause before a tab may switch to a newer version by itself once more. */
export const BROUGHT_AGAIN_AFTER_MS = 60_000;

/** How often the embedded backend publishes what is due. */
export const RELEASE_EVERY_MS = 20_000;

/** How many words people read in a minute. */
export const WORDS_A_MINUTE = 230;

/** How many names of pages are offered behind `[[`: as many as a phone shows above its keyboard. */
export const NAMES_OFFERED = 6;

/** How many items a field offers to choose from at once: beyond it words find them sooner than scrolling. */
export const OPTIONS_SHOWN = 50;

/** A preview follows once the typing pauses this long; where it takes long to show, it waits longer, up to the second. */
export const PREVIEW_PAUSE_MS = 150;
export const PREVIEW_PAUSE_MOST_MS = 2_000;

/** A picture that a device works on for longer than this is too much for it. */
export const PICTURE_MADE_MS = 60_000;

/** Stored pictures that are asked about in one request, and in all: each has a file for cards besides. */
export const PICTURES_OF_A_LIST = 1_000;
export const PICTURES_LISTED = 10_000;

/** Stored pictures that are removed by one request: for each, a small server looks through the content. */
export const PICTURES_REMOVED = 20;

/** Pictures that the dashboard shows at once, and at each press of “Show more”. */
export const PICTURES_STEP = 60;

/** The most characters of a visitor's message, of its name and subject, and of the e-mail address: the database takes no more. */
export const MESSAGE_LENGTH = 10_000;
export const MESSAGE_LINE_LENGTH = 200;
export const MESSAGE_EMAIL_LENGTH = 254;

/** A visitor's message is tried again after so long where the server does not know what to do with it. */
export const MESSAGE_UNKNOWN_AGAIN_MS = 600_000;

/** That a message was sent is told for so long. */
export const MESSAGE_SENT_TOLD_MS = 86_400_000;

/** The most bytes of a zip of notes that a page reads: it holds all of it in memory. */
export const ZIP_BYTES_READ = 500_000_000;

/** While notes are brought in, what has come is remembered after so many. */
export const BROUGHT_AT_ONCE = 50;
