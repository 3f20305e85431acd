import {
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ItemPage } from '../../content/page-links/item-pages.ts';
import { useItemPages } from '../../content/page-links/use-item-pages.ts';
import { isForInputMethod } from '../../lib/input-method.ts';
import { NAMES_OFFERED } from '../../lib/limits.ts';
import { nameFinder } from '../../lib/name-finder.ts';
import { OptionList, optionId } from '../../ui/option-list.tsx';
import { isInCode } from './commands.ts';
import { placesInText } from './place-in-text.ts';
import { applyEdit, selectedIn } from './text-edit.ts';

/** A name that is being typed: where it begins, and its letters so far. */
interface Begun {
  readonly at: number;
  readonly words: string;
  readonly top: number;
}

/**
 * Behind `[[` the names of the site's pages are offered, of those that are on this device. Arrow keys choose, Enter or Tab take,
 * Escape closes.
 */
export function PageNames({ box }: { box: RefObject<HTMLTextAreaElement | null> }) {
  const pages = useItemPages();
  const listId = useId();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [chosen, setChosen] = useState(0);
  const isBegun = begun !== null;
  const find = useMemo(() => (isBegun ? namesOf(pages ?? []) : () => []), [isBegun, pages]);
  const names = useMemo(() => find(begun?.words ?? ''), [find, begun]);
  const isOpen = begun !== null && names.length > 0;

  const take = useCallback(
    (name: string) => {
      const element = box.current;
      if (element === null || begun === null) return;
      const { from, text } = selectedIn(element);
      const behind = text.startsWith(']]', from) ? from + 2 : from;
      const caret = begun.at + name.length + 2;
      applyEdit(element, {
        from: begun.at,
        to: behind,
        insert: `${name}]]`,
        select: { from: caret, to: caret },
      });
      setBegun(null);
    },
    [box, begun],
  );

  const latest = useRef({ begun, isOpen, names, chosen, take });
  useLayoutEffect(() => {
    latest.current = { begun, isOpen, names, chosen, take };
  });

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const ended = new AbortController();
    const { signal } = ended;
    const look = () => {
      setBegun(nameAt(element));
      setChosen(0);
    };
    element.addEventListener('input', look, { signal });
    // A name is taken at the caret, so one that is no longer behind the brackets would land elsewhere.
    document.addEventListener(
      'selectionchange',
      () => {
        const { begun: held } = latest.current;
        const found = held === null ? null : nameAt(element);
        if (found?.at === held?.at && found?.words === held?.words) return;
        setBegun(found);
        setChosen(0);
      },
      { signal },
    );
    element.addEventListener('blur', () => setBegun(null), { signal });
    element.addEventListener(
      'keydown',
      (event) => {
        const { isOpen: opened, names: all, chosen: place, take: takeIt } = latest.current;
        if (!opened || isForInputMethod(event)) {
          if (/^(Arrow|Home|End|Page)/.test(event.key)) setBegun(null);
          return;
        }
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step !== undefined) setChosen((place + step + all.length) % all.length);
        else if (event.key === 'Escape') setBegun(null);
        else if (event.key === 'Enter' || event.key === 'Tab') takeIt(all[place] ?? '');
        else return;
        // Before the keys of the text (use-text-keys.ts), which leave alone what is done.
        event.preventDefault();
      },
      { signal, capture: true },
    );
    return () => ended.abort();
  }, [box]);

  // In the frame in which the names come: a screen reader is told of both together.
  useLayoutEffect(() => {
    const element = box.current;
    const about = {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': optionId(listId, chosen),
    };
    for (const [name, value] of Object.entries(about)) {
      if (isOpen) element?.setAttribute(name, value);
      else element?.removeAttribute(name);
    }
  }, [box, isOpen, chosen, listId]);

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && `${names.length} names. Arrow keys choose, Enter takes.`}
      </p>
      {isOpen && (
        <div
          style={{ top: `${begun.top}px` }}
          className="absolute inset-x-4 z-10 max-w-md rounded-control border border-control bg-surface shadow-lifted"
        >
          <OptionList
            id={listId}
            label="Pages of this site"
            options={names.map((name) => ({ key: name, label: name }))}
            active={chosen}
            onTake={(place) => take(names[place] ?? '')}
          />
        </div>
      )}
    </>
  );
}

/** The name that is being typed before the caret; null if there is none. */
function nameAt(box: HTMLTextAreaElement): Begun | null {
  const selected = selectedIn(box);
  const { text, from, to } = selected;
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  const [, words] = /\[\[([^[\]|]*)$/.exec(line) ?? [];
  if (from !== to || words === undefined || isInCode(selected)) return null;
  const at = from - words.length;
  const [place] = placesInText(box, [at]);
  return { at, words, top: (place?.top ?? 0) + (place?.height ?? 0) + 4 };
}

/** Finds the names of pages. A title with brackets cannot be called. */
function namesOf(pages: readonly ItemPage[]): (words: string) => readonly string[] {
  const called = pages.flatMap(({ names, title }) => (names === null ? [] : title));
  const titles = [...new Set(called)].filter((title) => !/[[\]|\n]/.test(title));
  const find = nameFinder(titles);
  return (words) =>
    find(words)
      .slice(0, NAMES_OFFERED)
      .flatMap((place) => titles[place] ?? []);
}
