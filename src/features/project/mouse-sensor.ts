import { MouseSensor as DndMouseSensor } from '@dnd-kit/core';

/** What dnd-kit's sensors have, and its types keep to themselves. */
interface Inside {
  handleCancel: () => void;
  windowListeners: { add(name: string, listener: (event: MouseEvent) => void, how: object): void };
}

/**
 * A mouse that drags. dnd-kit ends a drag when the button is released over the page; a screenshot tool or another window may get
 * that release, and then the card would stay in the hand until the next click moves it. So the drag is cancelled when the
 * mouse moves without a button, or the window has lost it.
 */
export class MouseSensor extends DndMouseSensor {
  constructor(...given: ConstructorParameters<typeof DndMouseSensor>) {
    super(...given);
    const { handleCancel, windowListeners } = this as unknown as Inside;
    // Before dnd-kit hears of the move, which might begin the drag.
    const early = { capture: true };
    let at = placeOf(given[0].event as MouseEvent);
    const unlessPressed = (event: MouseEvent) => {
      // Chromium reports a move without a button where the page has scrolled below a mouse that is held still.
      if (event.buttons === 0 && placeOf(event) !== at) handleCancel();
      at = placeOf(event);
    };
    windowListeners.add('mousemove', unlessPressed, early);
    windowListeners.add('pointercancel', handleCancel, early);
    windowListeners.add('blur', handleCancel, early);
  }
}

const placeOf = ({ clientX, clientY }: MouseEvent) => `${clientX} ${clientY}`;
