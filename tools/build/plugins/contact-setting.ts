import { site } from '../../../src/site.config.ts';

/** Whether the contact form stores messages. */
export const hasInbox = site.contact === ('inbox' as string);

/** What the owner has chosen, as a constant in the code: what stands behind a `false` is left out of the build. */
export function contactSetting(): { __HAS_INBOX__: string } {
  return { __HAS_INBOX__: JSON.stringify(hasInbox) };
}
