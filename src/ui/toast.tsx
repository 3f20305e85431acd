import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link } from 'react-router-dom';
import { TOAST_STAYS_MS, TOASTS_MOST } from '../lib/limits.ts';
import type { Millis } from '../lib/millis.ts';
import { Button, buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

/** A brief message. It may be missed, so it must not be the only place that says something. */
export interface Toast {
  readonly title: string;
  readonly detail?: string;
  /** `danger` for failures. */
  readonly look?: 'plain' | 'danger';
  /** An action offered while the toast is shown, such as 'Undo'; using it closes the toast. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** A page of this site that it leads to. */
  readonly link?: {
    readonly label: string;
    /** What follows the label for screen readers. */
    readonly about: string;
    readonly to: string;
  };
  /** How long it stays while nobody is reading it; 6 s by default, longer for an Undo. */
  readonly staysMs?: Millis;
  /** A selector of what it must not cover, instead of what has the focus: then it is in the other half of the screen. */
  readonly clearOf?: string;
}

type Side = 'top' | 'bottom';
type ShownToast = Toast & { readonly id: number; readonly side: Side };

const sides: readonly Side[] = ['top', 'bottom'];

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Shows a toast. The function is stable; without a provider (a component test) it does nothing. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

/** Wraps everything that shows toasts. Its live region exists before the first of them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const lastId = useRef(0);
  const show = useCallback((toast: Toast) => {
    lastId.current += 1;
    const shown = { ...toast, id: lastId.current, side: sideFor(toast) };
    setToasts((held) =>
      [...held.filter((other) => !same(other, toast)), shown].slice(-TOASTS_MOST),
    );
  }, []);
  const dismiss = useCallback(
    (id: number) => setToasts((held) => held.filter((toast) => toast.id !== id)),
    [],
  );
  return (
    <ToastContext value={show}>
      {children}
      <Toasts toasts={toasts} dismiss={dismiss} />
    </ToastContext>
  );
}

/** How far toasts reach from the right edge of the window. */
const TOASTS_REACH_PX = 416;

/** The half of the screen for a toast: the bottom, unless that is where it must not be. */
function sideFor({ clearOf = ':focus' }: Toast): Side {
  const box = document.querySelector(clearOf)?.getBoundingClientRect();
  const isLow = box !== undefined && box.top > window.innerHeight / 2;
  return isLow && box.right > window.innerWidth - TOASTS_REACH_PX ? 'top' : 'bottom';
}

/** A repeated message replaces the earlier one; a toast with an action is never replaced. */
function same(a: Toast, b: Toast): boolean {
  return a.title === b.title && a.detail === b.detail && !a.action && !b.action;
}

function Toasts({
  toasts,
  dismiss,
}: {
  toasts: readonly ShownToast[];
  dismiss: (id: number) => void;
}) {
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const hidden = usePageHidden();

  const dismissByHand = (id: number, button: HTMLButtonElement) => {
    const buttons = [...(region.current?.querySelectorAll('button') ?? [])];
    const isOther = (other: HTMLButtonElement) => other.parentElement !== button.parentElement;
    const place = buttons.indexOf(button);
    const next =
      buttons.slice(place).find(isOther) ??
      buttons.slice(0, place).findLast(isOther) ??
      cameFrom.current;
    if (button === document.activeElement && next instanceof HTMLElement) next.focus();
    dismiss(id);
  };

  useLayoutEffect(() => {
    /** A toast may be gone before Tab has come through a long page to it. */
    function onKey(event: KeyboardEvent) {
      const toasts = region.current?.querySelectorAll('[data-part=toast]');
      const newest = toasts?.[toasts.length - 1]?.querySelector('button');
      if (event.key !== TOASTS_KEY || !newest) return;
      event.preventDefault();
      newest.focus();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  // When an element disappears under the pointer or with the focus, no event fires.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again whenever a toast comes or goes
  useEffect(() => {
    if (!region.current?.contains(document.activeElement)) setFocused(false);
    if (!region.current?.matches(':hover')) setHovered(false);
  }, [toasts]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes whether someone is reading
    <div
      ref={region}
      onPointerMove={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={({ relatedTarget, currentTarget }) =>
        setFocused(currentTarget.contains(relatedTarget))
      }
      // On phones below the top bar, or above the place of the offline strip.
      className="pointer-events-none fixed inset-0 z-40 p-4 pt-[calc(4.5rem+env(safe-area-inset-top))] pb-[calc(3rem+env(safe-area-inset-bottom))] md:py-4 print:hidden"
    >
      <div role="status" aria-atomic="false" className="flex h-full flex-col justify-between gap-2">
        {sides.map((side) => (
          <div key={side} className="grid justify-items-center gap-2 md:justify-items-end">
            {toasts
              .filter((toast) => toast.side === side)
              .map((toast) => (
                <ToastCard
                  key={toast.id}
                  toast={toast}
                  paused={hovered || focused || hidden}
                  dismiss={dismiss}
                  dismissByHand={dismissByHand}
                />
              ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Goes to the newest toast, where its action is, or to its Dismiss. Other sites use this key, too. */
const TOASTS_KEY = 'F8';

const looks = {
  plain: 'border-hairline bg-surface',
  danger: 'border-danger/40 bg-danger-wash text-danger',
} as const;

function ToastCard({
  toast: { id, title, detail, look = 'plain', action, link, staysMs = TOAST_STAYS_MS },
  paused,
  dismiss,
  dismissByHand,
}: {
  toast: ShownToast;
  paused: boolean;
  dismiss: (id: number) => void;
  dismissByHand: (id: number, button: HTMLButtonElement) => void;
}) {
  const left = useRef(staysMs);
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(() => dismiss(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [paused, dismiss, id]);
  return (
    <div
      data-part="toast"
      className={`arriving pointer-events-auto flex w-full max-w-96 items-start gap-2 rounded-card border py-1.5 pr-1.5 pl-5 shadow-lifted ${looks[look]}`}
    >
      <div className="min-w-0 flex-1 py-2.5 text-small">
        <p className="font-semibold">{title}</p>
        {detail !== undefined && <p className="mt-0.5">{detail}</p>}
      </div>
      {link !== undefined && (
        <Link to={link.to} onClick={() => dismiss(id)} className={buttonClass('bare')}>
          {link.label}
          <span className="sr-only"> {link.about}</span>
        </Link>
      )}
      {action !== undefined && (
        <Button
          look="bare"
          title={TOASTS_KEY}
          aria-keyshortcuts={TOASTS_KEY}
          onClick={(event) => {
            dismissByHand(id, event.currentTarget);
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        label="Dismiss"
        icon={<Icon name="close" className="size-4" />}
        onClick={(event) => dismissByHand(id, event.currentTarget)}
        onKeyDown={(event) => event.key === 'Escape' && dismissByHand(id, event.currentTarget)}
      />
    </div>
  );
}

const watchVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

function usePageHidden(): boolean {
  return useSyncExternalStore(
    watchVisibility,
    () => document.hidden,
    () => false,
  );
}
