import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface TabItem {
  readonly id: string;
  readonly label: string;
}

const steps: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs and the panel of the selected one. Arrow keys move between tabs, Tab moves on into the panel. */
export function Tabs({
  label,
  tabs,
  chosen,
  onChoose,
  className,
  children,
}: {
  label: string;
  tabs: readonly TabItem[];
  chosen: string;
  onChoose: (id: string) => void;
  /** The classes of the row of tabs. */
  className: string;
  /** The panel of the selected tab. */
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    // Start from the focused tab: the selection may not have rendered before the next key press.
    const place = tabs.findIndex((tab) => `${id}-${tab.id}` === (event.target as Element).id);
    const next = step && tabs[step(place, tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[id="${id}-${next.id}"]`)?.focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={className} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
            className="min-h-11 min-w-0 rounded-control border border-transparent px-2 py-1 text-small font-semibold text-muted transition-colors hover:text-ink aria-selected:border-hairline aria-selected:bg-surface aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
