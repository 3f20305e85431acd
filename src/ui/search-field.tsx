import { useEffect, useRef, useState } from 'react';

/**
 * A field to filter by; `placeholder` says what is searched, `label` is its accessible name.
 *
 * It holds its own text and shows typing at once: the `value` comes back later, through the address, and would
 * swallow keystrokes. It takes over values that it has not sent itself (back, a tag).
 */
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
  const [text, setText] = useState(value);
  const underWay = useRef<string[]>([]);
  useEffect(() => {
    const place = underWay.current.indexOf(value);
    if (place === -1) setText(value);
    // Values sent before this one will not come back any more.
    else underWay.current.splice(0, place + 1);
  }, [value]);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      // biome-ignore lint/a11y/noAutofocus: only when the visitor has just asked for the field
      autoFocus={autoFocus}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        underWay.current.push(typed);
        onChange(typed);
      }}
      className="min-h-11 w-full max-w-md rounded-control border border-control bg-surface px-4 text-body placeholder:text-muted"
    />
  );
}
