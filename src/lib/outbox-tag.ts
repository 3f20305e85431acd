/** The tag of the background sync that wakes the outbox's worker. */
export const OUTBOX_TAG = 'fieldnotes-outbox';
