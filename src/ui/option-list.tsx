import { useEffect, useRef } from 'react';
import { Chip } from './chip.tsx';
import { Icon } from './icon.tsx';

/** One of a list to choose from. */
export interface Option {
  readonly key: string;
  readonly label: string;
  /** What is said of it beside its name, as on a chip. */
  readonly mark?: string | undefined;
  /** It is chosen already. */
  readonly isChosen?: boolean;
}

/**
 * The names that a field offers while somebody types in it (`role=listbox`). The field keeps the focus and names the active option
 * by `optionId`.
 *
 * @param active the place of the active option
 */
export function OptionList({
  id,
  label,
  options,
  active,
  onTake,
}: {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
  onTake: (place: number) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options are another list, and `active` may stay
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, options]);
  return (
    <ul
      ref={list}
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list to choose from
      role="listbox"
      aria-label={label}
      // The field keeps its focus, its caret and a phone's keyboard.
      onMouseDown={(event) => event.preventDefault()}
      className="grid max-h-72 scroll-py-1 grid-cols-[minmax(0,1fr)] overflow-y-auto overscroll-contain p-1"
    >
      {options.map(({ key, label: words, mark, isChosen = false }, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and its keys
        <li
          key={key}
          id={optionId(id, place)}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: one of a list to choose from
          role="option"
          aria-selected={place === active}
          onClick={() => onTake(place)}
          className="relative flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-3 py-1.5 before:absolute before:inset-y-2.5 before:left-0 before:w-0.5 before:rounded-chip hover:bg-sunken/50 aria-selected:bg-sunken aria-selected:before:bg-ink"
        >
          <span className="line-clamp-2 min-w-0">{words}</span>
          {mark !== undefined && (
            <span className="max-w-1/2 shrink-0">
              <Chip tone="idea">{mark}</Chip>
            </span>
          )}
          {isChosen && <Icon name="check" className="ml-auto size-4" />}
        </li>
      ))}
    </ul>
  );
}

/** The id of an option, for the field's `aria-activedescendant`. */
export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}
