import { type RefObject, useLayoutEffect } from 'react';
import { isForInputMethod } from '../../lib/input-method.ts';

/**
 * Enter in a field would press the form's first button, and publish half a sentence. On the button itself it presses it.
 *
 * @param isOn whether the button may publish
 */
export function useNoImplicitSubmission(
  form: RefObject<HTMLFormElement | null>,
  isOn: boolean,
): void {
  useLayoutEffect(() => {
    const element = form.current;
    if (element === null || !isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || isForInputMethod(event)) return;
      if (event.target instanceof HTMLInputElement) event.preventDefault();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [form, isOn]);
}
