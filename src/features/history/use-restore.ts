import { useState } from 'react';
import { useEditor } from '../../engine/editing.ts';
import { type Change, useAccount } from '../../engine/index.ts';
import { toFailure } from '../../lib/failure.ts';
import { type FailureTable, lookUp } from '../../lib/failure-words.ts';
import { CHANGES_OF_EDIT, UNDO_MS } from '../../lib/limits.ts';
import { useToast } from '../../ui/toast.tsx';

const words: FailureTable = [
  ['device', /^full$/, 'This device has no room left. Free some and try again.'],
  ['signed-out', null, 'You are signed out. Sign in and try again.'],
  ['rejected', /^gone$/, 'It was deleted meanwhile.'],
  ['rejected', null, 'Its values don’t fit what this site shows now.'],
];

/**
 * Restores by an ordinary edit, which can be taken back for a while. `problem` says why it was not made.
 *
 * @returns a function that resolves to whether it was made
 */
export function useRestore() {
  const editor = useEditor();
  const account = useAccount();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);

  async function restore(
    label: string,
    done: string,
    changes: readonly Change[],
  ): Promise<boolean> {
    try {
      let first: string | null = null;
      for (let from = 0; from < changes.length; from += CHANGES_OF_EDIT) {
        const some = changes.slice(from, from + CHANGES_OF_EDIT);
        const made = await editor.edit({ label, changes: some, holds: true, restores: true });
        first ??= made?.id ?? null;
      }
      setProblem(null);
      const undo = first === null ? {} : { action: { label: 'Undo', onClick: takeBack(first) } };
      toast({ title: done, staysMs: UNDO_MS, ...undo });
      return true;
    } catch (error) {
      const reason = lookUp(words, toFailure(error)) ?? 'This device couldn’t save it. Try again.';
      fail(reason);
      return false;
    }
  }

  const takeBack = (id: string) => async () => {
    const isBack = await editor.takeBack(id).catch(() => false);
    if (isBack) toast({ title: 'As it was before' });
    else toast({ title: 'Already sent: it stays restored', look: 'danger' });
  };

  /** It was not restored, for this reason. */
  const fail = (reason: string) => setProblem(`Not restored. ${reason}`);

  return { restore, fail, problem, mayRestore: account?.isAdmin === true };
}
