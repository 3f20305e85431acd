import { diffWordsWithSpace } from 'diff';
import { type RefObject, useId, useMemo, useState } from 'react';
import { counted } from '../../lib/in-words.ts';
import { DIFFERENCES_WITHIN_MS } from '../../lib/limits.ts';
import { Button } from '../../ui/button.tsx';
import {
  compareParagraphs,
  type DifferingParagraphs,
  mergedText,
  type TakenSide,
} from './compare-paragraphs.ts';
import { applyEdit } from './text-edit.ts';

/**
 * A text that is being written beside the one that was saved meanwhile, by paragraphs. Of each that differs one side is taken, or
 * both; where only one side has changed, that one is proposed. The text is changed when that is asked for, and undo takes it back.
 *
 * @param before the text from which both come
 * @param onSettled called with the text of what was taken: the saved one is seen
 */
export function TextComparison({
  box,
  mine,
  theirs,
  before,
  onSettled,
}: {
  box: RefObject<HTMLTextAreaElement | null>;
  mine: string;
  theirs: string;
  before: string;
  onSettled: (text: string) => void;
}) {
  const headingId = useId();
  const parts = useMemo(() => compareParagraphs(mine, theirs, before), [mine, theirs, before]);
  const [taken, setTaken] = useState<ReadonlyMap<string, TakenSide>>(() => new Map());
  const differing = parts.filter((part) => !part.isSame);
  const takenOf = (part: DifferingParagraphs) => taken.get(part.key) ?? proposed[part.changedBy];
  const open = differing.filter((part) => takenOf(part) === null).length;

  function take(side: TakenSide, some: readonly DifferingParagraphs[]) {
    setTaken((held) => new Map([...held, ...some.map(({ key }) => [key, side] as const)]));
  }

  function settle() {
    if (open > 0) return;
    const isAllTheirs = differing.every((part) => takenOf(part) === 'theirs');
    const text = isAllTheirs ? theirs : mergedText(parts, (part) => takenOf(part) ?? 'both');
    if (box.current !== null) replaceText(box.current, text);
    onSettled(text);
  }

  return (
    <section
      aria-labelledby={headingId}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-control bg-surface p-4"
    >
      <div className="grid gap-1">
        <h2 id={headingId} className="text-h3">
          Saved on another device meanwhile
        </h2>
        <p className="text-small text-muted">
          {counted(differing.length, 'paragraph differs', 'paragraphs differ')}. Nothing changes in
          your text until you ask for it.
        </p>
      </div>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {differing.map((part, place) => (
          <li key={part.key}>
            <Difference
              part={part}
              name={`Difference ${place + 1} of ${differing.length}`}
              taken={takenOf(part)}
              onTake={(side) => take(side, [part])}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {/* Not `disabled`, which would drop the focus. */}
        <Button aria-disabled={open > 0} onClick={settle}>
          Put into the text
        </Button>
        <div className="-mx-3 flex">
          <Button look="bare" onClick={() => take('mine', differing)}>
            All mine
          </Button>
          <Button look="bare" onClick={() => take('theirs', differing)}>
            All saved
          </Button>
        </div>
        <p role="status" className="text-small text-muted">
          {open > 0 && `${open} to decide`}
        </p>
      </div>
    </section>
  );
}

/** Whoever left a paragraph as it was has nothing against its change. */
const proposed: Readonly<Record<DifferingParagraphs['changedBy'], TakenSide | null>> = {
  me: 'mine',
  them: 'theirs',
  both: null,
};

const sides: readonly { readonly side: TakenSide; readonly words: string }[] = [
  { side: 'mine', words: 'Mine' },
  { side: 'theirs', words: 'Saved' },
  { side: 'both', words: 'Both' },
];

function Difference({
  part: { mine, theirs },
  name,
  taken,
  onTake,
}: {
  part: DifferingParagraphs;
  name: string;
  taken: TakenSide | null;
  onTake: (side: TakenSide) => void;
}) {
  const group = useId();
  const words = useMemo(() => wordsOf(mine, theirs), [mine, theirs]);
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 border-t border-hairline pt-3">
      <legend className="sr-only">{name}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 @2xl/column:grid-cols-2">
        <Side
          title="Mine"
          parts={words.filter(({ is }) => is !== 'theirs')}
          taken={taken !== 'theirs'}
        />
        <Side
          title="Saved"
          parts={words.filter(({ is }) => is !== 'mine')}
          taken={taken !== 'mine'}
        />
      </div>
      <div className="flex flex-wrap gap-x-5">
        {sides.map(({ side, words: label }) => (
          <label key={side} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={group}
              checked={taken === side}
              onChange={() => onTake(side)}
              className="size-5 accent-accent"
            />
            <span className="sr-only">Take</span> {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ComparedWords {
  readonly text: string;
  readonly is: 'same' | 'mine' | 'theirs';
}

function wordsOf(mine: string, theirs: string): readonly ComparedWords[] {
  const found = diffWordsWithSpace(mine.trimEnd(), theirs.trimEnd(), {
    timeout: DIFFERENCES_WITHIN_MS,
  });
  if (found === undefined)
    return [
      { text: mine, is: 'mine' },
      { text: theirs, is: 'theirs' },
    ];
  return found.map(({ value, added, removed }) => ({
    text: value,
    is: removed ? 'mine' : added ? 'theirs' : 'same',
  }));
}

/** @param taken it will be in the text, as far as is known */
function Side({
  title,
  parts,
  taken,
}: {
  title: string;
  parts: readonly ComparedWords[];
  taken: boolean;
}) {
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-1 rounded-control border p-3 ${taken ? 'border-control' : 'border-hairline text-muted'}`}
    >
      <p className="text-micro font-medium text-muted">{title}</p>
      <p className="break-words whitespace-pre-wrap">
        {parts.length === 0 && <span className="text-muted">Not there</span>}
        {parts.map(({ text, is }, place) =>
          is === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no name, and are replaced together
            <span key={place}>{text}</span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <mark key={place} className="rounded-[0.2em] bg-busy-wash text-busy">
              {text}
            </mark>
          ),
        )}
      </p>
    </div>
  );
}

/** Only what differs is replaced: undo and the place of the caret keep to that. */
function replaceText(box: HTMLTextAreaElement, text: string): void {
  const { value } = box;
  const shorter = Math.min(value.length, text.length);
  let from = 0;
  while (from < shorter && value[from] === text[from]) from += 1;
  let behind = 0;
  while (behind < shorter - from && value.at(-1 - behind) === text.at(-1 - behind)) behind += 1;
  const to = value.length - behind;
  const insert = text.slice(from, text.length - behind);
  applyEdit(box, { from, to, insert, select: { from, to: from + insert.length } });
}
