import { Button } from '../../ui/button.tsx';
import type { AnyForm, Deed } from './form.ts';
import type { ContentFormState } from './use-content-form.ts';

/**
 * The buttons of a form, in the dashboard and in the writing view: the one place that says what saving does.
 *
 * @param props.onCancel without it there is no such button
 */
export function FormButtons({
  form,
  state: { deed, isSaving },
  onCancel,
}: {
  form: AnyForm;
  state: ContentFormState;
  onCancel?: (() => void) | undefined;
}) {
  return (
    <>
      {/* Not `disabled`, which would drop the focus. */}
      <Button type="submit" look="primary" aria-disabled={isSaving}>
        {buttonWords(form, deed, isSaving)}
      </Button>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </>
  );
}

function buttonWords({ button }: AnyForm, deed: Deed, isSaving: boolean): string {
  if (isSaving) return deed === 'add' ? 'Adding...' : 'Updating...';
  return `${deed === 'add' ? 'Add' : 'Update'} ${button}`;
}
