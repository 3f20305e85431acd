import { CAPTURE_LENGTH, CAPTURES_KEPT } from './limits.ts';
import { CAPTURES_KEY } from './storage-keys.ts';
import { deviceStorage } from './web-storage.ts';

/** Where the share target and the bookmarklet lead. */
export const CAPTURE = '/capture';

/** What an address says, before the reason, if the service worker has not kept what was shared (sw/share-target.ts). */
export const REFUSED = '#not-kept-';

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

/** Why something shared was not kept: it is too long, too many wait already, or the device did not store it. */
export type CaptureRefusal = 'long' | 'many' | 'device';

let refusal: CaptureRefusal | null = null;

/** Why what was shared last was not kept; null if it was. This page remembers it until it has been told. */
export const captureRefusal = (): CaptureRefusal | null => refusal;

export function forgetRefusal(): void {
  refusal = null;
}

/** What waits is never given up for what comes: any page can open the address that shares. */
export function addCapture(captured: Captured): void {
  refusal = tryToAdd(captured);
}

function tryToAdd(captured: Captured): CaptureRefusal | null {
  if (Object.values(captured).join('').length > CAPTURE_LENGTH) return 'long';
  const held = listCaptures();
  if (held.some((one) => isSame(one, captured))) return null;
  if (held.length >= CAPTURES_KEPT) return 'many';
  return keep([...held, captured]) ? null : 'device';
}

function isSame(one: Captured, other: Captured): boolean {
  return one.title === other.title && one.text === other.text && one.url === other.url;
}

/** Removes the oldest. */
export function dropCapture(): void {
  keep(listCaptures().slice(1));
}

function keep(captures: readonly Captured[]): boolean {
  return deviceStorage.set(CAPTURES_KEY, captures.length === 0 ? null : JSON.stringify(captures));
}

function toCaptured(held: unknown): Captured[] {
  const { title, text, url } = Object(held);
  const isText = [title, text, url].every((it) => typeof it === 'string');
  return isText ? [{ title, text, url }] : [];
}
