/** The field for an item's address (ADDRESS-3). */
export const addressField = {
  label: 'Address (Optional)',
  hint: 'Part of the page’s link. Left empty, it is made from the title. Links to former addresses keep leading here.',
  tidied: slugTyped,
};

/**
 * A slug from what somebody has typed: lower-cased, each run of characters other than letters, digits and `. _ ~ -` replaced by
 * one hyphen, hyphens and dots at the ends trimmed. Unlike the rules for titles it keeps letters of every script.
 */
export function slugTyped(typed: string): string {
  return typed
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
}
