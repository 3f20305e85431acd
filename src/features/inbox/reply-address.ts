/**
 * The address that opens the admin's mail program with an answer. A stranger has written both: neither may add a recipient, a header or a
 * text of its own, so everything but the one @ is encoded.
 */
export function replyAddress({ email, subject }: { email: string; subject: string }): string {
  const line = subject.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const title = line === '' ? 'Re: Your message' : `Re: ${line}`;
  const to = encodeURIComponent(email.trim()).replace('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(title)}`;
}
