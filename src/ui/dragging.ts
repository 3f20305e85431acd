import { TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { LONG_PRESS_MS } from '../lib/limits.ts';
import { MouseSensor } from './mouse-sensor.ts';

/** A shorter movement is a click with an unsteady hand. */
const DRAG_PX = 6;
const LONG_PRESS_PX = 8;

const isOnGrip = ({ event }: { event: Event }) =>
  event.target instanceof Element && event.target.closest('[data-part=grip]') !== null;

/** A mouse drags at once, a finger after a long press, or at once on a grip. Keys are those of `useLift`. */
export function useDragSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_PX } }),
    useSensor(TouchSensor, {
      activationConstraint: { delay: LONG_PRESS_MS, tolerance: LONG_PRESS_PX },
      bypassActivationConstraint: isOnGrip,
    }),
  );
}

/** The speed of the auto-scroll at the edges: slow enough to stop at the intended place. */
export const autoScroll = { acceleration: 4 };

/** dnd-kit's own announcements do not know what the places are, so ours are made with the moves. */
const silent = () => undefined;
export const withoutWords = {
  announcements: {
    onDragStart: silent,
    onDragOver: silent,
    onDragEnd: silent,
    onDragCancel: silent,
  },
};

/** What a grip's keys do, for screen readers. @param one 'task' */
export const gripHelp = (one: string) =>
  `Space lifts the ${one}, arrow keys move it, Space drops it, Escape returns it.`;

/** The line at an item's edge that shows where a dragged one would go; its place is a class of its own. */
export const dropLine =
  'before:absolute before:inset-x-0 before:border-t-4 before:border-accent print:before:hidden before:content-[""]';
