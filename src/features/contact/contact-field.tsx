import { type ChangeEvent, useId } from 'react';

const control =
  'min-h-11 w-full rounded-control border-2 border-on-contact bg-contact px-4 py-2 text-body text-on-contact';

/** A field of the contact form under its label: of several lines if `rows` says so. */
export function ContactField({
  label,
  rows,
  ...input
}: {
  label: string;
  name: string;
  rows?: number;
  type?: 'text' | 'email';
  autoComplete?: string;
  value?: string;
  readOnly?: boolean;
  onChange?: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string | undefined;
}) {
  const id = useId();
  const Control = rows === undefined ? 'input' : 'textarea';
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Control id={id} className={control} rows={rows} {...input} />
    </div>
  );
}
