import { type KeyboardEvent, useId, useRef } from 'react';
import { isForInputMethod } from '../lib/input-method.ts';
import { Button } from './button.tsx';
import { type ControlProps, controlClass } from './form-field.tsx';
import { Icon } from './icon.tsx';

/**
 * Tags that are typed one after the other (ADMIN-9): added with Enter or the button, and removable one by one. The
 * caller also holds the text being typed, so that it is never lost.
 *
 * @param known offered while typing
 * @param onLeave called when the field is left, with what is typed in it
 */
export function TagsInput({
  control,
  name,
  tags,
  typing,
  known = [],
  onType,
  onLeave,
  onAdd,
  onRemove,
}: {
  control: ControlProps;
  name: string;
  tags: readonly string[];
  typing: string;
  known?: readonly string[];
  onType: (text: string) => void;
  onLeave?: () => void;
  onAdd: () => void;
  onRemove: (tag: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const offered = useId();

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isForInputMethod(event.nativeEvent)) return;
    // Elsewhere in a form Enter saves.
    event.preventDefault();
    onAdd();
  }

  return (
    <>
      <div className="flex gap-2">
        <input
          ref={input}
          {...control}
          name={name}
          value={typing}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={onLeave}
          list={offered}
          enterKeyHint="done"
          autoCapitalize="none"
          className={controlClass}
        />
        <datalist id={offered}>
          {known
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
        <Button
          className="shrink-0 whitespace-nowrap"
          onClick={() => {
            onAdd();
            input.current?.focus();
          }}
        >
          Add tag
        </Button>
      </div>
      {tags.length > 0 && (
        <ul aria-label="Tags so far" className="flex flex-wrap gap-2 pt-1">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => {
                  onRemove(tag);
                  input.current?.focus();
                }}
                className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-chip border border-hairline bg-sunken pr-3 pl-4 text-small transition-colors hover:border-ink"
              >
                <span className="truncate">{tag}</span>
                <Icon name="close" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
