import { useState } from 'react';
import { retag, type TaggedRows } from '../../content/retag.ts';
import { shortName } from '../../content/short-name.ts';
import { useEditor } from '../../engine/editing.ts';
import { toFailure } from '../../lib/failure.ts';
import { type FailureTable, lookUp } from '../../lib/failure-words.ts';
import { counted } from '../../lib/in-words.ts';
import { CHANGES_OF_EDIT, UNDO_MS } from '../../lib/limits.ts';
import { useToast } from '../../ui/toast.tsx';

const words: FailureTable = [
  ['device', /^full$/, 'This device has no room left. Free some and try again.'],
  ['signed-out', null, 'You are signed out. Sign in and try again.'],
  ['rejected', null, 'An item was changed or deleted meanwhile. Try again.'],
];

/**
 * Changes tags wherever they are, as one edit with one Undo. Only of more than a thousand items are there several.
 *
 * @returns a function that resolves to whether it was done; `problem` says why not
 */
export function useRetag(all: readonly TaggedRows[]) {
  const editor = useEditor();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);

  async function change(from: readonly string[], to: string): Promise<boolean> {
    const changes = retag(all, from, to);
    const made: string[] = [];
    const label = `Rename tag ${from.map((tag) => shortName(tag)).join(', ')} to ${shortName(to)}`;
    try {
      for (let n = 0; n < changes.length; n += CHANGES_OF_EDIT) {
        const some = changes.slice(n, n + CHANGES_OF_EDIT);
        const mutation = await editor.edit({ label, changes: some, holds: true });
        if (mutation !== null) made.push(mutation.id);
      }
      setProblem(null);
      const undo = { label: 'Undo', onClick: () => void takeBack(made) };
      toast({
        title: `${shortName(to)}: ${counted(changes.length, 'item')} changed`,
        staysMs: UNDO_MS,
        ...(made.length > 0 && { action: undo }),
      });
      return true;
    } catch (error) {
      const reason = lookUp(words, toFailure(error)) ?? 'This device couldn’t save it. Try again.';
      setProblem(`Not changed. ${reason}`);
      return false;
    }
  }

  async function takeBack(ids: readonly string[]): Promise<void> {
    const back = await Promise.all(ids.map((id) => editor.takeBack(id).catch(() => false)));
    if (back.every(Boolean)) toast({ title: 'As it was before' });
    else toast({ title: 'Already sent: it stays changed', look: 'danger' });
  }

  return { change, problem };
}
