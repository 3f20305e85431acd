import {
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import { useEditor } from '../../engine/editing.ts';
import { Button } from '../../ui/button.tsx';
import { controlClass } from '../../ui/form-field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { picturesGiven } from '../pictures/files-given.ts';
import { preparePicture } from '../pictures/prepare-picture.ts';
import { takeIn } from '../pictures/take-in.ts';
import { notKeptInWords } from './not-kept-words.ts';

/**
 * PICTURE-3: the address of a picture, or a picture of this device: chosen, photographed, pasted or dropped. It is shown once it is
 * there.
 */
export function PictureInput({
  address,
  onGiven,
  ...typed
}: ComponentProps<'input'> & {
  value: string;
  address: RefObject<HTMLInputElement | null>;
  /** Called with the picture's path on the site. */
  onGiven: (path: string) => void;
}) {
  const { keepFiles } = useEditor();
  const chooser = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'working' | { problem: string }>('idle');
  const stateId = useId();

  async function take(file: File | undefined) {
    if (file === undefined) return;
    setState('working');
    const ready = await preparePicture(file);
    if (!ready.ok) return setState({ problem: ready.reason });
    try {
      onGiven(await takeIn(ready, keepFiles));
      setState('idle');
    } catch (error) {
      setState({ problem: notKeptInWords(error) });
    }
  }

  function given(event: ClipboardEvent | DragEvent) {
    const [picture] = picturesGiven(
      'clipboardData' in event ? event.clipboardData : event.dataTransfer,
    );
    if (picture === undefined) return;
    event.preventDefault();
    void take(picture);
  }

  const isWorking = state === 'working';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way of several
    <div
      className="flex flex-wrap items-center gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={given}
    >
      <input
        {...typed}
        ref={address}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onPaste={given}
        className={`${controlClass} basis-60 flex-1`}
      />
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          // The same file again is a choice, too.
          currentTarget.value = '';
        }}
      />
      <Button
        look="quiet"
        // Not `disabled`, which would drop the focus.
        aria-disabled={isWorking}
        aria-describedby={stateId}
        onClick={() => !isWorking && chooser.current?.click()}
      >
        {isWorking ? 'Taking it in …' : 'Choose a picture'}
      </Button>
      <p id={stateId} role="status" className="basis-full text-small text-danger empty:hidden">
        {typeof state === 'object' && state.problem}
      </p>
      {typed.value !== '' && <Picture src={typed.value} alt="" standIn=" " className="w-40" />}
    </div>
  );
}
