import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { draftOf, useDraft, useEditor } from '../../engine/editing.ts';
import {
  type BaseRow,
  type Change,
  type Draft,
  type DraftsAt,
  type DraftText,
  insert,
  type OfferedDraft,
  type Replaced,
  update,
} from '../../engine/index.ts';
import { DOUBLE_TAP_MS, UNDO_MS } from '../../lib/limits.ts';
import { useToast } from '../../ui/toast.tsx';
import { useItemPages } from '../page-links/use-item-pages.ts';
import {
  type AnyForm,
  type Deed,
  editLabel,
  type FieldValue,
  failedWords,
  type Values,
  withoutOptional,
} from './form.ts';
import { membersChanges } from './members.ts';
import { notKeptInWords } from './not-kept-words.ts';
import {
  canBeKeptBack,
  type Publishing,
  savedWords,
  standingOf,
  staysKeptBack,
  withPublication,
} from './publishing.ts';
import {
  asTyped,
  changedSince,
  fromDraft,
  isTyped,
  nothingTyped,
  shownValues,
  type Typing,
  toDraft,
  typedSince,
  withLaterTyped,
  withoutTyped,
  withSavedSeen,
  withTyped,
} from './typing.ts';
import { useMemberRows } from './use-member-rows.ts';
import { columnsOf, missingColumns, sameValue, textIn, valuesOf } from './values.ts';
import { viewLink } from './view-link.ts';

/** Why the form cannot be saved, and the fields at fault. */
export interface FormProblem {
  readonly message: string;
  readonly columns: readonly string[];
}

export interface OpenForm {
  readonly form: AnyForm;
  /** The row being edited, in its present or last known state; null for a new one. */
  readonly row: BaseRow | null;
  /** The id of a new row; by default one that nothing else has. */
  readonly newId?: string;
  /** The row was deleted meanwhile. */
  readonly isGone: boolean;
  /** All rows of the kind on this device. */
  readonly rows: readonly BaseRow[];
  readonly drafts: DraftsAt;
  /** When this panel last saved, by `performance.now()`. */
  readonly savedAt: RefObject<number>;
  /** After saving or cancelling, the form is for adding again. */
  readonly onDone: () => void;
  /** The form stays open after each saving, not only after one that says so. */
  readonly stays: boolean;
  /** It was saved and stays, with its text, caret and undo as they were, as the form of this row. */
  readonly onStay: (id: string) => void;
  /** @param gone the row of which the draft was made, if it was taken back: then the draft is that of a new one again */
  readonly onRestore: (draft: Draft, gone?: string) => void;
}

/** On a phone the message would cover what saves next. */
const SAVE_BAR = '[data-part=save-bar]';

export type ContentFormState = ReturnType<typeof useContentForm>;

/** An open form: the values of its fields, and its actions. */
export function useContentForm(open: OpenForm) {
  const { form, row, isGone, savedAt, onDone, onStay, onRestore } = open;
  const { home, own } = open.drafts;
  const editor = useEditor();
  const toast = useToast();
  const saved = useMemo(() => valuesOf(form, row), [form, row]);
  const [typing, setTyping] = useState(() =>
    own === null ? nothingTyped : fromDraft(form, own, saved),
  );
  /** The values of the fields when the form was saved last, and stayed. */
  const [stayed, setStayed] = useState<Values | null>(null);
  const [draftAt, setDraftAt] = useState(own?.at ?? null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isSaving, setSaving] = useState(false);
  const underWay = useRef(false);
  const now = isTyped(typing) ? toDraft(typing, saved, row === null) : null;
  const keeping = useDraft(open.drafts, now);
  const memberRows = useMemberRows(form);
  const pages = useItemPages();
  /** For an Undo, which comes later. */
  const latest = useRef({ typing, keeping });
  useLayoutEffect(() => {
    latest.current = { typing, keeping };
  });

  useMovedDraft(home, now);

  // A new row may take a moment to be there.
  const shown = row === null && stayed !== null ? stayed : asTyped(saved, stayed);
  const values = shownValues(typing, shown);
  const differs = changedSince(typing, saved);
  const deed: Deed = row === null || isGone ? 'add' : 'update';
  const standing = standingOf(form, isGone ? null : row, Date.now());

  function set(column: string, value: FieldValue) {
    keeping.reopen();
    const saves = underWay.current;
    setTyping((held) =>
      !saves && sameValue(value, shown[column])
        ? withoutTyped(held, column)
        : withTyped(held, saved, column, value, saves),
    );
  }

  /**
   * @param publishing what saving does for readers; null for nothing but what the fields say
   * @param stays the form stays open this time
   */
  async function save(publishing: Publishing = null, stays = open.stays): Promise<void> {
    // State dates from the last render, and two taps may come between two renders.
    if (underWay.current) return;
    const isLate = performance.now() - savedAt.current < DOUBLE_TAP_MS;
    if (!isTyped(typing) && (isLate || (stays && publishing === null))) return;
    const isDraft = staysKeptBack(standing, publishing, values.published_at);
    const missing = missingColumns(form, values, isDraft);
    if (missing.length > 0) {
      setProblem({ message: isDraft ? namelessWords(form) : form.missing, columns: missing });
      return;
    }
    if (differs.length > 0 && !window.confirm(overwriteWords(form, differs))) return;
    underWay.current = true;
    setSaving(true);
    setProblem(null);
    try {
      const label = editLabel(form, labelOf(deed, publishing), textIn(values, form.kind.name));
      const { replaces } = keeping;
      const change = changeOf(open, typing, values, replaces, publishing);
      const ofMembers = membersChanges(
        form,
        values,
        { before: isGone ? null : row, change },
        memberRows,
      );
      // One Undo takes back what a press has changed in several rows.
      const holds = ofMembers.length > 0;
      const given = now === null ? null : draftOf(home, { ...now, replaces }, Date.now());
      const changes = [change, ...ofMembers];
      const mutation = await keeping.save((draft) =>
        editor.edit({ label, changes, replaces: replaces?.edit, draft, holds }),
      );
      savedAt.current = performance.now();
      const words = savedWords(form, deed, standing, change);
      const name = textIn(values, form.kind.name);
      const link = viewLink(form, { id: change.id, name }, pages ?? []);
      if (mutation === null) toast({ title: 'Nothing has changed' });
      else if (!holds) toast({ title: words, clearOf: SAVE_BAR, ...(link && { link }) });
      else {
        const action = {
          label: 'Undo',
          onClick: () =>
            void takeBack(mutation.id, given, stays, row === null ? change.id : undefined),
        };
        const kept = { action, staysMs: UNDO_MS, clearOf: SAVE_BAR };
        toast({ title: words, ...kept, ...(link && { link }) });
      }
      setDraftAt(null);
      if (stays) {
        setStayed(values);
        setTyping((held) => typedSince(held, values));
        onStay(change.id);
        return;
      }
      // The form of an edited row is about to close; emptied first, it would flash the old values.
      if (row === null) setTyping(nothingTyped);
      onDone();
    } catch (error) {
      const reason = notKeptInWords(error);
      toast({ title: failedWords(form, deed, reason), look: 'danger' });
      setProblem({ message: `${reason} What you typed is still here.`, columns: [] });
    } finally {
      underWay.current = false;
      setSaving(false);
    }
  }

  /**
   * Undoes a saving. What it saved is a draft again: nothing that was typed is lost.
   *
   * @param stayed the form has stayed open: what was typed in it since belongs to the same text
   * @param gone the row that there is no more
   */
  async function takeBack(
    id: string,
    given: Draft | null,
    stayed: boolean,
    gone: string | undefined,
  ): Promise<void> {
    const detail = await editor
      .takeBack(id)
      .then((isBack) => (isBack ? null : 'It was already sent.'), notKeptInWords);
    if (detail !== null)
      return toast({ title: 'It could not be taken back', detail, look: 'danger' });
    const { typing: since, keeping: current } = latest.current;
    if (stayed) await current.close();
    else await current.putAside();
    if (given !== null) onRestore(stayed ? withLaterTyped(given, since) : given, gone);
  }

  /** Resets the form to the saved values; Undo brings the draft back. */
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
      toast({ title: notKeptInWords(error), look: 'danger' });
      return;
    }
    setTyping(fromDraft(form, offer, saved));
    setDraftAt(offer.at);
    setProblem(null);
  }

  return {
    row,
    memberRows,
    values,
    saved,
    set,
    differs,
    takeSaved: (column: string) => setTyping((held) => withoutTyped(held, column)),
    /** What a field had when the typing in it began. */
    before: (column: string) => typing.from[column] ?? saved[column] ?? '',
    /** What is saved was seen: what was typed stands against it. */
    seeSaved: (column: string) => setTyping((held) => withSavedSeen(held, saved, column)),
    /** When the shown draft was stored; null if the fields show none. */
    draftAt: isTyped(typing) ? draftAt : null,
    offered: keeping.offered,
    takeOver,
    discardOffered: async (offer: OfferedDraft) => tellDiscarded(await keeping.discard(offer)),
    isTyped: isTyped(typing),
    isLost: keeping.isLost,
    problem,
    isSaving,
    deed,
    /** Where the row stands for readers; null for a kind of which nothing can be kept back. */
    standing,
    /** The time that is typed for its publication is one to come. */
    willWait: Date.parse(String(values.published_at ?? '')) > Date.now(),
    save,
    /** Saves and stays. It publishes nothing: what is new is a draft. */
    saveAndStay: () => save(deed === 'add' && canBeKeptBack(form) ? 'draft' : null, true),
    discard,
    /** What was typed is kept elsewhere now. */
    giveUp: keeping.close,
    cancel: async () => {
      await discard();
      onDone();
    },
  };
}

/** A new item that was saved, and whose form has stayed, has a place of its own: what was typed since goes there. */
function useMovedDraft(home: DraftsAt['home'], now: DraftText | null): void {
  const { drafts } = useEditor();
  const [before, latest] = [useRef(home), useRef(now)];
  useLayoutEffect(() => {
    latest.current = now;
  });
  useEffect(() => {
    const left = before.current;
    before.current = home;
    if (left.place === home.place) return;
    const move = async () => {
      const typed = latest.current;
      if (typed !== null) await drafts.keep(draftOf(home, typed, Date.now()));
      await drafts.drop(draftOf(left, nothing, 0).key);
    };
    void move().catch(() => {});
  }, [drafts, home, before, latest]);
}

const nothing: DraftText = { fields: null, from: null };

function changeOf(
  { form, row, newId, isGone, rows }: OpenForm,
  typing: Typing,
  values: Values,
  replaces: Replaced | undefined,
  publishing: Publishing,
): Change {
  const others = rows.filter(({ id }) => id !== row?.id);
  if (row === null) {
    const columns = columnsOf(form, values, () => true, rows);
    const id = replaces?.row ?? newId;
    const published = withPublication(columns, null, publishing);
    return insert(form.kind, { ...published, ...form.added(values, others) }, id);
  }
  // Only typed fields are sent: the others may have changed elsewhere.
  const columns = columnsOf(form, values, (column) => column in typing.typed, [row]);
  const typed = withPublication(columns, isGone ? null : row, publishing);
  if (!isGone) return update(form.kind, row.id, typed);
  const { id, ...before } = row;
  return insert(form.kind, { ...before, ...typed }, id);
}

/** A new item that is published is simply added. */
function labelOf(deed: Deed, publishing: Publishing): Deed | NonNullable<Publishing> {
  return publishing === null || (deed === 'add' && publishing === 'publish') ? deed : publishing;
}

function overwriteWords(form: AnyForm, columns: readonly string[]): string {
  return `The saved version has changed since you began: ${labelsOf(form, columns)}. Save yours over it?`;
}

function namelessWords(form: AnyForm): string {
  return `${labelsOf(form, [form.kind.name])} is required`;
}

/** `Title, Image URL`: the labels of fields. */
export function labelsOf(form: AnyForm, columns: readonly string[]): string {
  return form.fields
    .filter(({ column }) => columns.includes(column))
    .map(({ label }) => withoutOptional(label))
    .join(', ');
}
