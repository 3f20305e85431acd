import { useState } from 'react';
import { captureRefusal, listCaptures } from '../../lib/captures.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { shortened } from '../../lib/shortened.ts';
import { Note } from '../../ui/note.tsx';

/** Shown next to the sign-in: the shared link is not lost. */
export function CaptureWaits() {
  const [captures] = useState(listCaptures);
  const [refusal] = useState(captureRefusal);
  const last = captures.at(-1);
  if (last === undefined) return null;
  const what = [last.title, last.url, last.text].find((it) => !isInvisible(it)) ?? '';
  return (
    <Note line="plain" detail={<span className="break-words">{shortened(what, 200)}</span>}>
      {`What you shared${refusal === null ? '' : ' before'} is saved on this device. Sign in as an admin to add it as a resource.`}
    </Note>
  );
}
