import { type RefObject, useEffect, useRef } from 'react';
import { idIn } from '../../content/search/entries.ts';
import { OwnersMark } from '../../ui/item-marks.tsx';
import { groupTitle } from './group-titles.ts';
import { pieces } from './marks.ts';
import { grouped, type Result } from './results.ts';

/** The results under their groups' titles. The focus stays in the field, which names the active option. */
export function ResultList({
  id,
  results,
  active,
  idOf,
  onActive,
  onGo,
}: {
  id: string;
  results: readonly Result[];
  active: Result | undefined;
  idOf: (result: Result) => string;
  onActive: (result: Result) => void;
  onGo: (result: Result) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useScrollTo(list, active?.key, results[0]?.key);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      // Dragging the list means reading it: dismiss the phone's keyboard, which hides half of it.
      onTouchMove={() => (document.activeElement as HTMLElement | null)?.blur()}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pt-1 pb-2"
    >
      {grouped(results).map(({ group, results: ofGroup }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
        <div key={group} role="group" aria-label={groupTitle(group)}>
          <p aria-hidden="true" className="px-3 pt-3 pb-1 text-micro font-medium text-muted">
            {groupTitle(group)}
          </p>
          {ofGroup.map((result) => (
            <Option
              key={result.key}
              id={idOf(result)}
              result={result}
              isActive={result === active}
              onActive={() => onActive(result)}
              onGo={() => onGo(result)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({
  id,
  result: { key, group, title, detail, terms },
  isActive,
  onActive,
  onGo,
}: {
  id: string;
  result: Result;
  isActive: boolean;
  onActive: () => void;
  onGo: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      // Not `enter`: scrolling can move an option under a resting pointer.
      onPointerMove={isActive ? undefined : onActive}
      onClick={onGo}
      className="relative grid cursor-pointer rounded-control px-3 py-2 before:absolute before:inset-y-2.5 before:left-0 before:w-0.5 before:rounded-chip aria-selected:bg-sunken aria-selected:before:bg-ink"
    >
      <p className="line-clamp-2 font-semibold">
        <Marked text={title} terms={terms} />
      </p>
      <OwnersMark id={idIn(group, key)} />
      {detail !== '' && (
        <p className="line-clamp-2 text-small text-muted">
          <Marked text={detail} terms={terms} />
        </p>
      )}
    </div>
  );
}

/** Keeps the active option in view; for the first one, its group's title too. */
function useScrollTo(
  list: RefObject<HTMLDivElement | null>,
  active: string | undefined,
  first: string | undefined,
): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    if (active === first) element.scrollTop = 0;
    else element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [list, active, first]);
}

/** A text with its matches marked. */
function Marked({ text, terms }: { text: string; terms: ReadonlySet<string> }) {
  return pieces(text, terms).map(({ text: part, found, at }) =>
    found ? (
      <mark key={at} className="rounded-[0.2em] bg-busy-wash text-busy">
        {part}
      </mark>
    ) : (
      // Not bare: a page may be translated, and then the text is no longer where React has put it.
      <span key={at}>{part}</span>
    ),
  );
}
