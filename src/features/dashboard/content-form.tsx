import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { FieldValue, Values } from '../../content/form/form.ts';
import { FormButtons, submit } from '../../content/form/form-buttons.tsx';
import { FormFieldOf } from '../../content/form/form-field-of.tsx';
import { FormFailures, FormMessages } from '../../content/form/form-messages.tsx';
import { type OpenForm, useContentForm } from '../../content/form/use-content-form.ts';
import { useNoImplicitSubmission } from '../../content/form/use-no-implicit-submission.ts';
import { useProblemFocus } from '../../content/form/use-problem-focus.ts';
import { useSaveKey } from '../../content/form/use-save-key.ts';

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
  const { form, row } = open;
  const state = useContentForm(open);
  const element = useRef<HTMLFormElement>(null);
  const problemId = useId();
  useSaveKey(element, state.isTyped, () => void state.saveAndStay());
  useNoImplicitSubmission(element, state.standing !== null);
  useProblemFocus(element, state.problem);

  useEffect(() => {
    if (takesFocus) element.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [takesFocus]);

  return (
    <form
      ref={element}
      noValidate
      aria-labelledby={labelId}
      onSubmit={(event) => {
        event.preventDefault();
        submit(form, state);
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <FormMessages open={open} state={state} problemId={problemId} />
      {form.fields.map((field) => (
        <div key={field.column} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <FormFieldOf form={form} field={field} state={state} problemId={problemId} />
          {extra?.below === field.column && extra.node(state.values, state.set)}
        </div>
      ))}
      <FormFailures state={state} />
      <div className="flex flex-wrap gap-2 xs:gap-3">
        <FormButtons
          form={form}
          state={state}
          onCancel={row === null ? undefined : () => void state.cancel()}
        />
      </div>
    </form>
  );
}
