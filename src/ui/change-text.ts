/** A part of a long text, and the HTML of which it was made. */
interface ShownPart {
  readonly html: string;
  readonly element: Element;
}

/** The parts of a long text that is on the screen, in order. */
export type ShownText = ShownPart[];

/**
 * Wraps a part. The browser lays out each part by itself, so a change in one takes no time for the others. Styles see its elements as
 * if they stood in the text (styles.css).
 */
export function textPart(html: string): string {
  return `<div data-part="">${html}</div>`;
}

/**
 * Turns a long text that is shown into another one, part by part, so that it can be done in slices (lib/in-slices.ts). Parts that are
 * the same stay: whoever reads them, or has the focus in them, notices nothing. After each step `shown` tells what is there.
 *
 * @param pieces of the other text's HTML
 */
export function* changeText(
  text: Element,
  shown: ShownText,
  pieces: readonly string[],
): Generator<void> {
  let after = 0;
  const most = Math.min(shown.length, pieces.length);
  while (after < most && shown.at(-1 - after)?.html === pieces.at(-1 - after)) after += 1;
  for (const [place, html] of pieces.slice(0, pieces.length - after).entries()) {
    const before = shown[place];
    const isReplaced = place < shown.length - after;
    if (isReplaced && before?.html === html) continue;
    const template = document.createElement('template');
    template.innerHTML = textPart(html);
    const element = template.content.firstElementChild;
    if (element === null) continue;
    if (isReplaced) before?.element.replaceWith(element);
    else text.insertBefore(element, before?.element ?? null);
    shown.splice(place, isReplaced ? 1 : 0, { html, element });
    yield;
  }
  const tooMany = shown.length - pieces.length;
  for (const { element } of shown.splice(pieces.length - after, tooMany)) element.remove();
}
