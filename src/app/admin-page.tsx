import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { type Account, useAccount } from '../engine/index.ts';
import { CaptureRefused } from '../features/capture/capture-refused.tsx';
import { CaptureWaits } from '../features/capture/capture-waits.tsx';
import { SharedWait } from '../features/capture/shared-wait.tsx';
import { useCaptured } from '../features/capture/use-captured.ts';
import { useSharedPictures } from '../features/capture/use-shared-pictures.ts';
import { InboxLink } from '../features/inbox/inbox-link.tsx';
import { NotAdmin } from '../features/sign-in/not-admin.tsx';
import { SignInAgain } from '../features/sign-in/sign-in-again.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { SignOutDialog } from '../features/sign-in/sign-out-dialog.tsx';
import { useSignOut } from '../features/sign-in/use-sign-out.ts';
import { noIndex } from '../lib/no-index.ts';
import { loadPart } from '../lib/part.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from './loading.tsx';

/** As in pages.tsx. */
declare const __HAS_INBOX__: boolean;

/** Loaded by admins only. */
const Dashboard = lazy(async () => {
  const part = await loadPart(() => import('../features/dashboard/dashboard.tsx'));
  return { default: part.Dashboard };
});

const WritingPage = lazy(async () => {
  const part = await loadPart(() => import('../features/writing/writing-page.tsx'));
  return { default: part.WritingPage };
});

/**
 * /admin: the sign-in or the dashboard, or the view in which an item's text is written. The device knows who is signed in, so
 * nothing waits for the network.
 */
export function AdminPage({ writes = false }: { writes?: boolean }) {
  const account = useAccount();
  // The user who chose to go on editing without a session (offline, or in the middle of something): their edits
  // wait on the device (E12).
  const [goesOn, setGoesOn] = useState<string | null>(null);
  const { signOut, asking, leave, stay } = useSignOut();
  const settled = useRef(false);
  const screen = screenFor(account, goesOn);
  // If the session ends while the admin is typing, the form stays.
  if (account && screen === 'dashboard' && goesOn !== account.userId) setGoesOn(account.userId);
  const atDashboard = account && screen === 'dashboard' && !writes ? account.userId : null;
  useCaptured(atDashboard);
  useSharedPictures(atDashboard);

  return (
    <>
      <meta {...noIndex} />
      <Suspense fallback={<Loading title="Admin" words="Loading admin dashboard..." />}>
        {screen === 'loading' && <Loading title="Admin" words="Loading..." />}
        {screen === 'sign-in' && (
          <SignInPage account={account ?? null}>
            <CaptureRefused />
            <CaptureWaits />
            <SharedWait />
            {account && (
              <div className="flex flex-wrap gap-3">
                {account.isAdmin && (
                  <Button onClick={() => setGoesOn(account.userId)}>
                    Keep editing on this device
                  </Button>
                )}
                <Button onClick={signOut}>Sign Out</Button>
              </div>
            )}
          </SignInPage>
        )}
        {screen === 'not-admin' && account && (
          <NotAdmin account={account} onSignOut={signOut}>
            <CaptureRefused />
            <SharedWait />
          </NotAdmin>
        )}
        {screen === 'dashboard' && account && !writes && (
          <Dashboard
            onSignOut={signOut}
            links={__HAS_INBOX__ && !account.expired ? <InboxLink /> : null}
            notice={
              <>
                <CaptureRefused />
                {account.expired && <SignInAgain account={account} />}
              </>
            }
          />
        )}
        {screen === 'dashboard' && account && writes && (
          <WritingPage notice={account.expired ? <SignInAgain account={account} /> : null} />
        )}
        {screen !== 'loading' && <FocusOnArrival key={screen} settled={settled} />}
      </Suspense>
      {account && <SignOutDialog account={account} open={asking} leave={leave} stay={stay} />}
    </>
  );
}

function screenFor(account: Account | null | undefined, goesOn: string | null) {
  if (account === undefined) return 'loading';
  if (account === null) return 'sign-in';
  if (account.expired && !(goesOn === account.userId && account.isAdmin)) return 'sign-in';
  return account.isAdmin ? 'dashboard' : 'not-admin';
}

/**
 * When one screen replaces another the focused element is gone; the focus moves to the new heading.
 * app/focus-on-navigation.ts handles the first screen at an address.
 */
function FocusOnArrival({ settled }: { settled: RefObject<boolean> }) {
  useEffect(() => {
    if (settled.current) document.querySelector<HTMLElement>('#main h1')?.focus();
    settled.current = true;
  }, [settled]);
  return null;
}
