import { type InputHTMLAttributes, useId } from 'react';

/** A one-line text field under its label. It shows no error itself: point `aria-describedby` to the message. */
export function TextField({
  label,
  invalid = false,
  className = '',
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { label: string; invalid?: boolean }) {
  const id = useId();
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={invalid}
        className="min-h-11 w-full rounded-control border border-control bg-surface px-4 py-2 text-body placeholder:text-muted aria-invalid:border-danger aria-invalid:outline-danger"
        {...input}
      />
    </div>
  );
}
