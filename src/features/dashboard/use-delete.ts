import { useState } from 'react';
import {
  type AnyForm,
  capital,
  confirmWords,
  doneWords,
  editLabel,
  failedWords,
} from '../../content/form/form.ts';
import { notKeptInWords } from '../../content/form/not-kept-words.ts';
import { shortName } from '../../content/short-name.ts';
import { useEditor } from '../../engine/editing.ts';
import { type BaseRow, remove } from '../../engine/index.ts';
import { DELETION_TOLD_MS } from '../../lib/limits.ts';
import { useToast } from '../../ui/toast.tsx';

/**
 * Deletes rows, after a question if FORM-3 requires it, and takes deletions back until they are sent (E15).
 *
 * `problem` says what failed.
 */
export function useDelete(form: AnyForm) {
  const editor = useEditor();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);

  /** @returns whether the row was deleted */
  async function deleteRow(row: BaseRow): Promise<boolean> {
    if (form.confirmsDelete && !window.confirm(confirmWords(form))) return false;
    const name = form.name(row);
    try {
      await editor.edit({
        label: editLabel(form, 'delete', name),
        changes: [remove(form.kind, row.id)],
        holds: true,
      });
      setProblem(null);
      toast({
        title: doneWords(form, 'delete'),
        detail: shortName(name),
        staysMs: DELETION_TOLD_MS,
        clearOf: `[data-row="${row.id}"]`,
      });
      return true;
    } catch (error) {
      const reason = notKeptInWords(error);
      toast({ title: failedWords(form, 'delete', reason), look: 'danger' });
      setProblem(`“${name}” was not deleted. ${reason}`);
      return false;
    }
  }

  /** @param id of the deletion */
  async function takeBack(id: string, row: BaseRow): Promise<void> {
    const name = form.name(row);
    const detail = await editor
      .takeBack(id)
      .then((isBack) => (isBack ? null : 'The deletion was already sent.'), notKeptInWords);
    setProblem(detail === null ? null : `“${name}” could not be brought back. ${detail}`);
    if (detail === null) return;
    toast({ title: `${capital(form.one)} could not be brought back`, detail, look: 'danger' });
  }

  return { deleteRow, takeBack, problem };
}
