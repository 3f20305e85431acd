import { useEffect, useState } from 'react';
import type { Auth } from '../../store/auth.ts';
import { useAuth } from '../../store/editing.tsx';
import type { Account } from '../../store/meta.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** For somebody who is signed in and no administrator, as far as the device knows. */
export function NotAdmin({ account, onSignOut }: { account: Account; onSignOut: () => void }) {
  const checking = useSecondLook();
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
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button onClick={onSignOut}>Sign Out</Button>
          <ButtonLink to="/">View Site</ButtonLink>
        </div>
      </div>
    </PageColumn>
  );
}

/**
 * The role may have been given meanwhile; and on a site without any admin this account becomes the first,
 * however it was made (at once, by an e-mail's link, on another device).
 *
 * @returns whether the server is still being asked
 */
function useSecondLook(): boolean {
  const auth = useAuth();
  const [checking, setChecking] = useState(true);
  useEffect(() => {
    let gone = false;
    becomeAdmin(auth)
      .catch(() => {})
      .finally(() => {
        if (!gone) setChecking(false);
      });
    return () => {
      gone = true;
    };
  }, [auth]);
  return checking;
}

async function becomeAdmin(auth: Auth): Promise<void> {
  await auth.refreshRole();
  if ((await auth.adminCount()) === 0) await auth.claimFirstAdmin();
}
