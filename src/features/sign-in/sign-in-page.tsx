import type { ReactNode } from 'react';
import { useAuth } from '../../engine/editing.ts';
import { type Account, useOutbox } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { Card } from '../../ui/card.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { checkSignIn, demoAdmin } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { FirstAdmin } from './first-admin.tsx';
import { LinkOffer } from './link-offer.tsx';
import { othersWords, signInWords } from './sign-in-words.ts';
import { useAdminCount } from './use-admin-count.ts';
import { useAttempts } from './use-attempts.ts';

/**
 * SIGNIN-1, SIGNIN-2.
 *
 * @param account the account whose session the server no longer accepts; null if nobody is signed in
 * @param children more options, below the form and above that of the first admin
 */
export function SignInPage({
  account,
  children,
}: {
  account: Account | null;
  children?: ReactNode;
}) {
  const auth = useAuth();
  const attempts = useAttempts();
  const adminCount = useAdminCount();
  const demo = demoAdmin();

  return (
    <PageColumn>
      <div className="grid max-w-md gap-6">
        <PageHeading title="Admin Login" />
        <Waiting account={account} />
        <LinkOffer />
        <Card className="grid gap-6 p-5">
          <CredentialsForm
            busyLabel="Signing in..."
            start={account === null ? (demo ?? undefined) : { email: account.email }}
            password="current-password"
            attempts={attempts}
            check={checkSignIn}
            words={signInWords}
            submit={({ email, password }) => auth.signIn(email, password)}
          >
            Sign In
          </CredentialsForm>
          {demo !== null && (
            <dl className="grid gap-1 rounded-control bg-sunken px-4 py-3 text-small">
              <dt className="font-semibold">Default admin credentials</dt>
              <dd className="break-words">
                Email: <code>{demo.email}</code>
              </dd>
              <dd className="break-words">
                Password: <code>{demo.password}</code>
              </dd>
            </dl>
          )}
        </Card>
        {children}
        {/* The last of all: it comes when the server has answered, and nothing below it may move then. */}
        <FirstAdmin adminCount={adminCount} attempts={attempts} hasDemo={demo !== null} />
      </div>
    </PageColumn>
  );
}

/** E12: the edits that need a sign-in. */
export function Waiting({ account }: { account: Account | null }) {
  const { waiting, others } = useOutbox();
  if (account === null && others === 0) return null;
  return (
    <p role="status" className="text-muted">
      {account === null
        ? othersWords(others)
        : `Your session has ended. ${
            waiting.length > 0
              ? `Sign in to send ${counted(waiting.length, 'edit')}.`
              : 'Sign in again to send what you edit.'
          }`}
    </p>
  );
}
