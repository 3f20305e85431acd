/** A field to filter by; `placeholder` says by what, `label` names it for screen readers. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  autoFocus = false,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      // biome-ignore lint/a11y/noAutofocus: only where the visitor has just asked for the field
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.currentTarget.value)}
      className="min-h-11 w-full max-w-md rounded-control border border-control bg-surface px-4 text-body placeholder:text-muted"
    />
  );
}
