import { SLASH_KEY } from '../../lib/storage-keys.ts';
import { deviceStorage } from '../../lib/web-storage.ts';

/**
 * Whether `/` opens the search. A key without Ctrl or ⌘ gets in the way of people who dictate, so that it can be switched off
 * on a device (WCAG 2.1.4).
 */
export function slashOpensSearch(): boolean {
  return deviceStorage.get(SLASH_KEY) !== 'off';
}

export function setSlashOpensSearch(isOn: boolean): void {
  deviceStorage.set(SLASH_KEY, isOn ? null : 'off');
}
