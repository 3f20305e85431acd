import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { inSite } from '../lib/in-site.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { LARGEST, movedBy, type Point, WHOLE, type Zoom, zoomedAt } from './zoom.ts';

const STEP = 1.5;
const DOUBLE_TAP = { scale: 2.5, ms: 300, px: 30 };
const ARROW_PX = 60;

/** A picture to look at closely: by two fingers, a double tap, the wheel, buttons, or the keys +, −, 0 and arrows. */
export function ZoomablePicture({ src, alt }: { src: string; alt: string }) {
  const frame = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(WHOLE);
  const fingers = useFingers(frame, setZoom);
  useWheel(frame, setZoom);
  const middle = { x: 0, y: 0 };
  const enlarge = (factor: number) =>
    setZoom((now) => zoomedAt(now, factor, middle, sizeOf(frame)));

  function onKeyDown({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    // With a modifier, the keys belong to the browser.
    if (ctrlKey || metaKey || altKey) return;
    const arrow = arrows[key];
    if (key === '+' || key === '=') enlarge(STEP);
    else if (key === '-') enlarge(1 / STEP);
    else if (key === '0') setZoom(WHOLE);
    else if (arrow !== undefined) setZoom((now) => movedBy(now, arrow, sizeOf(frame)));
  }

  return (
    <>
      <section
        ref={frame}
        aria-label={`${alt}. Keys: + and − zoom, arrows move`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved with the pointer can be with keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...fingers}
        className={`grid h-[calc(100dvh-10rem)] touch-none place-items-center overflow-hidden bg-sunken select-none focus-visible:-outline-offset-2 md:h-auto ${zoom.scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <img
          src={inSite(src)}
          alt={alt}
          draggable={false}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          className="max-h-full min-h-32 w-[min(72rem,100%)] object-contain md:max-h-[calc(100dvh-10rem)]"
        />
      </section>
      <div className="flex items-center justify-center gap-2 py-1">
        <IconButton
          label="Zoom out"
          icon={<Icon name="minus" />}
          aria-disabled={zoom.scale === 1}
          className="aria-disabled:opacity-40"
          onClick={() => enlarge(1 / STEP)}
        />
        <p role="status" className="w-16 text-center text-small text-muted tabular-nums">
          {Math.round(zoom.scale * 100)} %
        </p>
        <IconButton
          label="Zoom in"
          icon={<Icon name="plus" />}
          aria-disabled={zoom.scale === LARGEST}
          className="aria-disabled:opacity-40"
          onClick={() => enlarge(STEP)}
        />
      </div>
    </>
  );
}

/** The picture moves against the arrow, as a page does. */
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: ARROW_PX, y: 0 },
  ArrowRight: { x: -ARROW_PX, y: 0 },
  ArrowUp: { x: 0, y: ARROW_PX },
  ArrowDown: { x: 0, y: -ARROW_PX },
};

type SetZoom = (change: (now: Zoom) => Zoom) => void;
type Frame = RefObject<HTMLElement | null>;

const sizeOf = (frame: Frame) => frame.current?.getBoundingClientRect() ?? new DOMRect();

function pointIn(frame: Frame, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = sizeOf(frame);
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/** One pointer moves the picture, two enlarge it, a double tap enlarges it or shows it whole. */
function useFingers(frame: Frame, setZoom: SetZoom) {
  const down = useRef(new Map<number, Point>());
  const tap = useRef({ at: { x: 0, y: 0 }, time: -DOUBLE_TAP.ms, moved: 0 });

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    down.current.set(event.pointerId, pointIn(frame, event));
    if (down.current.size === 1) tap.current.moved = 0;
    else tap.current.moved = Number.POSITIVE_INFINITY;
  }

  function onPointerMove(event: PointerEvent) {
    // The button may have been released where this page does not hear of it.
    if (event.buttons === 0) down.current.delete(event.pointerId);
    const from = down.current.get(event.pointerId);
    if (from === undefined) return;
    const to = pointIn(frame, event);
    const still = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
    down.current.set(event.pointerId, to);
    tap.current.moved += distance(from, to);
    // With two fingers, half of each movement moves the picture; the other half is the pinch.
    const share = still === undefined ? 1 : 0.5;
    const by = { x: (to.x - from.x) * share, y: (to.y - from.y) * share };
    setZoom((now) => {
      const moved = movedBy(now, by, sizeOf(frame));
      if (still === undefined) return moved;
      const middle = { x: (still.x + to.x) / 2, y: (still.y + to.y) / 2 };
      const factor = distance(still, to) / Math.max(1, distance(still, from));
      return zoomedAt(moved, factor, middle, sizeOf(frame));
    });
  }

  function onPointerUp(event: PointerEvent) {
    if (!down.current.delete(event.pointerId)) return;
    const at = pointIn(frame, event);
    const last = tap.current;
    const isTap = last.moved < DOUBLE_TAP.px;
    const isSecond =
      isTap && event.timeStamp - last.time < DOUBLE_TAP.ms && distance(at, last.at) < DOUBLE_TAP.px;
    tap.current = { at, moved: 0, time: isTap && !isSecond ? event.timeStamp : -DOUBLE_TAP.ms };
    if (!isSecond) return;
    setZoom((now) =>
      now.scale > 1 ? WHOLE : zoomedAt(WHOLE, DOUBLE_TAP.scale, at, sizeOf(frame)),
    );
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: (event: PointerEvent) => down.current.delete(event.pointerId),
  };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The wheel, and two fingers on a trackpad. React's own listener could not stop the page from zooming. */
function useWheel(frame: Frame, setZoom: SetZoom): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400));
      const at = pointIn(frame, event);
      setZoom((now) => zoomedAt(now, factor, at, sizeOf(frame)));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, setZoom]);
}
