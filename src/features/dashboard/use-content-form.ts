import { type RefObject, useMemo, useRef, useState } from 'react';
import {
  type AnyForm,
  type Deed,
  doneWords,
  editLabel,
  failedWords,
  type Value,
  type Values,
  withoutOptional,
} from '../../content/form/form.ts';
import {
  differing,
  fromDraft,
  isTyped,
  nothingTyped,
  shownValues,
  type Typing,
  toDraft,
  withoutTyped,
  withTyped,
} from '../../content/form/typing.ts';
import { columnsOf, missingColumns, textIn, valuesOf } from '../../content/form/values.ts';
import {
  type BaseRow,
  type Change,
  type Draft,
  type DraftsAt,
  draftOf,
  insert,
  type OfferedDraft,
  type Replaced,
  update,
  useDraft,
  useEditor,
} from '../../engine/index.ts';
import { UNDO_MS } from '../../lib/limits.ts';
import { useToast } from '../../ui/toast.tsx';
import { failureInWords } from './not-kept-words.ts';

/** What stands in the way of saving, and the fields that it is about. */
export interface Problem {
  readonly message: string;
  readonly columns: readonly string[];
}

/** The second tap of a double tap comes within this, and must not find the emptied form wanting (E17). */
const DOUBLE_TAP_MS = 600;

export interface OpenForm {
  readonly form: AnyForm;
  /** What is edited, as it is now or was last; null for something new. */
  readonly row: BaseRow | null;
  /** It was deleted meanwhile. */
  readonly isGone: boolean;
  /** All rows of the kind on this device. */
  readonly rows: readonly BaseRow[];
  readonly drafts: DraftsAt;
  /** When this panel last saved, by `performance.now()`. */
  readonly savedAt: RefObject<number>;
  /** Saved, or given up: the form goes back to adding. */
  readonly onDone: () => void;
  readonly onRestore: (draft: Draft) => void;
}

/** A form that is open: what its fields show, and what can be done with it. */
export function useContentForm(open: OpenForm) {
  const { form, row, isGone, savedAt, onDone, onRestore } = open;
  const { home, own } = open.drafts;
  const editor = useEditor();
  const toast = useToast();
  const saved = useMemo(() => valuesOf(form, row), [form, row]);
  const [typing, setTyping] = useState(() =>
    own === null ? nothingTyped : fromDraft(form, own, saved),
  );
  const [draftAt, setDraftAt] = useState(own?.at ?? null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaving, setSaving] = useState(false);
  const underWay = useRef(false);
  const now = isTyped(typing) ? toDraft(typing, saved, row === null) : null;
  const keeping = useDraft(open.drafts, now);

  const values = shownValues(typing, saved);
  const differs = differing(typing, saved);
  const deed: Deed = row === null || isGone ? 'add' : 'update';

  function set(column: string, value: Value) {
    keeping.reopen();
    setTyping((held) => withTyped(held, saved, column, value));
  }

  async function save(): Promise<void> {
    // State is as old as the last drawing; two taps may come between two of them.
    if (underWay.current) return;
    if (!isTyped(typing) && performance.now() - savedAt.current < DOUBLE_TAP_MS) return;
    const missing = missingColumns(form, values);
    if (missing.length > 0) {
      setProblem({ message: form.missing, columns: missing });
      return;
    }
    if (differs.length > 0 && !window.confirm(overwriteWords(form, differs))) return;
    underWay.current = true;
    setSaving(true);
    setProblem(null);
    try {
      const label = editLabel(form, deed, textIn(values, form.kind.name));
      const { replaces } = keeping;
      const changes = [changeOf(open, typing, values, replaces)];
      const mutation = await editor.edit({ label, changes, replaces: replaces?.edit });
      await keeping.close();
      savedAt.current = performance.now();
      toast({ title: mutation === null ? 'Nothing has changed' : doneWords(form, deed) });
      // An edited row's form goes away; emptied before, it would show the old values for a moment.
      if (row === null) setTyping(nothingTyped);
      setDraftAt(null);
      onDone();
    } catch (error) {
      const reason = failureInWords(error);
      toast({ title: failedWords(form, deed, reason), look: 'danger' });
      setProblem({ message: `${reason} What you typed is still here.`, columns: [] });
    } finally {
      underWay.current = false;
      setSaving(false);
    }
  }

  /** Back to what is saved, for as long as nobody wants it back. */
  async function discard(): Promise<void> {
    const { replaces } = keeping;
    const given = now === null ? null : draftOf(home, { ...now, replaces }, Date.now());
    await keeping.close();
    setTyping(nothingTyped);
    setDraftAt(null);
    setProblem(null);
    if (given !== null) tellDiscarded(() => onRestore(given));
  }

  function tellDiscarded(undo: () => void) {
    const action = { label: 'Undo', onClick: undo };
    toast({ title: 'Draft discarded', action, staysMs: UNDO_MS });
  }

  async function takeOver(offer: OfferedDraft): Promise<void> {
    try {
      await keeping.takeOver(offer);
    } catch (error) {
      toast({ title: failureInWords(error), look: 'danger' });
      return;
    }
    setTyping(fromDraft(form, offer, saved));
    setDraftAt(offer.at);
    setProblem(null);
  }

  return {
    values,
    saved,
    set,
    differs,
    takeSaved: (column: string) => setTyping((held) => withoutTyped(held, column)),
    /** When the draft was kept that the fields show; null where they show none. */
    draftAt: isTyped(typing) ? draftAt : null,
    offered: keeping.offered,
    takeOver,
    discardOffered: async (offer: OfferedDraft) => tellDiscarded(await keeping.discard(offer)),
    isTyped: isTyped(typing),
    isLost: keeping.isLost,
    problem,
    isSaving,
    deed,
    save,
    discard,
    cancel: async () => {
      await discard();
      onDone();
    },
  };
}

function changeOf(
  { form, row, isGone, rows }: OpenForm,
  typing: Typing,
  values: Values,
  replaces: Replaced | undefined,
): Change {
  const others = rows.filter(({ id }) => id !== row?.id);
  if (row === null) {
    const columns = columnsOf(form, values, () => true, rows);
    const id = replaces?.row ?? undefined;
    return insert(form.kind, { ...columns, ...form.added(values, others) }, id);
  }
  // Only what was typed: the rest may have changed elsewhere in the meantime.
  const typed = columnsOf(form, values, (column) => column in typing.typed, [row]);
  if (!isGone) return update(form.kind, row.id, typed);
  const { id, ...before } = row;
  return insert(form.kind, { ...before, ...typed }, id);
}

function overwriteWords(form: AnyForm, columns: readonly string[]): string {
  return `The saved version has changed since you began: ${labelsOf(form, columns)}. Save yours over it?`;
}

/** `Title, Image URL`: fields by name. */
export function labelsOf(form: AnyForm, columns: readonly string[]): string {
  return form.fields
    .filter(({ column }) => columns.includes(column))
    .map(({ label }) => withoutOptional(label))
    .join(', ');
}
