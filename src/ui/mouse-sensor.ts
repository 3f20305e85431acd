import { MouseSensor as DndMouseSensor } from '@dnd-kit/core';

/** What dnd-kit's sensors have, and its types keep to themselves. */
interface Inside {
  readonly handleCancel: () => void;
  readonly windowListeners: {
    add(name: string, listener: (event: MouseEvent) => void, options?: object): void;
  };
}

/**
 * A mouse that drags. dnd-kit ends a drag when the button is released over the page. A screenshot tool or another window may
 * get that release instead, and the card would stay in the hand until the next click drops it somewhere. So the drag is
 * cancelled when the mouse moves without a button, or the window or the system takes the mouse away.
 */
export class MouseSensor extends DndMouseSensor {
  constructor(...given: ConstructorParameters<typeof DndMouseSensor>) {
    super(...given);
    const { handleCancel, windowListeners } = this as unknown as Inside;
    const unlessPressed = ({ buttons }: MouseEvent) => buttons === 0 && handleCancel();
    // Captured: dnd-kit's own listener would begin the drag with this move.
    windowListeners.add('mousemove', unlessPressed, { capture: true });
    windowListeners.add('pointercancel', handleCancel);
    // Not captured: the press itself takes the focus from another element, whose blur passes the window then.
    windowListeners.add('blur', handleCancel);
  }
}
