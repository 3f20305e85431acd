import { useState } from 'react';
import { useEditor, useStoredPictures } from '../../engine/editing.ts';
import { toFailure } from '../../lib/failure.ts';
import { type FailureTable, lookUp } from '../../lib/failure-words.ts';
import { counted } from '../../lib/in-words.ts';
import { useToast } from '../../ui/toast.tsx';
import type { HousePicture } from './house-pictures.ts';

const words: FailureTable = [
  ['unreachable', null, 'The server can’t be reached. Connect, and try again.'],
  ['signed-out', null, 'You are signed out. Sign in and try again.'],
  ['refused', /^(403|42501)$/, 'Only admins can do this.'],
];

/**
 * PICTURE-11: deletes unused pictures from the server, after a question. Which ones go the database decides at that moment; what
 * this device has come to need meanwhile is not asked for.
 *
 * @param onDone called when some may be gone
 */
export function useClearUnused(onDone: () => void) {
  const stored = useStoredPictures();
  const { filesNamedHere } = useEditor();
  const toast = useToast();
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function clear(unused: readonly HousePicture[]): Promise<void> {
    const what = unused.length === 1 ? 'this unused picture' : `${unused.length} unused pictures`;
    if (isWorking || !window.confirm(`Delete ${what} from the server? This cannot be undone.`))
      return;
    setWorking(true);
    setProblem(null);
    try {
      const needed = await filesNamedHere();
      const wanted = unused.filter(({ id }) => !needed.has(id.slice(1)));
      const gone = new Set(await stored.remove(wanted.flatMap(({ files }) => files)));
      const cleared = wanted.filter(({ files }) => files.every((name) => gone.has(name))).length;
      const kept = unused.length - cleared;
      toast({
        title: `${counted(cleared, 'picture')} deleted`,
        ...(kept > 0 && {
          detail: `${counted(kept, 'picture')} stayed: something needs ${kept === 1 ? 'it' : 'them'} again.`,
        }),
      });
    } catch (error) {
      const reason = lookUp(words, toFailure(error)) ?? 'The server didn’t do it. Try again later.';
      setProblem(`Not all were deleted. ${reason}`);
    }
    setWorking(false);
    onDone();
  }

  return { clear, isWorking, problem };
}
