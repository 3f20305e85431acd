/** What the browser is asked to wake the outbox's worker by: edits wait, and there may be a network again. */
export const OUTBOX_TAG = 'fieldnotes-outbox';
