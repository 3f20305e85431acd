import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { counted } from '../lib/in-words.ts';
import { isForInputMethod } from '../lib/input-method.ts';
import { OPTIONS_SHOWN } from '../lib/limits.ts';
import { nameFinder } from '../lib/name-finder.ts';
import { Chip } from './chip.tsx';
import { type ControlProps, controlClass } from './form-field.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { type Option, OptionList, optionId } from './option-list.tsx';

/** What can be chosen: a value, and its name. */
export interface Choosable {
  readonly value: string;
  readonly label: string;
  /** What is said of it beside its name, as on a chip. */
  readonly mark?: string | undefined;
}

/**
 * A field that chooses one of many, found by words of its name (ARIA's combobox with a list). The focus stays in the field.
 *
 * | key | the list is closed | it is open |
 * |---|---|---|
 * | letters | open it | narrow it; the best is active |
 * | Arrow down, up | open it at what is chosen | move, round the ends |
 * | Enter | as in any field | chooses |
 * | Escape | as in any field | closes, and nothing is changed |
 *
 * Whoever leaves the field keeps what was chosen. A whole name that was typed is chosen, and an emptied field chooses nothing.
 *
 * @param value that of what is chosen; blank for nothing
 * @param label the field's name, for the list and the button that clears
 * @param unknown shown for a value that is not among the options
 * @param none the words for nothing; null if something must be chosen
 */
export function Combobox({
  control,
  name,
  label,
  required = false,
  options,
  value,
  unknown,
  none,
  placeholder = none ?? undefined,
  onChange,
}: {
  control: ControlProps;
  name: string;
  label: string;
  required?: boolean;
  options: readonly Choosable[];
  value: string;
  unknown: string;
  none: string | null;
  placeholder?: string | undefined;
  onChange: (value: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Null while the field shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [listId, markId] = [useId(), useId()];
  const offered = useOffered(options, value, none, isOpen ? (typed ?? '') : null);
  const chosen = options.find((it) => it.value === value);
  const active = Math.max(
    offered.findIndex((it) => it.value === wanted),
    0,
  );
  const shown = offered.slice(0, Math.max(OPTIONS_SHOWN, active + 1));
  const isListed = isOpen && shown.length > 0;

  function open() {
    setWanted(value);
    setOpen(true);
  }

  function close() {
    setOpen(false);
    setTyped(null);
    setWanted(null);
  }

  function take(next: string) {
    if (next !== value) onChange(next);
    close();
  }

  function leave() {
    const words = typed?.trim().toLowerCase();
    const named = options.filter((it) => it.label.trim().toLowerCase() === words);
    if (words === '' && none !== null) take('');
    else if (named[0] !== undefined && named.length === 1) take(named[0].value);
    else close();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isForInputMethod(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // A key that saves the form leaves the focus here, and is heard next: by then the form has to know.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') flushSync(leave);
    else if (step !== undefined && !isOpen) open();
    else if (step !== undefined)
      setWanted(offered.at((active + step) % offered.length)?.value ?? null);
    else if (event.key === 'Escape' && isOpen) close();
    // Where nothing is found Enter saves no form in which something else is still chosen.
    else if (event.key === 'Enter' && isOpen) take(offered[active]?.value ?? value);
    else return;
    if (event.key.length > 1) event.preventDefault();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="relative">
        <input
          ref={input}
          {...control}
          aria-describedby={idsOf(control['aria-describedby'], chosen?.mark && markId)}
          name={name}
          type="text"
          role="combobox"
          aria-required={required}
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={isListed ? optionId(listId, active) : undefined}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          value={typed ?? chosen?.label ?? (value === '' ? '' : unknown)}
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => {
            if (isOpen) return;
            event.currentTarget.select();
            open();
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWanted(null);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          onBlur={leave}
          className={`${controlClass} truncate pr-12`}
        />
        {none !== null && value !== '' ? (
          <IconButton
            label={`Clear ${label}`}
            icon={<Icon name="close" className="size-4" />}
            className="absolute inset-y-0 right-0 text-muted"
            onClick={() => {
              take('');
              input.current?.focus();
            }}
          />
        ) : (
          <span className="pointer-events-none absolute inset-y-0 right-0 grid w-11 place-items-center text-muted">
            <Icon name="search" className="size-4" />
          </span>
        )}
        {isOpen && (
          <Popup>
            {shown.length > 0 && (
              <OptionList
                id={listId}
                label={label}
                options={shown.map((it) => asOption(it, value))}
                active={active}
                onTake={(place) => {
                  take(shown[place]?.value ?? value);
                  input.current?.select();
                }}
              />
            )}
            <p className="px-4 py-2 text-small text-muted empty:hidden">
              {foundWords(shown.length, offered.length)}
            </p>
          </Popup>
        )}
      </div>
      <p role="status" className="sr-only">
        {isOpen && typed !== null && counted(offered.length, 'match', 'matches')}
      </p>
      {chosen?.mark !== undefined && (
        <p id={markId}>
          <Chip tone="idea">{chosen.mark}</Chip>
        </p>
      )}
    </div>
  );
}

/** Below the field, above what comes next. It is scrolled to where the window ends, or a bar that lies over its end. */
function Popup({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What it returns is no effect's: in Chromium a promise.
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={element}
      className="absolute inset-x-0 top-full z-20 mt-1 scroll-mb-20 rounded-control border border-control bg-surface shadow-lifted"
    >
      {children}
    </div>
  );
}

/**
 * What the list has, in its order. While nothing is typed that is nothing at all, what is chosen, and all others.
 *
 * @param typed null while the list is closed
 */
function useOffered(
  options: readonly Choosable[],
  value: string,
  none: string | null,
  typed: string | null,
): readonly Choosable[] {
  const isOpen = typed !== null;
  const find = useMemo(
    () => (isOpen ? nameFinder(options.map(({ label }) => label)) : () => []),
    [options, isOpen],
  );
  return useMemo(() => {
    if (typed === null) return [];
    if (typed.trim() !== '') return find(typed).flatMap((place) => options[place] ?? []);
    const nothing = none === null ? [] : [{ value: '', label: none }];
    const isChosen = (it: Choosable) => it.value === value;
    return [...nothing, ...options.filter(isChosen), ...options.filter((it) => !isChosen(it))];
  }, [find, options, value, none, typed]);
}

function asOption({ value, label, mark }: Choosable, chosen: string): Option {
  return { key: value, label, mark, isChosen: value === chosen };
}

function foundWords(shown: number, all: number): string {
  if (all === 0) return 'Nothing has these words.';
  return shown < all ? `${shown} of ${all} shown. Type words of a name to find others.` : '';
}

function idsOf(...ids: readonly (string | undefined)[]): string | undefined {
  const all = ids.filter((id) => id !== undefined && id !== '');
  return all.length === 0 ? undefined : all.join(' ');
}
