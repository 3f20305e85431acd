import { useDeferredValue, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { AnyForm } from '../../content/form/form.ts';
import { FormButtons } from '../../content/form/form-buttons.tsx';
import type { ContentFormState } from '../../content/form/use-content-form.ts';
import { counted } from '../../lib/in-words.ts';
import { Button } from '../../ui/button.tsx';
import { countWords, readingMinutes } from './count-words.ts';
import { useAboveKeyboard } from './use-above-keyboard.ts';
import type { Zen } from './use-zen.ts';

/** Save, always in reach, and how long the text is. In zen nothing of it is left but the way out. */
export function SaveBar({
  form,
  state,
  text,
  zen,
  isPreviewed,
  onPreview,
}: {
  form: AnyForm;
  state: ContentFormState;
  text: string;
  zen: Zen;
  isPreviewed: boolean;
  onPreview: () => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useAboveKeyboard(bar);
  const words = countWords(useDeferredValue(text));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the caret where it is
    <div
      ref={bar}
      data-part="save-bar"
      // A button takes the focus, and with it the caret and a phone's keyboard.
      onMouseDown={(event) => event.preventDefault()}
      className={`sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 xs:gap-x-4 xs:-mx-6 xs:px-6 lg:-mx-10 lg:px-10 ${zen.isOn ? 'pointer-events-none justify-end' : 'border-t border-hairline bg-paper'}`}
    >
      <div className={zen.isOn ? 'hidden' : 'contents'}>
        <FormButtons form={form} state={state} />
        {/* Where there is little room it has a line of its own, so that the buttons share one. */}
        <p className="text-small text-muted @max-xl/column:order-last @max-xl/column:w-full">
          {counted(words, 'word', 'words')} · {readingMinutes(words)} min read
        </p>
      </div>
      {zen.isOn ? (
        <ZenButton zen={zen} />
      ) : (
        <Button
          look="bare"
          aria-pressed={isPreviewed}
          className="ml-auto max-xs:px-2"
          onClick={onPreview}
        >
          Preview
        </Button>
      )}
    </div>
  );
}

/** The one in the head of the view and the one in the bar stand in for one another: a press takes the focus along. */
export function ZenButton({ zen }: { zen: Zen }) {
  function toggle(button: HTMLElement) {
    const form = button.closest('form');
    const isFocused = button === document.activeElement;
    flushSync(zen.toggle);
    const others = form?.querySelectorAll<HTMLElement>('[data-part=zen]');
    if (isFocused) others?.item(others.length - 1).focus({ preventScroll: true });
  }

  return (
    <Button
      look="bare"
      data-part="zen"
      aria-pressed={zen.isOn}
      aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
      className="pointer-events-auto text-muted"
      onClick={({ currentTarget }) => toggle(currentTarget)}
    >
      Zen
    </Button>
  );
}
