import { useEffect, useRef, useState } from 'react';

/**
 * A field to filter by; `placeholder` says by what, `label` names it for screen readers.
 *
 * It shows what is typed at once and holds its own text: a `value` that comes back by way of the
 * address is late, and would swallow keystrokes. Values it has not sent itself (back, a tag) it takes over.
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
    // What was typed before it will not come back any more.
    else underWay.current.splice(0, place + 1);
  }, [value]);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      // biome-ignore lint/a11y/noAutofocus: only where the visitor has just asked for the field
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
