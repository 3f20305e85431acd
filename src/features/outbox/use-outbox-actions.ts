import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { openInForm } from '../../content/form/open-in-form.ts';
import { kinds } from '../../content/kinds.ts';
import { useEditor } from '../../engine/editing.ts';
import {
  type Discarded,
  type Mutation,
  type Overwritten,
  type RejectedMutation,
  update,
  useRequestSync,
} from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { UNDO_MS } from '../../lib/limits.ts';
import { useToast } from '../../ui/toast.tsx';
import { quoted } from './change-words.ts';
import { columnWord } from './column-words.ts';
import { notDoneInWords } from './not-done-words.ts';

/** The actions of the page's buttons. `failure` says why the last one failed. */
export function useOutboxActions() {
  const editor = useEditor();
  const requestSync = useRequestSync();
  const toast = useToast();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);

  async function attempt(job: () => Promise<void>): Promise<void> {
    try {
      await job();
      setFailure(null);
    } catch (error) {
      setFailure(notDoneInWords(error));
    }
  }

  function offerUndo(discarded: Discarded, title: string, detail: string): void {
    const action = { label: 'Undo', onClick: () => void undo(discarded, title) };
    toast({ title, ...(detail === '' ? {} : { detail }), action, staysMs: UNDO_MS });
  }

  async function undo(discarded: Discarded, title: string): Promise<void> {
    try {
      await editor.putBack(discarded);
      setFailure(null);
      requestSync();
    } catch (error) {
      setFailure(notDoneInWords(error));
      offerUndo(discarded, title, notDoneInWords(error));
    }
  }

  return {
    failure,
    /** With Undo: only the toast still holds the discarded edit. */
    discard: ({ id, label }: Mutation) =>
      attempt(async () => {
        const discarded = await editor.discard(id);
        const all = [...discarded.waiting, ...discarded.rejected];
        if (all.length === 0) return;
        const mayHaveArrived = discarded.waiting.some(({ sent }) => sent);
        offerUndo(
          discarded,
          all.length === 1
            ? `Discarded ${quoted(label)}`
            : `Discarded ${counted(all.length, 'edit')}`,
          mayHaveArrived ? 'It may already have reached the server. If so, it comes back.' : '',
        );
      }),
    /** Opens a refused edit in its form; saving the form replaces the refused edit. */
    editAndSendAgain: ({ id, code, mutation }: RejectedMutation) =>
      attempt(async () => {
        const [change] = mutation.changes;
        if (change === undefined) return;
        // An id that is taken would be refused again.
        const row = change.op === 'insert' && code !== '23505' ? change.id : null;
        const replaces = { edit: id, row };
        const address = await openInForm(editor.drafts, mutation.account, change, replaces);
        if (address !== null) await navigate(address);
      }),
    retry: ({ id }: Mutation) => attempt(() => editor.retry(id)),
    retryAll: (all: readonly Mutation[]) => attempt(() => editor.retryAll(all.map(({ id }) => id))),
    restore: ({ id }: Mutation) => attempt(() => editor.restore(id)),
    /** @param item the words for the item of the conflict */
    takeTheirs: ({ place, table, id, column, was }: Overwritten, item: string) =>
      attempt(async () => {
        const kind = kinds.find((candidate) => candidate.table === table);
        if (kind !== undefined) {
          const label = `Use their ${quoted(columnWord(table, column))} of ${item}`;
          await editor.edit({
            label,
            changes: [update(kind, id, { [column]: was })],
            restores: true,
          });
        }
        await editor.dismissOverwritten(place);
      }),
    claim: () =>
      attempt(async () => {
        await editor.claim();
        requestSync();
      }),
    keepMine: ({ place }: Overwritten) => attempt(() => editor.dismissOverwritten(place)),
  };
}

export type OutboxActions = ReturnType<typeof useOutboxActions>;
