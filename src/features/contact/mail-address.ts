/** The longest address that every system passes on to a mail program, in characters. */
const MOST = 2_000;

/**
 * The address that opens a mail program with a letter.
 *
 * @param email null is returned for what is none
 * @param letter.message left out where the address would be too long: a system then opens nothing
 */
export function mailAddress(
  email: string,
  letter: { subject?: string; message?: string } = {},
): string | null {
  if (!/^[^\s@?&]+@[^\s@?&]+$/.test(email)) return null;
  const parts = Object.entries({ subject: letter.subject, body: letter.message })
    .filter(([, words]) => words)
    // Half a sign cannot be encoded, and a line of a letter ends with two signs.
    .map(([name, words = '']) => {
      const whole = words.replace(/\p{Surrogate}/gu, '\uFFFD').replace(/\r?\n/g, '\r\n');
      return `${name}=${encodeURIComponent(whole)}`;
    });
  const made = `mailto:${email}${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
  if (made.length <= MOST || letter.message === undefined) return made;
  return mailAddress(email, letter.subject === undefined ? {} : { subject: letter.subject });
}
