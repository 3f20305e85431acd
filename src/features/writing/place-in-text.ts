/** Where a place of a text is, in pixels from the corner of its box. */
export interface PlaceInText {
  readonly top: number;
  readonly height: number;
}

/**
 * Measures a box's text. A box does not say where its letters are: an element that looks the same does. Its layout takes as long as
 * that of the text, so measure several places at once.
 */
function measured<Result>(
  box: HTMLTextAreaElement,
  look: (placeOf: (offset: number) => PlaceInText) => Result,
): Result {
  const like = document.createElement('div');
  const computed = getComputedStyle(box);
  // All of it: any of a hundred may decide where a line ends.
  for (const name of Array.from(computed))
    like.style.setProperty(name, computed.getPropertyValue(name));
  Object.assign(like.style, {
    position: 'absolute',
    visibility: 'hidden',
    inset: '0 auto auto 0',
    width: `${box.offsetWidth}px`,
    height: 'auto',
    minHeight: '0',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  // The last line may be empty, and is a place all the same.
  const text = document.createTextNode(`${box.value}\u200b`);
  like.append(text);
  document.body.append(like);
  const corner = like.getBoundingClientRect();
  const range = document.createRange();
  try {
    return look((offset) => {
      const at = Math.max(0, Math.min(offset, box.value.length));
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const { top, height } = range.getClientRects?.()[0] ?? corner;
      return { top: top - corner.top, height };
    });
  } finally {
    like.remove();
  }
}

/** @param offsets in the text */
export function placesInText(
  box: HTMLTextAreaElement,
  offsets: readonly number[],
): readonly PlaceInText[] {
  return measured(box, (placeOf) => offsets.map(placeOf));
}

/** The offset at which the text has reached a height. @param y in pixels from the top of the box */
function offsetAt(box: HTMLTextAreaElement, y: number): number {
  return measured(box, (placeOf) => {
    let [low, high] = [0, box.value.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const { top, height } = placeOf(middle);
      if (top + height < y) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}

/** Scrolls to a place of a box's text, unless it is in sight. */
export function bringIntoView(box: HTMLTextAreaElement, offset: number): void {
  const y = box.getBoundingClientRect().top + (placesInText(box, [offset])[0]?.top ?? 0);
  const [top, bottom] = [window.innerHeight * 0.15, window.innerHeight * 0.75];
  if (y < top || y > bottom) window.scrollBy(0, y - lookedAt());
}

/** Which offset of a text is where people look; null if it begins below. */
export function offsetInSight(box: HTMLTextAreaElement): number | null {
  const y = lookedAt() - box.getBoundingClientRect().top;
  return y < 0 ? null : offsetAt(box, y);
}

/** Scrolls so that a place of the text is where people look. */
export function scrollToOffset(box: HTMLTextAreaElement, offset: number): void {
  const [place] = placesInText(box, [offset]);
  window.scrollBy(0, box.getBoundingClientRect().top + (place?.top ?? 0) - lookedAt());
}

/** The height in the window at which people look, in pixels. */
export function lookedAt(): number {
  return window.innerHeight / 3;
}
