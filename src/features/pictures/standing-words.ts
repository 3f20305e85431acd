import type { Standing } from './house-pictures.ts';

/** Why a picture that no item on this device names is not cleared; null where there is nothing to say. */
export function standingInWords(standing: Standing): string | null {
  switch (standing) {
    case 'used':
    case 'not-stored':
      return null;
    case 'waits':
      return 'An edit or a draft on this device needs it.';
    case 'row':
      return 'An item on the server needs it.';
    case 'past':
      return 'An earlier version needs it, or a deleted item that can be restored.';
    case 'lately':
      return 'Something needed it within the last 30 days.';
    case 'young':
      return 'Unused, and not 30 days old yet.';
    case 'not-known':
      return 'No item on this device needs it.';
    case 'unused':
      return 'Nothing needs it.';
    default:
      return standing satisfies never;
  }
}
