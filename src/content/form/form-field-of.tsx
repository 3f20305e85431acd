import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { fieldInWords } from './field-in-words.ts';
import { FieldInput, type TextControl } from './field-input.tsx';
import type { AnyForm, Field, FieldValue } from './form.ts';
import { missingIn } from './form-messages.tsx';
import { ItemInWords } from './item-choice.tsx';
import { type ContentFormState, labelsOf } from './use-content-form.ts';

/** A field of an open form, with what was saved meanwhile. */
export function FormFieldOf({
  form,
  field,
  state,
  problemId,
  saysSaved = true,
  instead,
}: {
  form: AnyForm;
  field: Field;
  state: ContentFormState;
  /** The id of the message about blank fields. */
  problemId: string;
  /** Whether it says what was saved meanwhile. */
  saysSaved?: boolean;
  /** What stands in the place of the field's box. */
  instead?: (control: TextControl) => ReactNode;
}) {
  const { column } = field;
  return (
    <FieldInput
      field={field}
      value={state.values[column] ?? ''}
      onChange={(value) => state.set(column, value)}
      isMissing={missingIn(state).includes(column)}
      problemId={problemId}
      row={state.row}
      memberRows={state.memberRows}
      instead={instead}
      note={
        saysSaved && state.differs.includes(column) ? (
          <SavedNow
            label={labelsOf(form, [column])}
            words={<SavedWords field={field} value={state.saved[column] ?? ''} />}
            onUse={() => state.takeSaved(column)}
          />
        ) : null
      }
    />
  );
}

function SavedWords({ field, value }: { field: Field; value: FieldValue }) {
  if (field.input === 'item' && value !== '')
    return <ItemInWords of={field.of} id={String(value)} />;
  return fieldInWords(field, value);
}

function SavedNow({ label, words, onUse }: { label: string; words: ReactNode; onUse: () => void }) {
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
