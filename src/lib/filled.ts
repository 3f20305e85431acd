import { deviceStorage } from './visit-storage.ts';

/** Stored once the device has had all content. It may be gone since: this only decides who asks first. */
export const FILLED = 'fieldnotes.filled';

/** From now on index.html does not ask for the content before the engine does. */
export function noteFilled(): void {
  if (deviceStorage.get(FILLED) === null) deviceStorage.set(FILLED, 'yes');
}
