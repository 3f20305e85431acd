import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { DOUBLE_TAP_MS } from '../lib/limits.ts';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

export interface MenuGroup {
  /** The accessible name. */
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** Does something, or leads to a page of this site. */
export type MenuItem = MenuAction | MenuLink;

interface MenuAction {
  readonly label: string;
  readonly onSelect: () => void;
  /** Stays in place and focusable but does nothing: focus on a disabled button would fall to the page. */
  readonly isIdle?: boolean;
  readonly look?: 'plain' | 'danger';
}

interface MenuLink {
  readonly label: string;
  readonly to: string;
}

/**
 * A button that opens a menu: a sheet at the bottom of narrow screens, beside the button on wide ones.
 * Arrows, Home and End move in it; Esc, Tab, a tap beside it and Android's back close it. The focus returns to the
 * button before the chosen action runs.
 *
 * The menu is a modal `<dialog>`, so that it is above everything and no scroller cuts it off. The second tap of a double tap on
 * an item hits nothing: what it would hit has come up from beneath.
 */
export function MenuButton({
  label,
  icon,
  groups,
  part,
  className = '',
}: {
  /** The button's name, and the menu's title. */
  label: string;
  icon: IconName;
  /** Called when the menu opens. */
  groups: () => readonly MenuGroup[];
  /** `data-part` of the button, for code that looks it up. */
  part?: string;
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  const [isShielded, setShielded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={<Icon name={icon} />}
        data-part={part}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={className}
      />
      {open && (
        <Menu
          label={label}
          groups={groups()}
          button={button}
          onPressed={() => setShielded(true)}
          onClosed={() => setOpen(false)}
        />
      )}
      {isShielded && <Shield onOver={() => setShielded(false)} />}
    </>
  );
}

/** In the page's body, because what contains a list may cut off what is fixed in it. */
function Shield({ onOver }: { onOver: () => void }) {
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setTimeout(over, DOUBLE_TAP_MS);
    return () => clearTimeout(timer);
  }, []);
  return createPortal(<div aria-hidden="true" className="fixed inset-0 z-50" />, document.body);
}

const item = '[role=menuitem]';

const itemClass =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left text-small font-medium focus-visible:-outline-offset-2 aria-disabled:cursor-default aria-disabled:text-muted not-aria-disabled:hover:bg-sunken md:min-h-9';

function Menu({
  label,
  groups,
  button,
  onPressed,
  onClosed,
}: {
  label: string;
  groups: readonly MenuGroup[];
  button: RefObject<HTMLElement | null>;
  /** Called when a pointer has chosen an item. */
  onPressed: () => void;
  onClosed: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    if (dialog.current?.open === false) dialog.current.showModal();
    const place = () => placeBeside(element, button.current);
    place();
    element.querySelector<HTMLElement>(item)?.focus({ preventScroll: true });
    // The wheel can still scroll the page behind.
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [button]);

  /** Closes synchronously: the chosen action may move the focus, which an open dialog keeps inside. */
  function close() {
    dialog.current?.close();
    button.current?.focus({ preventScroll: true });
  }

  function onKeyDown(event: KeyboardEvent) {
    const items = [...(panel.current?.querySelectorAll<HTMLElement>(item) ?? [])];
    const place = items.indexOf(event.target as HTMLElement);
    const to: Record<string, number> = {
      ArrowDown: (place + 1) % items.length,
      ArrowUp: (place - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    if (event.key === 'Tab') close();
    else if (event.key === ' ' && event.target instanceof HTMLAnchorElement) event.target.click();
    else if (event.key in to) items[to[event.key] ?? 0]?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClosed}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none bg-transparent text-ink backdrop:bg-transparent"
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={close}
        className="fixed inset-0 cursor-default touch-none max-md:bg-scrim"
      />
      <div
        ref={panel}
        className="arriving absolute inset-x-0 bottom-0 max-h-[85dvh] overflow-y-auto overscroll-contain rounded-t-card border border-hairline bg-surface p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-lifted md:inset-auto md:top-(--menu-top) md:left-(--menu-left) md:max-h-[calc(100dvh-1rem)] md:w-60 md:rounded-card"
      >
        <p id={id} className="truncate px-3 pt-1.5 pb-1 text-small text-muted">
          {label}
        </p>
        <div role="menu" aria-labelledby={id} tabIndex={-1} onKeyDown={onKeyDown}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a menu
            <div
              key={group.label}
              role="group"
              aria-label={group.label}
              className="not-first:mt-1 not-first:border-t not-first:border-hairline not-first:pt-1"
            >
              {group.items.map((one) =>
                'to' in one ? (
                  <Link
                    key={one.label}
                    to={one.to}
                    role="menuitem"
                    tabIndex={-1}
                    onClick={close}
                    className={itemClass}
                  >
                    {one.label}
                  </Link>
                ) : (
                  <button
                    key={one.label}
                    type="button"
                    role="menuitem"
                    tabIndex={-1}
                    aria-disabled={one.isIdle ?? false}
                    onClick={({ detail }) => {
                      if (one.isIdle) return;
                      if (detail > 0) onPressed();
                      close();
                      one.onSelect();
                    }}
                    className={`${itemClass} ${one.look === 'danger' ? 'text-danger' : ''}`}
                  >
                    {one.label}
                  </button>
                ),
              )}
            </div>
          ))}
        </div>
      </div>
    </dialog>
  );
}

const GAP_PX = 4;
const EDGE_PX = 8;

/** Below the button with right edges aligned; above it if there is no room; always inside the window. */
function placeBeside(panel: HTMLElement, button: HTMLElement | null): void {
  if (button === null) return;
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = at.bottom + GAP_PX;
  const top = below + height + EDGE_PX <= window.innerHeight ? below : at.top - GAP_PX - height;
  const left = Math.min(at.right - width, window.innerWidth - width - EDGE_PX);
  const inside = Math.min(top, window.innerHeight - height - EDGE_PX);
  panel.style.setProperty('--menu-top', `${Math.max(inside, EDGE_PX)}px`);
  panel.style.setProperty('--menu-left', `${Math.max(left, EDGE_PX)}px`);
}
