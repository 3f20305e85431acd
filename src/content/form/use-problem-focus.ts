import { type RefObject, useEffect } from 'react';
import type { FormProblem } from './use-content-form.ts';

/** The focus goes to the first field at fault. */
export function useProblemFocus(
  form: RefObject<HTMLFormElement | null>,
  problem: FormProblem | null,
): void {
  useEffect(() => {
    const field = form.current?.elements.namedItem(problem?.columns[0] ?? '');
    if (field instanceof HTMLElement) field.focus();
  }, [form, problem]);
}
