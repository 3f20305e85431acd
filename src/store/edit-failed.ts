/**
 * Why an edit was not kept.
 *
 * | reason | meaning |
 * |---|---|
 * | full | the device has no room left |
 * | storage | the device's storage fails otherwise |
 * | signed-out | nobody is signed in |
 * | gone | the item was deleted meanwhile |
 * | invalid | it is not a row of its kind; a form should not have let it through |
 */
export type EditFailure = 'full' | 'storage' | 'signed-out' | 'gone' | 'invalid';

/** An edit that was not kept. Nothing has changed; what was typed is still in the form. */
export class EditFailed extends Error {
  override readonly name = 'EditFailed';
  readonly reason: EditFailure;

  constructor(reason: EditFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Any error of the storage as this one. Browsers and Dexie tell of a full disk in three ways: by its name, as
 * AbortError with the reason inside (dexie #776), and as one of the failures of a bulk write.
 */
export function toEditFailed(error: unknown): EditFailed {
  if (error instanceof EditFailed) return error;
  const { inner, failures } = Object(error) as { inner?: unknown; failures?: unknown };
  if (inner instanceof EditFailed) return inner;
  const told = [error, inner, ...(Array.isArray(failures) ? failures : [])];
  const full = told.some((it) => Object(it).name === 'QuotaExceededError');
  return new EditFailed(full ? 'full' : 'storage', String(error), { cause: error });
}
