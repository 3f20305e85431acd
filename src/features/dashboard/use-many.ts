import { useState } from 'react';
import { type AnyForm, confirmWords } from '../../content/form/form.ts';
import {
  changesOfMany,
  type ManyDeed,
  manyWords,
  unfinished,
  unfinishedWords,
} from '../../content/form/many-at-once.ts';
import { notKeptInWords } from '../../content/form/not-kept-words.ts';
import { useMemberRows } from '../../content/form/use-member-rows.ts';
import { useEditor } from '../../engine/editing.ts';
import type { BaseRow } from '../../engine/index.ts';
import { counted, inThousands } from '../../lib/in-words.ts';
import { CHANGES_OF_EDIT, UNDO_MS } from '../../lib/limits.ts';
import { useToast } from '../../ui/toast.tsx';

/**
 * Does one thing to many rows: one edit, which is refused or taken back as a whole. A deletion asks first where that of one row does
 * (FORM-3).
 *
 * `problem` says what failed.
 */
export function useMany(form: AnyForm) {
  const editor = useEditor();
  const toast = useToast();
  const memberRows = useMemberRows(form);
  const [problem, setProblem] = useState<string | null>(null);

  /** @returns whether it was done */
  async function doToMany(deed: ManyDeed, rows: readonly BaseRow[]): Promise<boolean> {
    const changes = changesOfMany(form, deed, rows, Date.now(), memberRows);
    const ids = new Set(changes.map(({ id }) => id));
    const changed = rows.filter(({ id }) => ids.has(id));
    if (changes.length > CHANGES_OF_EDIT) {
      setProblem(`Select at most ${inThousands(CHANGES_OF_EDIT)} at once. Nothing was changed.`);
      return false;
    }
    if (deed.does === 'publish') {
      const left = unfinished(form, changed);
      if (left.length > 0) {
        setProblem(`${unfinishedWords(form, left)} Nothing was changed.`);
        return false;
      }
    }
    if (deed.does === 'delete' && form.confirmsDelete && !window.confirm(question(form, changed)))
      return false;
    const { label, done } = manyWords(form, deed, changed);
    try {
      const made = await editor.edit({ label, changes, holds: true });
      setProblem(null);
      if (made === null) toast({ title: 'Nothing to change: they are like that already' });
      else toast({ title: done, staysMs: UNDO_MS, action: undo(made.id) });
      return true;
    } catch (error) {
      const reason = notKeptInWords(error);
      toast({ title: 'Nothing was changed', detail: reason, look: 'danger' });
      setProblem(`Nothing was changed. ${reason}`);
      return false;
    }
  }

  const undo = (id: string) => ({ label: 'Undo', onClick: () => void takeBack(id) });

  async function takeBack(id: string): Promise<void> {
    const detail = await editor
      .takeBack(id)
      .then((isBack) => (isBack ? null : 'It was already sent.'), notKeptInWords);
    if (detail === null) toast({ title: 'As it was before' });
    else toast({ title: 'It could not be taken back', detail, look: 'danger' });
  }

  return { doToMany, problem };
}

function question(form: AnyForm, rows: readonly BaseRow[]): string {
  if (rows.length === 1) return confirmWords(form);
  return `Are you sure you want to delete these ${counted(rows.length, form.one, form.many)}?`;
}
