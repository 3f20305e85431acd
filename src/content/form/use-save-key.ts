import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { isForInputMethod } from '../../lib/input-method.ts';

/**
 * ⌘S and Ctrl+S save the form with the focus, or, if none has it, one with typed text (E17).
 *
 * @param onSave saves, and leaves the form as it is
 */
export function useSaveKey(
  form: RefObject<HTMLFormElement | null>,
  isTyped: boolean,
  onSave: () => void,
): void {
  const save = useEffectEvent(onSave);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = event.key.toLowerCase() === 's' && (event.metaKey || event.ctrlKey);
      if (
        !isSave ||
        isForInputMethod(event) ||
        event.altKey ||
        event.shiftKey ||
        event.defaultPrevented
      )
        return;
      const focused = document.activeElement?.closest('form') ?? null;
      if (focused === null ? !isTyped : focused !== form.current) return;
      // On a phone the form exists but may be closed.
      if (form.current?.checkVisibility?.() === false) return;
      event.preventDefault();
      save();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [form, isTyped]);
}
