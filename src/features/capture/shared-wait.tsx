import { useEffect, useState } from 'react';
import { counted } from '../../lib/in-words.ts';
import { dropShared, listShared, type WaitingPictures } from '../../lib/shared-pictures.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';

/** PICTURE-9: shown to whoever cannot add them: the pictures that were shared are not lost. */
export function SharedWait() {
  const [waiting, setWaiting] = useState<readonly WaitingPictures[]>([]);
  useEffect(() => {
    let isGone = false;
    void listShared().then((all) => {
      if (!isGone) setWaiting(all);
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (waiting.length === 0) return null;
  const count = waiting.reduce((sum, { files }) => sum + files.length, 0);

  async function drop() {
    for (const one of waiting) await dropShared(one);
    setWaiting([]);
  }

  return (
    <div className="grid justify-items-start gap-3">
      <Note
        line="plain"
        detail="They leave it only when an admin of this site signs in here, and adds them to a text."
      >
        {`What you shared is saved on this device: ${counted(count, 'picture')}. Sign in as an admin to add ${count === 1 ? 'it' : 'them'}.`}
      </Note>
      <Button onClick={() => void drop()}>Delete {count === 1 ? 'it' : 'them'}</Button>
    </div>
  );
}
