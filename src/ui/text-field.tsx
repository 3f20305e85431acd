import { type InputHTMLAttributes, useId } from 'react';

/** A one-line text field under its label. It shows no error itself: point `aria-describedby` to the message. */
export function TextField({
  label,
  invalid = false,
  hint,
  className = '',
  'aria-describedby': describedBy,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  invalid?: boolean;
  hint?: string | undefined;
}) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const notes = [hintId, describedBy].filter((note) => note !== undefined);
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={invalid}
        aria-describedby={notes.length === 0 ? undefined : notes.join(' ')}
        className="min-h-11 w-full rounded-control border border-control bg-surface px-4 py-2 text-body placeholder:text-muted aria-invalid:border-danger aria-invalid:outline-danger"
        {...input}
      />
      {hint !== undefined && (
        <p id={hintId} className="text-small text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
