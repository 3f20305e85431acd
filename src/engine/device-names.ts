/**
 * What an engine's things are called on a device. All bear the engine's name, so engines of one name share them and
 * others do not (R32). The database has the name itself.
 */

/** A tab's id in sessionStorage, and the beginning of the name of its lock. */
export const tabKey = (engine: string) => `${engine} tab`;

/** In localStorage: the beginning of the keys of drafts that a closing page leaves behind. */
export const draftPrefix = (engine: string) => `${engine} draft `;

/** The Web Lock of an exchange on a database, that of sending its files, and that of refreshing its session. */
export const exchangeLock = (database: string) => `${database}-sync`;
export const filesLock = (database: string) => `${database}-files`;
export const sessionLock = (database: string) => `${database}-auth`;
