import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { type Account, useAccount } from '../engine/index.ts';
import { NotAdmin } from '../features/sign-in/not-admin.tsx';
import { SignInAgain } from '../features/sign-in/sign-in-again.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { SignOutDialog } from '../features/sign-in/sign-out-dialog.tsx';
import { useSignOut } from '../features/sign-in/use-sign-out.ts';
import { loadPart } from '../lib/part.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from './loading.tsx';

/** Loaded by admins only. */
const Dashboard = lazy(async () => {
  const part = await loadPart(() => import('../features/dashboard/dashboard.tsx'));
  return { default: part.Dashboard };
});

/** /admin: signing in, or the dashboard. Who is signed in is known from the device; no network is waited for. */
export function AdminPage() {
  const account = useAccount();
  // The user who cannot sign in now, or is in the middle of something, and goes on editing: what they do waits
  // on the device (E12).
  const [goesOn, setGoesOn] = useState<string | null>(null);
  const { signOut, asking, leave, stay } = useSignOut();
  const settled = useRef(false);
  const screen = screenFor(account, goesOn);
  // A session that ends while something is being typed does not take the form away.
  if (account && screen === 'dashboard' && goesOn !== account.userId) setGoesOn(account.userId);

  return (
    <>
      <meta name="robots" content="noindex" />
      <Suspense fallback={<Loading title="Admin" words="Loading admin dashboard..." />}>
        {screen === 'loading' && <Loading title="Admin" words="Loading..." />}
        {screen === 'sign-in' && (
          <SignInPage account={account ?? null}>
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
        {screen === 'not-admin' && account && <NotAdmin account={account} onSignOut={signOut} />}
        {screen === 'dashboard' && account && (
          <Dashboard
            onSignOut={signOut}
            notice={account.expired ? <SignInAgain account={account} /> : null}
          />
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
 * One screen in the place of another takes the focus away with it; it goes to the new one's heading.
 * The first screen at an address is app/focus-on-navigation.ts's matter.
 */
function FocusOnArrival({ settled }: { settled: RefObject<boolean> }) {
  useEffect(() => {
    if (settled.current) document.querySelector<HTMLElement>('#main h1')?.focus();
    settled.current = true;
  }, [settled]);
  return null;
}
