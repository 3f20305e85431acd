import { useState } from 'react';
import { useAuth } from '../../engine/editing.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Credentials, checkSignUp, passwordHint } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { signUpWords } from './sign-in-words.ts';
import type { AdminCount } from './use-admin-count.ts';
import type { SignInAttempts } from './use-attempts.ts';

const confirmWords = 'Please check your email for the confirmation link';

/** SIGNIN-2, below the form: lets a visitor of a site without admins become the first. */
export function FirstAdmin({
  adminCount,
  attempts,
  hasDemo,
}: {
  adminCount: AdminCount;
  attempts: SignInAttempts;
  hasDemo: boolean;
}) {
  const auth = useAuth();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [mailed, setMailed] = useState(false);

  async function signUp({ email, password }: Credentials) {
    // If signing up also signs in, the page changes by itself, and not-admin.tsx makes the account admin.
    if ((await auth.signUp(email, password)) === 'signed-in') return;
    setOpen(false);
    setMailed(true);
    toast({ title: confirmWords });
  }

  if (adminCount === 'checking') return <Spinner label="Checking for users..." labelShown />;
  if (adminCount !== 0) {
    if (!hasDemo) return null;
    return (
      <p className="text-small text-muted">Use the default admin credentials above to log in.</p>
    );
  }
  return (
    <>
      <p className="text-small">
        This site has no administrator yet. The first person to sign up becomes one, unless the
        owner has named the address that may: see “Connect Supabase” in the README.
      </p>
      <Button onClick={() => setOpen(true)}>Create First Admin Account</Button>
      <p role="status" className="text-small font-medium empty:hidden">
        {mailed && confirmWords}
      </p>
      <Dialog open={open} onClose={() => setOpen(false)} label="Create First Admin Account">
        <div className="grid w-[26rem] max-w-full gap-5 p-5">
          <div className="grid gap-2">
            <h2 className="text-h3">Create First Admin Account</h2>
            <p className="text-small text-muted">
              This account becomes the administrator of this site.
            </p>
          </div>
          <CredentialsForm
            busyLabel="Creating account..."
            password="new-password"
            passwordHint={passwordHint}
            attempts={attempts}
            check={checkSignUp}
            words={signUpWords}
            submit={signUp}
          >
            Create Account
          </CredentialsForm>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
        </div>
      </Dialog>
    </>
  );
}
