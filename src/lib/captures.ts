import { CAPTURES_KEPT } from './limits.ts';
import { CAPTURES_KEY } from './storage-keys.ts';
import { deviceStorage } from './web-storage.ts';

/** Links that were shared to the site and are not in a form yet. This device keeps them until an admin signs in. */

/** As the share target's parameters, as they came. */
export interface Captured {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** The oldest first. */
export function listCaptures(): readonly Captured[] {
  try {
    const held: unknown = JSON.parse(deviceStorage.get(CAPTURES_KEY) ?? '[]');
    return Array.isArray(held) ? held.flatMap(toCaptured) : [];
  } catch {
    // The stored value is not ours; treat it as empty.
    return [];
  }
}

export function addCapture(captured: Captured): void {
  keep([...listCaptures(), captured].slice(-CAPTURES_KEPT));
}

/** Removes the oldest. */
export function dropCapture(): void {
  keep(listCaptures().slice(1));
}

function keep(captures: readonly Captured[]): void {
  deviceStorage.set(CAPTURES_KEY, captures.length === 0 ? null : JSON.stringify(captures));
}

function toCaptured(held: unknown): Captured[] {
  const { title, text, url } = Object(held);
  const isText = [title, text, url].every((it) => typeof it === 'string');
  return isText ? [{ title, text, url }] : [];
}
