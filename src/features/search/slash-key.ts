import { SLASH_KEY } from '../../lib/storage-keys.ts';
import { deviceStorage } from '../../lib/web-storage.ts';

/**
 * Whether `/` opens the search. A key without Ctrl or ⌘ gets in the way of people who dictate, so that this device can
 * switch it off (WCAG 2.1.4).
 */
export function slashOpensSearch(): boolean {
  return deviceStorage.get(SLASH_KEY) !== 'off';
}

export function setSlashOpensSearch(isOn: boolean): void {
  deviceStorage.set(SLASH_KEY, isOn ? null : 'off');
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Calls back when that setting changes in this tab. @returns a function that stops it */
export function watchSlashKey(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
