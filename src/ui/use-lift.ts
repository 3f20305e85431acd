import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';

/**
 * An item lifted by the keyboard (A5), and its destination if it were dropped now.
 *
 * It moves by places. dnd-kit's keyboard sensor moves by pixels, which columns off the screen and folded cards do
 * not have.
 */
export interface Lift<Spot> {
  readonly id: string;
  readonly from: Spot;
  readonly to: Spot;
}

/** What items that can be lifted are called, and where they can go. */
export interface Liftable<Item, Spot> {
  /** Quoted and shortened: “Write the page”. */
  readonly nameOf: (item: Item) => string;
  readonly spotOf: (item: Item) => Spot;
  readonly isSame: (a: Spot, b: Spot) => boolean;
  /** 'Done, 2 of 5' */
  readonly inWords: (item: Item, spot: Spot) => string;
  /** Where a key moves it from `to`; null for a key that moves nothing. */
  readonly moved: (item: Item, to: Spot, key: string) => Spot | null;
  /** Called when it would be dropped elsewhere now. */
  readonly onMoved: (to: Spot) => void;
  readonly onDropped: (item: Item, to: Spot) => void;
  /** The element with the grip of an item. */
  readonly gripOf: (id: string) => Element | null;
}

/**
 * A5: Space or Enter on an item's grip lifts the item, arrows move it, Space or Enter drops it, and Esc or leaving the
 * grip returns it. A screen reader's click on the grip counts as Space.
 *
 * @param announce reads a sentence to screen readers
 */
export function useLift<Item extends { readonly id: string }, Spot>(
  items: Liftable<Item, Spot>,
  announce: (sentence: string) => void,
) {
  const [lift, setLift] = useState<Lift<Spot> | null>(null);

  // If another admin moves or deletes the item meanwhile, its grip and the focus disappear.
  useEffect(() => {
    if (lift === null) return;
    if (items.gripOf(lift.id) !== document.activeElement) setLift(null);
  });

  function start(item: Item, grip: HTMLElement) {
    grip.focus();
    const from = items.spotOf(item);
    setLift({ id: item.id, from, to: from });
    announce(`Lifted ${items.nameOf(item)}. ${items.inWords(item, from)}.`);
  }

  function drop(item: Item, { from, to }: Lift<Spot>) {
    setLift(null);
    if (items.isSame(from, to)) announce(`${items.nameOf(item)} stays where it was.`);
    else items.onDropped(item, to);
  }

  function cancel(item: Item, { from }: Lift<Spot>) {
    setLift(null);
    announce(`Returned ${items.nameOf(item)} to ${items.inWords(item, from)}.`);
  }

  const liftOf = (item: Item) => (lift?.id === item.id ? lift : null);

  return {
    lift,
    /** The props of an item's grip. */
    grip: (item: Item) => ({
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const held = liftOf(item);
        const isActivation = event.key === ' ' || event.key === 'Enter';
        const to = held && items.moved(item, held.to, event.key);
        if (isActivation && !event.repeat) {
          if (held === null) start(item, event.currentTarget);
          else drop(item, held);
        } else if (held !== null && event.key === 'Escape') {
          cancel(item, held);
        } else if (held !== null && to) {
          setLift({ ...held, to });
          items.onMoved(to);
          if (!items.isSame(held.to, to)) announce(`${items.inWords(item, to)}.`);
        } else if (!isActivation) return;
        event.preventDefault();
      },
      // Firefox clicks when Space is released, even if its keydown was prevented.
      onKeyUp: (event: KeyboardEvent) => event.key === ' ' && event.preventDefault(),
      onClick(event: MouseEvent<HTMLElement>) {
        if (event.detail !== 0) return;
        const held = liftOf(item);
        if (held === null) start(item, event.currentTarget);
        else drop(item, held);
      },
      onBlur() {
        const held = liftOf(item);
        if (held !== null) cancel(item, held);
      },
    }),
  };
}
