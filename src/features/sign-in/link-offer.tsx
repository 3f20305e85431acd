import { useEffect, useState } from 'react';
import { useAuth } from '../../engine/editing.ts';
import type { Offer } from '../../engine/index.ts';
import { type Failure, toFailure } from '../../lib/failure.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { signInWords } from './sign-in-words.ts';

/** SIGNIN-8: what became of the link of a confirmation e-mail, if the visitor followed one. */
export function LinkOffer() {
  const auth = useAuth();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const failed = (error: unknown) => setFailure(toFailure(error));
  useEffect(() => {
    auth.signInByLink().then(setOffer, (error: unknown) => setFailure(toFailure(error)));
  }, [auth]);

  return (
    <>
      {failure !== null && <Alert>{signInWords(failure)}</Alert>}
      {offer !== null && (
        <Card className="grid gap-4 p-5">
          <p role="status">
            The link that you followed belongs to{' '}
            <strong className="break-words">{offer.email}</strong>. Sign in with it only if this is
            your account.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => void offer.accept().catch(failed)}>Accept the Link</Button>
            <Button onClick={() => setOffer(null)}>Ignore the Link</Button>
          </div>
        </Card>
      )}
    </>
  );
}
