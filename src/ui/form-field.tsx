import { type ReactNode, useId } from 'react';

/** The classes of a box to type or choose in. 16 px: iOS zooms into anything smaller. */
export const controlClass =
  'min-h-11 w-full min-w-0 rounded-control border border-control bg-surface px-4 py-2 text-body placeholder:text-muted aria-invalid:border-danger aria-invalid:outline-danger';

/** The classes of a box to tick: with its margins as tall as the others. */
export const tickClass = 'my-2.5 size-6 shrink-0 accent-accent';

/** The ids that tie a control to its label and its messages. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

/**
 * A control under its label, with advice (`hint`), an error (`problem`) and a doubt that does not block saving
 * (`warning`). `problemId` is the id of the message that says the same for the whole form.
 */
export function FormField({
  label,
  place = 'below',
  hint,
  problem,
  problemId,
  warning,
  children,
}: {
  label: string;
  /** Where the control is: a box to tick stands before its label. */
  place?: 'below' | 'before';
  hint?: string | undefined;
  problem?: string | undefined;
  problemId?: string | undefined;
  warning?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const notes = [
    hint === undefined ? null : `${id}-hint`,
    problem === undefined ? null : `${id}-problem`,
    problem === undefined ? null : problemId,
    warning === undefined ? null : `${id}-warning`,
  ].filter((note) => note !== null && note !== undefined);
  const control = children({
    id,
    'aria-invalid': problem !== undefined,
    'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {place === 'before' ? (
        <div className="flex gap-3">
          {control}
          <label htmlFor={id} className="min-h-11 min-w-0 py-2.5 font-semibold">
            {label}
          </label>
        </div>
      ) : (
        <>
          <label htmlFor={id} className="justify-self-start font-semibold">
            {label}
          </label>
          {control}
        </>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-small font-medium text-danger">
          {problem}
        </p>
      )}
      {warning !== undefined && (
        <div id={`${id}-warning`} className="text-small">
          {warning}
        </div>
      )}
    </div>
  );
}
