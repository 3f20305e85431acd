/**
 * The tags by which the browser wakes the outbox's worker (sw/outbox-worker.ts): to send edits, and to fetch what is new.
 * In a file of their own, so that the worker loads nothing else with them.
 */
export const OUTBOX_TAG = 'fieldnotes-outbox';
export const NEWS_TAG = 'fieldnotes-news';
