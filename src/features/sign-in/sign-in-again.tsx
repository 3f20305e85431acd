import { useEffect, useRef, useState } from 'react';
import { useAuth } from '../../engine/editing.ts';
import type { Account } from '../../engine/index.ts';
import { Button } from '../../ui/button.tsx';
import { checkSignIn } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { Waiting } from './sign-in-page.tsx';
import { signInWords } from './sign-in-words.ts';
import { useAttempts } from './use-attempts.ts';

/**
 * Offers the sign-in above the form being edited after the session has ended. It is one line until it is
 * opened, so that the form below moves as little as possible.
 */
export function SignInAgain({ account }: { account: Account }) {
  const auth = useAuth();
  const attempts = useAttempts();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('[type=password]')?.focus();
  }, [isOpen]);

  return (
    <div ref={box} className="grid gap-4 rounded-card border border-hairline bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Waiting account={account} />
        {!isOpen && <Button onClick={() => setOpen(true)}>Sign in again</Button>}
      </div>
      {isOpen && (
        <div className="max-w-md">
          <CredentialsForm
            busyLabel="Signing in..."
            start={{ email: account.email }}
            password="current-password"
            attempts={attempts}
            check={checkSignIn}
            words={signInWords}
            submit={async ({ email, password }) => {
              await auth.signIn(email, password);
              // The element with the focus disappears.
              document.querySelector<HTMLElement>('#main h1')?.focus();
            }}
          >
            Sign In
          </CredentialsForm>
        </div>
      )}
    </div>
  );
}
