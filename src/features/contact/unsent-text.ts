import { MESSAGE_KEYS } from '../../lib/storage-keys.ts';
import { deviceStorage } from '../../lib/web-storage.ts';

/** The fields of a form that sends nothing. */
export const unsentFields = ['name', 'email', 'subject', 'message'] as const;

export type UnsentText = Readonly<Record<(typeof unsentFields)[number], string>>;

/** A draft of the inbox (kept-messages.ts): if the owner opens one, it is in its form. */
const key = `${MESSAGE_KEYS}unsent`;

/** What was typed on this device; empty fields if there is nothing. */
export function unsentText(): UnsentText {
  let held: unknown = null;
  try {
    held = JSON.parse(deviceStorage.get(key) ?? 'null');
  } catch {
    // Not ours.
  }
  const text: Record<string, unknown> = Object(Object(held).text);
  const of = (field: keyof UnsentText) => {
    const value = text[field];
    return typeof value === 'string' ? value : '';
  };
  return { name: of('name'), email: of('email'), subject: of('subject'), message: of('message') };
}

/** @returns whether the device has it: a browser may store nothing */
export function keepUnsent(text: UnsentText): boolean {
  const isBlank = unsentFields.every((field) => text[field] === '');
  const draft = { state: 'draft', at: Date.now(), text: { ...text, website: '' }, problem: null };
  return deviceStorage.set(key, isBlank ? null : JSON.stringify(draft));
}
