import temml from 'temml';
import { inSlices } from '../lib/in-slices.ts';
import { nextFrame } from '../lib/next-frame.ts';

/**
 * LEARNING-2: formulas as MathML. The build does it for the pages that it makes (tools/build/pages), the app for the others, once
 * their words are shown (use-highlighted-code.ts).
 *
 * Temml reads the TeX, without its commands for links, classes and styles. Of what it makes only the elements and attributes are
 * copied that are listed here: none has an address, an id or a style.
 */
const mathElements = new Set(
  'math semantics mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mstyle mpadded mphantom'.split(
    ' ',
  ),
);
const mathAttributes = new Set(
  'display displaystyle scriptlevel stretchy fence form separator accent accentunder movablelimits largeop symmetric minsize maxsize lspace rspace width height depth voffset linethickness mathvariant columnalign rowspacing'.split(
    ' ',
  ),
);
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** Longer sources are no formulas, in characters: drawing them would take a long task. */
const SOURCE_LENGTH = 5_000;

/** @returns null if the source is no formula */
function mathOf(source: string, isBlock: boolean): Element | null {
  if (source.length > SOURCE_LENGTH) return null;
  try {
    const template = document.createElement('template');
    template.innerHTML = temml.renderToString(source, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxSize: [20, 20],
      maxExpand: 200,
    });
    const made = template.content.firstElementChild;
    const math = made && copied(made);
    if (math === null) return null;
    // The source says what is drawn, to those who copy it, and to the app that takes over from a built page.
    const note = document.createElementNS(MATHML, 'annotation');
    note.setAttribute('encoding', 'application/x-tex');
    note.textContent = source;
    const both = document.createElementNS(MATHML, 'semantics');
    const row = document.createElementNS(MATHML, 'mrow');
    row.append(...math.childNodes);
    both.append(row, note);
    math.append(both);
    return math;
  } catch {
    return null;
  }
}

/** @returns null if it has an element that is not listed */
function copied(element: Element): Element | null {
  if (!mathElements.has(element.localName)) return null;
  const copy = document.createElementNS(MATHML, element.localName);
  for (const { name, value } of element.attributes) {
    if (mathAttributes.has(name)) copy.setAttribute(name, value);
  }
  for (const child of element.childNodes) {
    const part = child.nodeType === 1 ? copied(child as Element) : (child.textContent ?? '');
    if (part === null) return null;
    copy.append(part);
  }
  return copy;
}

/** Draws a formula in its box. Where its source is none, it stays, and says so. */
export function renderFormula(box: Element): void {
  const source = box.querySelector('code')?.textContent;
  if (source == null || box.getAttribute('data-formula') === 'bad') return;
  const math = mathOf(source, box.getAttribute('data-formula') === 'block');
  if (math !== null) {
    box.replaceChildren(math);
    return;
  }
  const note = document.createElement('small');
  note.textContent = ' (This formula can’t be shown.)';
  box.setAttribute('data-formula', 'bad');
  box.append(note);
}

/** Draws the formulas of a text that is on the screen, a few milliseconds of each frame, until the text has gone. */
export async function renderFormulas(boxes: readonly Element[]): Promise<void> {
  await nextFrame();
  await inSlices(renderInSteps(boxes), () => false, nextFrame);
}

function* renderInSteps(boxes: readonly Element[]) {
  for (const box of boxes) {
    if (!box.isConnected) return;
    renderFormula(box);
    yield;
  }
}
