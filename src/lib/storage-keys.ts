/** What the site calls the things that it keeps in the browser. A device that knows another name would lose them. */

/** In localStorage, so until they are deleted. */
export const CAPTURES_KEY = 'fieldnotes.captured';
/** The tab of the dashboard that was open last, its filters, and whose they are. */
export const DASHBOARD_KEY = 'fieldnotes.dashboard';
/** The addresses of pictures that failed, each with the time. */
export const FAILED_PICTURES_KEY = 'fieldnotes.pictures-failed';
export const INSTALL_DECLINED_KEY = 'fieldnotes.install-declined';
/** The beginning of the keys of a visitor's messages. */
export const MESSAGE_KEYS = 'fieldnotes.message.';
export const NEWS_MARKS_KEY = 'fieldnotes.news';
/** Whether `/` opens the search. */
export const SLASH_KEY = 'fieldnotes.slash';
export const THEME_KEY = 'fieldnotes.theme';
export const VISITS_KEY = 'fieldnotes.visits';

/** In sessionStorage, so until the tab is closed. */
export const BROUGHT_VERSION_KEY = 'fieldnotes.brought-version';
export const GREETED_KEY = 'fieldnotes.greeted';
/** The time of the last attempt to sign in, so that the pause survives a reload. */
export const LAST_ATTEMPT_KEY = 'fieldnotes sign-in attempt';
export const UPDATE_LATER_KEY = 'fieldnotes.update-later';
export const VISITED_KEY = 'fieldnotes.visited';
/** Of a memory of history entries (history-entry.ts). */
export const entriesKey = (name: string) => `fieldnotes.${name}`;

/** A database of its own, in IndexedDB: what was shared to the site with pictures. */
export const SHARED_DATABASE = 'fieldnotes-shared';

/** Caches. */
export const PICTURE_CACHE = 'fieldnotes-pictures';
export const ADMIN_PARTS_CACHE = 'fieldnotes-admin-parts';
/** What was brought in from folders of notes: paths and fingerprints. It goes with a sign-out. */
export const BROUGHT_CACHE = 'fieldnotes-brought';

/** Web Locks. */
export const CAPTURES_LOCK = 'fieldnotes-captured';
export const MESSAGES_LOCK = 'fieldnotes-messages';
export const PICTURES_LOCK = 'fieldnotes-pictures';
