import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { UNDO_MS } from '../../lib/limits.ts';
import { insert, remove } from '../../model/change.ts';
import {
  type AnyForm,
  capital,
  confirmWords,
  doneWords,
  editLabel,
  failedWords,
} from '../../model/forms/form.ts';
import type { BaseRow } from '../../model/kind.ts';
import { useEditor } from '../../store/editing.tsx';
import type { Mutation } from '../../store/mutation.ts';
import { useToast } from '../../ui/toast.tsx';
import { failureInWords } from './failure-words.ts';

/**
 * Deletes a row, after asking where the spec asks: gone at once, with an Undo. The focus goes to the row that
 * takes its place, or to the list's heading.
 *
 * @param list what holds the rows (`data-row`) and the heading
 */
export function useDelete(
  form: AnyForm,
  rows: readonly BaseRow[],
  list: RefObject<HTMLElement | null>,
) {
  const editor = useEditor();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useRef<{ gone: string; next: string | null } | null>(null);

  useLayoutEffect(() => {
    if (leaving.current === null || rows.some(({ id }) => id === leaving.current?.gone)) return;
    const { next } = leaving.current;
    leaving.current = null;
    // Nothing is taken from whoever has moved on meanwhile.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const row = next === null ? null : list.current?.querySelector(`[data-row="${next}"]`);
    const target = row?.querySelector<HTMLElement>('[data-part=edit]');
    (target ?? list.current?.querySelector<HTMLElement>('h3'))?.focus();
  }, [rows, list]);

  async function undo({ id, changes }: Mutation, name: string) {
    try {
      if (await editor.takeBack(id)) return;
      // It has gone out already: the row is made again as it was.
      const again = changes.flatMap((change) => {
        if (change.op !== 'delete' || change.before === null) return [];
        const { id: same, ...columns } = change.before;
        return [insert(form.kind, columns, same)];
      });
      await editor.edit({ label: editLabel(form, 'add', name), changes: again });
    } catch (error) {
      const detail = failureInWords(error);
      toast({ title: `${capital(form.one)} could not be brought back`, detail, look: 'danger' });
      setProblem(`“${name}” could not be brought back. ${detail}`);
    }
  }

  /** @returns whether it is gone */
  async function deleteRow(row: BaseRow): Promise<boolean> {
    if (form.confirmsDelete && !window.confirm(confirmWords(form))) return false;
    const name = form.name(row);
    const place = rows.findIndex(({ id }) => id === row.id);
    leaving.current = { gone: row.id, next: (rows[place + 1] ?? rows[place - 1])?.id ?? null };
    try {
      const mutation = await editor.edit({
        label: editLabel(form, 'delete', name),
        changes: [remove(form.kind, row.id)],
        holds: true,
      });
      setProblem(null);
      toast({
        title: doneWords(form, 'delete'),
        ...(mutation !== null && {
          action: { label: 'Undo', onClick: () => void undo(mutation, name) },
          staysMs: UNDO_MS,
        }),
      });
      return true;
    } catch (error) {
      leaving.current = null;
      const reason = failureInWords(error);
      toast({ title: failedWords(form, 'delete', reason), look: 'danger' });
      setProblem(`“${name}” was not deleted. ${reason}`);
      return false;
    }
  }

  return { deleteRow, problem };
}
