import { type ReactNode, useEffect, useState } from 'react';
import { useAuth } from '../../engine/editing.ts';
import type { Account, Auth } from '../../engine/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** DIFF-4: for an account without admin rights, as far as the device knows. */
export function NotAdmin({
  account,
  onSignOut,
  children,
}: {
  account: Account;
  onSignOut: () => void;
  children?: ReactNode;
}) {
  const answer = useSecondLook();
  const checking = answer === 'checking';
  return (
    <PageColumn>
      <div className="grid max-w-[65ch] gap-6">
        <PageHeading title={checking ? 'Admin' : 'Not an administrator'} />
        {checking ? (
          <Spinner label="Checking your rights..." labelShown />
        ) : (
          <p>
            You are signed in as <strong className="break-words">{account.email}</strong>, which is
            not an administrator of this site.
            {answer === 'not named' && (
              <span>
                {' '}
                The site has none yet. Its owner has named the address that may become the first.
              </span>
            )}
          </p>
        )}
        {children}
        <div className="flex flex-wrap gap-3">
          <Button onClick={onSignOut}>Sign Out</Button>
          <ButtonLink to="/">View Site</ButtonLink>
        </div>
      </div>
    </PageColumn>
  );
}

/**
 * Asks the server again: the role may have been given meanwhile. On a site without an admin this account becomes the
 * first, however it was created (on this page, through an e-mail's link, on another device).
 *
 * @returns the server's answer; `not named`: the owner allows another address to become the first administrator
 */
function useSecondLook(): 'checking' | 'not admin' | 'not named' {
  const auth = useAuth();
  const [answer, setAnswer] = useState<'checking' | 'not admin' | 'not named'>('checking');
  useEffect(() => {
    let gone = false;
    becomeAdmin(auth)
      .catch(() => 'not admin' as const)
      .then((said) => {
        if (!gone) setAnswer(said);
      });
    return () => {
      gone = true;
    };
  }, [auth]);
  return answer;
}

async function becomeAdmin(auth: Auth): Promise<'not admin' | 'not named'> {
  await auth.refreshRole();
  if ((await auth.adminCount()) > 0) return 'not admin';
  if (await auth.claimFirstAdmin()) return 'not admin';
  // Another account may have been faster.
  return (await auth.adminCount()) > 0 ? 'not admin' : 'not named';
}
