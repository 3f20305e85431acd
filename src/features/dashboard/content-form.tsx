import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { AnyForm, Deed, Field, FieldValue, Values } from '../../content/form/form.ts';
import { fromDraft } from '../../content/form/typing.ts';
import { allTags, isEmpty } from '../../content/form/values.ts';
import { dayAndTime } from '../../lib/in-words.ts';
import { DRAFT_TEXT_LENGTH, SAVED_TEXT_LENGTH } from '../../lib/limits.ts';
import { ownersClock } from '../../lib/owner-days.ts';
import { beginning } from '../../lib/shortened.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { DraftOffers } from '../../ui/draft-offers.tsx';
import { FieldInput } from './field-input.tsx';
import { labelsOf, type OpenForm, useContentForm } from './use-content-form.ts';
import { useSaveKey } from './use-save-key.ts';

/** An extra below one of a kind's fields. */
export interface FieldExtra {
  readonly below: string;
  readonly node: (values: Values, set: (column: string, value: FieldValue) => void) => ReactNode;
}

/**
 * A kind's form, for adding, or with Update and Cancel for the row being edited. Saving is complete once the edit
 * is safe on the device; if it fails, the typed text stays.
 *
 * @param takesFocus whether the admin has just asked for the form
 */
export function ContentForm({
  open,
  labelId,
  takesFocus,
  extra,
}: {
  open: OpenForm;
  labelId: string;
  takesFocus: boolean;
  extra: FieldExtra | undefined;
}) {
  const { form, row, isGone } = open;
  const state = useContentForm(open);
  const { values, problem, differs, isSaving, deed } = state;
  const element = useRef<HTMLFormElement>(null);
  const problemId = useId();
  useSaveKey(element, state.isTyped);

  useEffect(() => {
    if (takesFocus) element.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [takesFocus]);

  useEffect(() => {
    const field = element.current?.elements.namedItem(problem?.columns[0] ?? '');
    if (field instanceof HTMLElement) field.focus();
  }, [problem]);

  const missing = problem?.columns.filter((column) => isEmpty(values[column] ?? '')) ?? [];
  const isAbout = { fields: missing.length > 0, whole: problem?.columns.length === 0 };

  return (
    <form
      ref={element}
      noValidate
      aria-labelledby={labelId}
      onSubmit={(event) => {
        event.preventDefault();
        void state.save();
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      {isGone && (
        <Alert>{`This ${form.one} was deleted meanwhile. You can add it again from this form.`}</Alert>
      )}
      <DraftOffers
        offers={state.offered.map((offer) => ({
          ...offer,
          what: whatWasTyped(form, fromDraft(form, offer, state.saved).typed),
          onTake: () => void state.takeOver(offer),
          onDiscard: () => void state.discardOffered(offer),
        }))}
      />
      <DraftBanner
        words={bannerWords(form, state.draftAt, differs)}
        back={row === null ? 'Discard draft' : 'Use saved version'}
        onBack={state.discard}
      />
      {isAbout.fields && problem !== null && <Alert id={problemId}>{problem.message}</Alert>}
      {form.fields.map((field) => (
        <div key={field.column} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <FieldInput
            field={field}
            value={values[field.column] ?? ''}
            onChange={(value) => state.set(field.column, value)}
            isMissing={missing.includes(field.column)}
            problemId={problemId}
            note={
              differs.includes(field.column) ? (
                <SavedNow
                  label={labelsOf(form, [field.column])}
                  words={valueInWords(field, state.saved[field.column] ?? '')}
                  onUse={() => state.takeSaved(field.column)}
                />
              ) : null
            }
          />
          {extra?.below === field.column && extra.node(values, state.set)}
        </div>
      ))}
      {isAbout.whole && problem !== null && <Alert>{problem.message}</Alert>}
      {state.isLost && (
        <Alert>
          This device isn’t keeping what you type: it may have no room left. Save it, or copy it
          somewhere safe, before you leave.
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        {/* Not `disabled`, which would drop the focus. */}
        <Button type="submit" look="primary" aria-disabled={isSaving}>
          {buttonWords(form, deed, isSaving)}
        </Button>
        {row !== null && <Button onClick={() => void state.cancel()}>Cancel</Button>}
      </div>
    </form>
  );
}

function buttonWords({ button }: AnyForm, deed: Deed, isSaving: boolean): string {
  if (isSaving) return deed === 'add' ? 'Adding...' : 'Updating...';
  return `${deed === 'add' ? 'Add' : 'Update'} ${button}`;
}

/** A message about unsaved text; null for none. */
function bannerWords(
  form: AnyForm,
  draftAt: number | null,
  differs: readonly string[],
): string | null {
  const labels = labelsOf(form, differs);
  if (draftAt === null) {
    return labels === '' ? null : `The saved version has changed while you were typing: ${labels}.`;
  }
  const draft = `Unsaved draft from ${dayAndTime(draftAt, Date.now())}.`;
  return labels === '' ? draft : `${draft} The saved version has changed since: ${labels}.`;
}

function DraftBanner({
  words,
  back,
  onBack,
}: {
  words: string | null;
  back: string;
  onBack: () => Promise<void>;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-busy-wash py-1 pr-1 pl-4 text-small has-[p:empty]:hidden">
      {/* Live regions are announced only if they exist before their text. */}
      <p role="status" className="py-2 font-medium text-busy">
        {words}
      </p>
      {words !== null && (
        <Button look="bare" className="-ml-3" onClick={() => void onBack()}>
          {back}
        </Button>
      )}
    </div>
  );
}

function valueInWords(field: Field, value: FieldValue, atMost = SAVED_TEXT_LENGTH): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field.input === 'timestamp' && value !== '')
    return ownersClock(Date.parse(String(value))).replace('T', ' ');
  const text = typeof value === 'string' ? value.trim() : allTags(value).join(', ');
  if (text === '') return 'nothing';
  return text.length > atMost ? `${beginning(text, atMost)}…` : text;
}

/** `Title: “Half a th”`: the first field that was typed in. */
function whatWasTyped(form: AnyForm, typed: Values): string {
  const first = form.fields.find(({ column }) => column in typed);
  if (first === undefined) return 'it is the same as the saved version';
  const words = valueInWords(first, typed[first.column] ?? '', DRAFT_TEXT_LENGTH);
  return `${labelsOf(form, [first.column])}: “${words}”`;
}

function SavedNow({ label, words, onUse }: { label: string; words: string; onUse: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-sunken pr-1 pl-3">
      <p className="py-2">
        <span className="text-muted">Saved now: </span>
        {words}
      </p>
      <Button look="bare" onClick={onUse} aria-label={`Use saved ${label}`}>
        Use saved
      </Button>
    </div>
  );
}
