/**
 * The shelf (lib/shelf.ts) of an account: what only it may read. All shelves of an engine begin alike, so that a sign-out
 * clears them, and bear its name (R32). Apart from device-names.ts, which visitors load.
 */
export const shelvesOf = (engine: string) => `${engine} kept `;
export const shelfOf = (engine: string, account: string) => `${shelvesOf(engine)}${account}`;
