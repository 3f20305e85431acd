/** The tag of the background sync that wakes the outbox's worker. */
export const OUTBOX_TAG = 'fieldnotes-outbox';

/** The tag of the periodic sync that wakes the same worker for what is new. */
export const NEWS_TAG = 'fieldnotes-news';
