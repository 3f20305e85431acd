import { diffArrays } from 'diff';

/**
 * Two texts that come from one, by paragraphs: what stands in both, and where they differ.
 *
 * | the paragraphs | changed by |
 * |---|---|
 * | of theirs are those of before, mine are others or gone | me |
 * | of mine are those of before, theirs are others or gone | them |
 * | of both are others | both |
 */
export type ComparedPart =
  | { readonly isSame: true; readonly text: string }
  | ({ readonly isSame: false } & DifferingParagraphs);

export interface DifferingParagraphs {
  /** The same for the same paragraphs, while others change. */
  readonly key: string;
  /** Blank where one side has none. */
  readonly mine: string;
  readonly theirs: string;
  readonly changedBy: 'me' | 'them' | 'both';
}

/** Which side is taken; of both, mine stands first. */
export type TakenSide = 'mine' | 'theirs' | 'both';

/** @param before the text from which both come */
export function compareParagraphs(
  mine: string,
  theirs: string,
  before: string,
): readonly ComparedPart[] {
  const known = new Set(paragraphsOf(before).map(bare));
  const ofMine = paragraphsOf(mine);
  const changes = diffArrays(ofMine, paragraphsOf(theirs), {
    comparator: (one, other) => bare(one) === bare(other),
  });
  const parts: ComparedPart[] = [];
  let [own, other]: [string[], string[]] = [[], []];
  const times = new Map<string, number>();
  const differing = () => {
    for (const [left, right] of pairs(own, other)) {
      const words = JSON.stringify([left.map(bare), right.map(bare)]);
      const time = times.get(words) ?? 0;
      times.set(words, time + 1);
      parts.push({
        isSame: false,
        key: `${words} ${time}`,
        mine: joined(left),
        theirs: joined(right),
        changedBy: changedBy(left, right, known),
      });
    }
    [own, other] = [[], []];
  };
  let place = 0;
  for (const { value, added, removed } of changes) {
    // Those that are the same may end in other blanks: mine stay.
    const held = added ? [] : ofMine.slice(place, place + value.length);
    place += held.length;
    if (removed) own.push(...held);
    else if (added) other.push(...value);
    else {
      differing();
      parts.push({ isSame: true, text: joined(held) });
    }
  }
  differing();
  return parts;
}

/** The text that is made of what is taken. */
export function mergedText(
  parts: readonly ComparedPart[],
  takenOf: (part: DifferingParagraphs) => TakenSide,
): string {
  return joined(
    parts
      .flatMap((part) => {
        if (part.isSame) return part.text;
        const taken = takenOf(part);
        return [taken === 'theirs' ? '' : part.mine, taken === 'mine' ? '' : part.theirs];
      })
      .filter((text) => text !== ''),
  );
}

/** With the blank lines behind them. Code may have such lines, too: its parts are put together as they were. */
function paragraphsOf(text: string): string[] {
  const pieces = text.split(/(\n(?:[ \t]*\n)+)/);
  const all = pieces.flatMap((piece, place) =>
    place % 2 === 0 ? piece + (pieces[place + 1] ?? '') : [],
  );
  return all.filter((paragraph) => paragraph !== '');
}

function bare(paragraph: string): string {
  return paragraph.trimEnd();
}

/** As many on both sides belong to one another; else they are one difference. */
function pairs(own: readonly string[], other: readonly string[]): [string[], string[]][] {
  if (own.length === 0 && other.length === 0) return [];
  if (own.length !== other.length) return [[[...own], [...other]]];
  return own.map((one, place) => [[one], [other[place] ?? '']]);
}

function changedBy(
  own: readonly string[],
  other: readonly string[],
  known: ReadonlySet<string>,
): DifferingParagraphs['changedBy'] {
  const isOwnKnown = own.every((one) => known.has(bare(one)));
  const isOtherKnown = other.every((one) => known.has(bare(one)));
  if (isOwnKnown !== isOtherKnown) return isOwnKnown ? 'them' : 'me';
  if (!isOwnKnown) return 'both';
  return own.length === 0 ? 'me' : other.length === 0 ? 'them' : 'both';
}

/** Whatever comes behind another paragraph begins one. */
function joined(paragraphs: readonly string[]): string {
  return paragraphs
    .map((one, place) =>
      place === paragraphs.length - 1 || /\n[ \t]*\n$/.test(one) ? one : `${bare(one)}\n\n`,
    )
    .join('');
}
