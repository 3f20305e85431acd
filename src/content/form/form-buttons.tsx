import { Button } from '../../ui/button.tsx';
import { takesFocus } from '../../ui/use-focus-nearby.ts';
import type { AnyForm, Deed } from './form.ts';
import type { Publishing } from './publishing.ts';
import type { ContentFormState } from './use-content-form.ts';

/** A way to save a form. */
interface Way {
  readonly words: string;
  readonly publishing: Publishing;
  /** The form stays open. */
  readonly stays?: true;
}

/**
 * The buttons of a form, in the dashboard and in the writing view: the one place that says what saving does. The first one submits
 * the form (`submit`), though not by Enter in a field (use-no-implicit-submission.ts).
 *
 * @param props.onCancel without it there is no such button
 */
export function FormButtons({
  form,
  state,
  onCancel,
}: {
  form: AnyForm;
  state: ContentFormState;
  onCancel?: (() => void) | undefined;
}) {
  const { deed, isSaving, save } = state;
  const [usual, ...others] = waysOf(form, state);
  return (
    <>
      {/* Not `disabled`, which would drop the focus. It also takes that of another one that goes with its press. */}
      <Button
        {...takesFocus}
        type="submit"
        look="primary"
        className={onCancel && others.length === 1 ? `${narrow} max-xs:basis-full` : narrow}
        aria-disabled={isSaving}
      >
        {isSaving ? savingWords[deed] : usual.words}
      </Button>
      {others.map(({ words, publishing, stays }) => (
        <Button
          key={words}
          className={narrow}
          aria-disabled={isSaving}
          onClick={() => void save(publishing, stays)}
        >
          {words}
        </Button>
      ))}
      {onCancel && (
        <Button className={narrow} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </>
  );
}

/** On a phone two share a row. Of three the usual one has a row of its own, so that Cancel has none. */
const narrow = 'max-xs:px-3';

const savingWords: Readonly<Record<Deed, string>> = {
  add: 'Adding...',
  update: 'Updating...',
  delete: '',
};

/** Saves a form as its first button says. */
export function submit(form: AnyForm, state: ContentFormState): void {
  const [{ publishing, stays }] = waysOf(form, state);
  void state.save(publishing, stays);
}

/** The first is the usual one. */
function waysOf(
  { button }: AnyForm,
  { deed, standing, willWait }: Pick<ContentFormState, 'deed' | 'standing' | 'willWait'>,
): readonly [Way, ...Way[]] {
  const update: Way = { words: `Update ${button}`, publishing: null };
  const draft = { words: 'Save draft', stays: true } as const;
  if (standing === null)
    return [deed === 'add' ? { words: `Add ${button}`, publishing: null } : update];
  if (deed === 'add')
    return [
      { words: `Add ${button}`, publishing: 'publish' },
      { ...draft, publishing: 'draft' },
    ];
  switch (standing) {
    case 'draft':
      return [
        { words: willWait ? 'Schedule' : 'Publish', publishing: 'publish' },
        { ...draft, publishing: null },
      ];
    case 'scheduled':
      return [
        update,
        { words: 'Publish now', publishing: 'now' },
        { words: 'Back to draft', publishing: 'draft' },
      ];
    case 'published':
      return [update, { words: 'Withdraw', publishing: 'draft' }];
    default:
      return standing satisfies never;
  }
}
