/** What decides where the letters of a box are. */
const styles = [
  ...['box-sizing', 'padding', 'border-width', 'border-style', 'font', 'letter-spacing'],
  ...['line-height', 'text-indent', 'tab-size', 'word-spacing', 'text-transform'],
] as const;

/**
 * Where places of a box's text are, in pixels from the box's corner. A box does not say so: an element that looks the same does.
 * Its layout takes as long as that of the text, so measure several places at once.
 *
 * @param offsets in the text
 */
export function placesInText(
  box: HTMLTextAreaElement,
  offsets: readonly number[],
): readonly { readonly top: number; readonly left: number; readonly height: number }[] {
  const like = document.createElement('div');
  const look = getComputedStyle(box);
  for (const name of styles) like.style.setProperty(name, look.getPropertyValue(name));
  Object.assign(like.style, {
    position: 'absolute',
    visibility: 'hidden',
    inset: '0 auto auto 0',
    width: `${box.offsetWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  // The last line may be empty, and is a place all the same.
  const text = document.createTextNode(`${box.value}\u200b`);
  like.append(text);
  document.body.append(like);
  const corner = like.getBoundingClientRect();
  const range = document.createRange();
  const places = offsets.map((offset) => {
    range.setStart(text, Math.min(offset, box.value.length));
    range.setEnd(text, Math.min(offset, box.value.length) + 1);
    const { top, left, height } = range.getClientRects?.()[0] ?? corner;
    return { top: top - corner.top, left: left - corner.left, height };
  });
  like.remove();
  return places;
}
