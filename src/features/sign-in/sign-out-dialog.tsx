import { useEffect, useState } from 'react';
import { useEditor } from '../../engine/editing.ts';
import {
  type Account,
  type Mutation,
  useKnownOutbox,
  useMirrorState,
  useRequestSync,
} from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { ownersDay } from '../../lib/owner-days.ts';
import { downloadText, editsFileName } from '../../lib/text-files.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { offlineWords } from './sign-in-words.ts';

/** E13: asks at sign-out what to do with unsent edits. */
export function SignOutDialog({
  account,
  open,
  leave,
  stay,
}: {
  account: Account;
  open: boolean;
  /** Signs out once `first` is done; edits stay on the device. */
  leave: (first?: () => Promise<void>) => Promise<void>;
  stay: () => void;
}) {
  const outbox = useKnownOutbox();
  return (
    // It opens only when the count is known, so that it never seems empty.
    <Dialog open={open && outbox !== undefined} onClose={stay} label="Sign out">
      {outbox && (
        <Choices
          waiting={outbox.waiting}
          rejected={outbox.rejected.length}
          canSend={!account.expired}
          leave={leave}
          stay={stay}
        />
      )}
    </Dialog>
  );
}

function Choices({
  waiting,
  rejected,
  canSend,
  leave,
  stay,
}: {
  waiting: readonly Mutation[];
  rejected: number;
  canSend: boolean;
  leave: (first?: () => Promise<void>) => Promise<void>;
  stay: () => void;
}) {
  const editor = useEditor();
  const sending = useSending(waiting.length, rejected, leave);
  const [discarding, setDiscarding] = useState(false);
  const { title, meaning } = wordsFor(waiting.length, rejected);

  async function discardAll() {
    // From the last to the first: discarding an edit also discards those that depend on it.
    for (const { id } of waiting.toReversed()) await editor.discard(id);
  }

  if (discarding) {
    return (
      <div className="grid gap-5 p-5">
        <h2 className="text-h3">Discard {counted(waiting.length, 'edit')} for good?</h2>
        <p>You can’t get them back. Download them first if you are not sure.</p>
        <div className="flex flex-wrap gap-3">
          <Button look="danger" onClick={() => leave(discardAll)}>
            Discard and sign out
          </Button>
          {/* The focused button has just disappeared; this one is safe to press by accident. */}
          <Button autoFocus onClick={() => setDiscarding(false)}>
            Back
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-5 p-5">
      <div className="grid gap-2">
        <h2 className="text-h3">{title}</h2>
        <p>{meaning}</p>
      </div>
      {sending.failure !== null && <Alert>{sending.failure}</Alert>}
      <div className="flex flex-wrap gap-2">
        {sending.underWay ? (
          <Spinner label="Sending..." labelShown />
        ) : (
          waiting.length > 0 &&
          canSend && (
            <Button look="primary" onClick={sending.start}>
              Send now
            </Button>
          )
        )}
        <Button onClick={() => leave()}>
          {waiting.length === 0 ? 'Sign Out' : 'Keep on this device'}
        </Button>
        {waiting.length > 0 && (
          <>
            <Button
              onClick={async () =>
                downloadText(editsFileName(ownersDay(Date.now())), await editor.exportOutbox())
              }
            >
              Download
            </Button>
            <Button look="danger" onClick={() => setDiscarding(true)}>
              Discard
            </Button>
          </>
        )}
        <Button look="bare" onClick={stay}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Edits may be answered while the dialog is open. */
function wordsFor(waiting: number, rejected: number): { title: string; meaning: string } {
  if (waiting > 0)
    return {
      title: `${counted(waiting, 'edit')} not sent yet`,
      meaning:
        'If you keep them on this device, they are sent when you sign in here again. Until then, other people who use it see only how many there are.',
    };
  if (rejected > 0)
    return {
      title: 'All edits have been answered',
      meaning:
        'Some were refused. They stay on this device, with the reason, for you alone to see.',
    };
  return {
    title: 'Nothing is left to send',
    meaning: 'None of your edits are waiting on this device.',
  };
}

const unreachableWords = 'Can’t reach the server. Your edits are still on this device.';

/** Asks for a sync and leaves once nothing waits; stays if the server refused something. */
function useSending(waiting: number, rejected: number, leave: () => Promise<void>) {
  const { releaseHolds } = useEditor();
  const requestSync = useRequestSync();
  const { status } = useMirrorState();
  const [from, setFrom] = useState<{ rejected: number; failures: number } | null>(null);
  const done = from !== null && waiting === 0;
  let failure: string | null = null;
  if (from !== null && status.phase === 'offline') failure = offlineWords;
  else if (from !== null && status.failures > from.failures) failure = unreachableWords;

  useEffect(() => {
    if (!done) return;
    setFrom(null);
    if (rejected <= from.rejected) void leave();
  }, [done, rejected, from, leave]);

  return {
    underWay: from !== null && failure === null,
    failure,
    start() {
      setFrom({ rejected, failures: status.failures });
      // Also sends edits that could still be undone. If the device cannot end a hold, it ends by itself soon.
      void releaseHolds()
        .catch(() => {})
        .then(requestSync);
    },
  };
}
