import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { notKeptInWords } from '../../content/form/not-kept-words.ts';
import { preparePicture } from '../../content/pictures/prepare-picture.ts';
import { type ReadyPicture, takeIn } from '../../content/pictures/take-in.ts';
import { useEditor } from '../../engine/editing.ts';
import { isForInputMethod } from '../../lib/input-method.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { controlClass, FormField, tickClass } from '../../ui/form-field.tsx';
import type { Instead } from './use-shared-instead.ts';

/** A picture that is given to a text: what becomes of it, and its words. */
interface Given {
  readonly file: File;
  readonly made: 'working' | { readonly problem: string } | ReadyPicture;
  readonly words: string;
  /** Its owner says that nobody needs words for it. */
  readonly isDecoration: boolean;
}

/**
 * PICTURE-4: asks for the words of pictures there and then: afterwards nobody writes them. Nothing is kept before it is inserted.
 *
 * @param props.instead another text that they could be for, as long as none of them has its words; null for none
 * @param props.onInsert called with the Markdown of those that can be used
 */
export function PicturesDialog({
  files,
  instead,
  onClose,
  onInsert,
}: {
  files: readonly File[];
  instead: Instead | null;
  onClose: () => void;
  onInsert: (markdown: string) => void;
}) {
  const { keepFiles } = useEditor();
  const [given, setGiven] = useState<readonly Given[]>(() =>
    files.map((file) => ({ file, made: 'working', words: '', isDecoration: false })),
  );
  const [isAsked, setIsAsked] = useState(false);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    let isGone = false;
    void (async () => {
      // One after the other: each may take as much memory as a device has.
      for (const [place, file] of files.entries()) {
        const made = await preparePicture(file);
        if (isGone) return;
        setGiven(changed(place, { made: made.ok ? made : { problem: made.reason } }));
      }
    })();
    return () => {
      isGone = true;
    };
  }, [files]);

  const ready = given.flatMap(({ made, ...it }) =>
    typeof made === 'object' && 'ok' in made ? [{ ...it, made }] : [],
  );
  const isWorking = given.some(({ made }) => made === 'working');
  const hasWords = given.some(({ words }) => words !== '');
  const isWordless = ready.some(lacksWords);

  async function insert() {
    setIsAsked(true);
    if (isWorking || isWordless || ready.length === 0) return;
    try {
      const all: string[] = [];
      for (const { made, words } of ready)
        all.push(`![${inBrackets(words)}](${await takeIn(made, keepFiles)})`);
      onInsert(all.join('\n\n'));
    } catch (error) {
      setProblem(notKeptInWords(error));
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isForInputMethod(event.nativeEvent)) return;
    if (event.target instanceof HTMLInputElement && event.target.type === 'text') void insert();
  }

  // Not within the text's form: its fields would be that form's.
  return createPortal(
    <Dialog open onClose={onClose} label="Insert pictures">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field is what it is in a form */}
      <div onKeyDown={onKeyDown} className="grid gap-6 p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h2 className="font-text text-h3">{given.length === 1 ? 'Picture' : 'Pictures'}</h2>
          {instead !== null && (
            <Button
              look="bare"
              className="-mr-3"
              aria-disabled={hasWords}
              onClick={() => {
                if (!hasWords) instead.take();
              }}
            >
              {instead.words}
            </Button>
          )}
        </div>
        {given.map((it, place) => (
          <OnePicture
            // biome-ignore lint/suspicious/noArrayIndexKey: they neither come nor go
            key={place}
            given={it}
            name={given.length === 1 ? '' : ` ${place + 1} of ${given.length}`}
            isAsked={isAsked}
            onChange={(news) => setGiven(changed(place, news))}
          />
        ))}
        <p role="alert" className="text-danger empty:hidden">
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            aria-disabled={isWorking || ready.length === 0}
            onClick={() => void insert()}
          >
            Insert
          </Button>
        </div>
      </div>
    </Dialog>,
    document.body,
  );
}

function OnePicture({
  given: { file, made, words, isDecoration },
  name,
  isAsked,
  onChange,
}: {
  given: Given;
  name: string;
  isAsked: boolean;
  onChange: (news: Partial<Given>) => void;
}) {
  const tick = useId();
  if (made === 'working') return <p role="status">Working on {file.name} …</p>;
  if ('problem' in made)
    return (
      <p role="alert" className="text-danger">
        {file.name}: {made.problem}
      </p>
    );
  return (
    <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Thumbnail picture={made} />
      <div className="grid gap-1">
        <FormField
          label={`What picture${name} shows`}
          hint="For those who cannot see it, and for search."
          problem={
            isAsked && lacksWords({ words, isDecoration })
              ? 'Say what it shows, or tick that it needs no words.'
              : undefined
          }
        >
          {(control) => (
            <input
              {...control}
              type="text"
              value={words}
              disabled={isDecoration}
              onChange={({ currentTarget }) => onChange({ words: currentTarget.value })}
              className={controlClass}
            />
          )}
        </FormField>
        <div className="flex gap-3">
          <input
            id={tick}
            type="checkbox"
            checked={isDecoration}
            onChange={({ currentTarget }) =>
              onChange({ isDecoration: currentTarget.checked, words: '' })
            }
            className={tickClass}
          />
          <label htmlFor={tick} className="py-2.5">
            It needs no words
          </label>
        </div>
      </div>
    </div>
  );
}

function Thumbnail({ picture: { full, card, width, height } }: { picture: ReadyPicture }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const { bytes, type } = card ?? full;
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [full, card]);
  if (address === '') return null;
  return (
    <img
      src={address}
      alt=""
      width={width}
      height={height}
      className="h-auto max-h-40 w-full rounded-control bg-sunken object-contain"
    />
  );
}

function changed(place: number, news: Partial<Given>) {
  return (all: readonly Given[]) => all.map((it, at) => (at === place ? { ...it, ...news } : it));
}

function lacksWords({ words, isDecoration }: Pick<Given, 'words' | 'isDecoration'>): boolean {
  return !isDecoration && words.trim() === '';
}

/** In Markdown these end the words. */
function inBrackets(words: string): string {
  return words
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]]/g, '\\$&');
}
