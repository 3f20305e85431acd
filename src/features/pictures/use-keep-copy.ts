import { useState } from 'react';
import { notKeptInWords } from '../../content/form/not-kept-words.ts';
import { withPictureMoved } from '../../content/markdown/moved-picture.ts';
import { fetchElsewhere } from '../../content/pictures/fetch-elsewhere.ts';
import type { Naming } from '../../content/pictures/named-pictures.ts';
import { preparePicture } from '../../content/pictures/prepare-picture.ts';
import { takeIn } from '../../content/pictures/take-in.ts';
import { useEditor } from '../../engine/editing.ts';
import { type Change, type Columns, type NewFile, update } from '../../engine/index.ts';
import { UNDO_MS } from '../../lib/limits.ts';
import { useToast } from '../../ui/toast.tsx';
import { hostOf } from './host-of.ts';
import type { HousePicture } from './house-pictures.ts';

/**
 * PICTURE-12: takes a picture of another site in: it is fetched, made fit as a pasted one, and named by one edit wherever the other
 * address was.
 */
export function useKeepCopy() {
  const editor = useEditor();
  const toast = useToast();
  const [working, setWorking] = useState<string | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());

  const tell = (id: string, problem: string) =>
    setProblems((held) => new Map(held).set(id, problem));

  async function keepCopy({ id, namings }: HousePicture): Promise<void> {
    if (working !== null) return;
    setWorking(id);
    tell(id, '');
    const problem = await keep(id, namings).catch(notKeptInWords);
    setWorking(null);
    tell(id, problem ?? '');
  }

  /** @returns why it is not kept; null if it is */
  async function keep(id: string, namings: readonly Naming[]): Promise<string | null> {
    if (!navigator.onLine) return 'There is no network. Connect, and try again.';
    const file = await fetchElsewhere(id);
    if (file === null)
      return `${hostOf(id)} doesn’t let this site read the picture, or can’t be reached. Save the picture to your device, and choose it in the item.`;
    const ready = await preparePicture(file);
    if (!ready.ok) return ready.reason;
    const files: NewFile[] = [];
    const path = await takeIn(ready, async (given) => {
      files.push(...given);
    });
    const changes = changesTo(namings, id, path);
    if (changes.length === 0)
      return 'The text names it in a way that can’t be changed here. Change it in the item.';
    const label = `Keep a copy of a picture of ${hostOf(id)}`;
    const made = await editor.edit({ label, changes, files, holds: true });
    const undo = { label: 'Undo', onClick: () => void takeBack(made?.id) };
    toast({
      title: 'The site keeps a copy',
      staysMs: UNDO_MS,
      ...(made !== null && { action: undo }),
    });
    return null;
  }

  async function takeBack(edit: string | undefined): Promise<void> {
    const isBack = edit !== undefined && (await editor.takeBack(edit).catch(() => false));
    if (isBack) toast({ title: 'As it was before' });
    else toast({ title: 'Already sent: the copy stays', look: 'danger' });
  }

  return { keepCopy, working, problems };
}

/** One change for each row, which may name the picture in several columns. A text that cannot be changed is left alone. */
function changesTo(namings: readonly Naming[], from: string, to: string): readonly Change[] {
  const byRow = new Map<string, { readonly naming: Naming; readonly values: Columns }>();
  for (const naming of namings) {
    const { kind, row, column, markup } = naming;
    const held = (kind.filled(row) as unknown as Columns)[column];
    const value = markup === null ? to : withPictureMoved(String(held), markup, from, to);
    if (value === null) continue;
    const before = byRow.get(`${kind.table}/${row.id}`);
    byRow.set(`${kind.table}/${row.id}`, {
      naming,
      values: { ...before?.values, [column]: value },
    });
  }
  return [...byRow.values()].map(({ naming: { kind, row }, values }) =>
    update(kind, row.id, values),
  );
}
