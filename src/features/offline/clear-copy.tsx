import { useState } from 'react';
import { useAccount, useClearCopy, useMirrorState, useOutbox } from '../../engine/index.ts';
import { dropPictures } from '../../lib/page-pictures.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Clears the copy on this device once that is confirmed. Edits stay, and the question says so. */
export function ClearCopy({ onCleared }: { onCleared: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Clear the offline copy
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} label="Clear the offline copy">
        {isAsking && (
          <Question
            onCleared={() => {
              setAsking(false);
              onCleared();
            }}
            onCancel={() => setAsking(false)}
          />
        )}
      </Dialog>
    </>
  );
}

function Question({ onCleared, onCancel }: { onCleared: () => void; onCancel: () => void }) {
  const clearCopy = useClearCopy();
  const { waiting, rejected, others } = useOutbox();
  const account = useAccount();
  const { phase, failures } = useMirrorState().status;
  const [hasFailed, setFailed] = useState(false);
  const unsent = waiting.length + rejected.length + others;

  async function clear() {
    try {
      // First, so that a full disk has room for the rest.
      await dropPictures().catch(() => {});
      await clearCopy();
      onCleared();
    } catch {
      setFailed(true);
    }
  }

  return (
    <div className="grid gap-5 p-5">
      <div className="grid gap-2">
        <h2 className="text-h3">Clear the offline copy?</h2>
        <p>
          Content and pictures are deleted from this device and fetched anew.{' '}
          {(phase === 'offline' || failures > 0) && (
            <span>There is no connection now: until there is one, the pages will be empty. </span>
          )}
        </p>
        {unsent > 0 && (
          <p>
            {unsent === 1
              ? 'The edit that is not on the server yet is kept.'
              : `The ${unsent} edits that are not on the server yet are kept.`}
          </p>
        )}
        {account && <p>What you have typed and not saved is kept.</p>}
      </div>
      {hasFailed && <Alert>This device could not clear it. Your edits are as they were.</Alert>}
      <div className="flex flex-wrap gap-3">
        {/* First, because the dialog puts the focus on it. */}
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="danger" onClick={() => void clear()}>
          Clear
        </Button>
      </div>
    </div>
  );
}
