import { Button } from '../../ui/button.tsx';
import type { Publication } from '../publication.ts';
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
 * The buttons of a form, in the dashboard and in the writing view: the one place that says what saving does. A key never presses
 * one of several: it might publish half a sentence.
 *
 * @param props.onCancel without it there is no such button
 */
export function FormButtons({
  form,
  state: { deed, isSaving, standing, save, willWait },
  onCancel,
}: {
  form: AnyForm;
  state: ContentFormState;
  onCancel?: (() => void) | undefined;
}) {
  const [usual, ...others] = waysOf(form, deed, standing, willWait);
  const press = ({ publishing, stays }: Way) => void save(publishing, stays);
  return (
    <>
      {/* Not `disabled`, which would drop the focus. */}
      <Button
        type={standing === null ? 'submit' : 'button'}
        look="primary"
        aria-disabled={isSaving}
        onClick={standing === null ? undefined : () => press(usual)}
      >
        {isSaving ? savingWords[deed] : usual.words}
      </Button>
      {others.map((way) => (
        <Button key={way.words} aria-disabled={isSaving} onClick={() => press(way)}>
          {way.words}
        </Button>
      ))}
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </>
  );
}

const savingWords: Readonly<Record<Deed, string>> = {
  add: 'Adding...',
  update: 'Updating...',
  delete: '',
};

/** The first is the usual one. */
function waysOf(
  { button }: AnyForm,
  deed: Deed,
  standing: Publication | null,
  willWait: boolean,
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
