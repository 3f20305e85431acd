import { dayAndTime } from '../../lib/in-words.ts';
import { DRAFT_TEXT_LENGTH } from '../../lib/limits.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { DraftOffers } from '../../ui/draft-offers.tsx';
import { fieldInWords } from './field-in-words.ts';
import type { AnyForm, Values } from './form.ts';
import { fromDraft } from './typing.ts';
import type { ContentFormState, OpenForm } from './use-content-form.ts';
import { labelsOf } from './use-content-form.ts';
import { isEmpty } from './values.ts';

/** What is said above a form's fields: that its row is gone, drafts, blank fields (FORM-1). */
export function FormMessages({
  open: { form, row, isGone },
  state,
  problemId,
}: {
  open: OpenForm;
  state: ContentFormState;
  /** The id that the message about blank fields gets. */
  problemId: string;
}) {
  return (
    <>
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
        words={bannerWords(form, state.draftAt, state.differs)}
        back={row === null ? 'Discard draft' : 'Use saved version'}
        onBack={state.discard}
      />
      {missingIn(state).length > 0 && <Alert id={problemId}>{state.problem?.message}</Alert>}
    </>
  );
}

/** What is said below a form's fields: why it was not saved, and that the device keeps nothing. */
export function FormFailures({ state: { problem, isLost } }: { state: ContentFormState }) {
  return (
    <>
      {problem?.columns.length === 0 && <Alert>{problem.message}</Alert>}
      {isLost && (
        <Alert>
          This device isn’t keeping what you type: it may have no room left. Save it, or copy it
          somewhere safe, before you leave.
        </Alert>
      )}
    </>
  );
}

/** The required fields that were blank when the form was to be saved, and still are. */
export function missingIn({ problem, values }: ContentFormState): readonly string[] {
  return problem?.columns.filter((column) => isEmpty(values[column] ?? '')) ?? [];
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

/** `Title: “Half a th”`: the first field that was typed in. */
function whatWasTyped(form: AnyForm, typed: Values): string {
  const first = form.fields.find(({ column }) => column in typed);
  if (first === undefined) return 'it is the same as the saved version';
  const words = fieldInWords(first, typed[first.column] ?? '', DRAFT_TEXT_LENGTH);
  return `${labelsOf(form, [first.column])}: “${words}”`;
}
