import { mailAddress } from './mail-address.ts';

/** An e-mail address that opens a mail program; text that is no address stays text. */
export function MailLink({ email, className = '' }: { email: string; className?: string }) {
  const href = mailAddress(email);
  if (href === null) return email;
  return (
    <a
      href={href}
      className={`font-semibold underline underline-offset-4 wrap-anywhere ${className}`}
    >
      {email}
    </a>
  );
}
