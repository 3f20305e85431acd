import type { ReactNode } from 'react';
import { useAccount } from '../engine/index.ts';
import { noIndex } from '../lib/no-index.ts';
import { BackLink } from '../ui/back-link.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { PageColumn } from '../ui/page-column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useFocusNearby } from '../ui/use-focus-nearby.ts';

/** A page that only admins see: everybody else is led to the sign-in. */
export function ForAdmins({
  title,
  back = '/admin',
  children,
}: {
  title: string;
  /** Of the dashboard. */
  back?: string;
  children: ReactNode;
}) {
  const account = useAccount();
  const near = useFocusNearby();
  return (
    <>
      <meta {...noIndex} />
      <PageColumn>
        <div ref={near} className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <BackLink to={back}>Dashboard</BackLink>
          <PageHeading title={title} />
          {account === undefined && <Spinner label="Loading" />}
          {account?.isAdmin === true && children}
          {(account === null || account?.isAdmin === false) && (
            <>
              <Note>Only admins can see this.</Note>
              <div className="flex">
                <ButtonLink to="/admin" look="primary">
                  Sign in
                </ButtonLink>
              </div>
            </>
          )}
        </div>
      </PageColumn>
    </>
  );
}
