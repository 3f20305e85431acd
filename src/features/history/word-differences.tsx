import { diffLines, diffWordsWithSpace } from 'diff';
import { useMemo, useState } from 'react';
import { DIFFERENCES_WITHIN_MS, SAME_WORDS_SHOWN } from '../../lib/limits.ts';
import { beginning, signStart } from '../../lib/shortened.ts';
import { Button } from '../../ui/button.tsx';

/** A piece of a text: in both, only in the one of now, or only in the earlier one. */
interface Piece {
  readonly words: string;
  readonly is: 'same' | 'gone' | 'back';
}

/**
 * An earlier text beside that of now, word by word: what a restoring would bring back, and what it would take away. Long
 * stretches that are the same are left out until somebody asks for them.
 */
export function WordDifferences({ now, then }: { now: string; then: string }) {
  const [isWhole, setWhole] = useState(false);
  const pieces = useMemo(() => differences(now, then), [now, then]);
  const shown = isWhole ? pieces : pieces.map((piece, n) => shortened(piece, n, pieces.length));
  const isShort = shown.some((piece, n) => piece !== pieces[n]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
      <p className="w-full break-words whitespace-pre-wrap">
        {shown.map(({ words, is }, n) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name, and are replaced together
          if (is === 'same') return <span key={n}>{words}</span>;
          const Mark = is === 'back' ? 'ins' : 'del';
          return (
            <Mark
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={n}
              className={
                is === 'back' ? 'bg-ok-wash text-ok' : 'bg-danger-wash text-danger line-through'
              }
            >
              <span className="sr-only">{is === 'back' ? '[then: ' : '[now: '}</span>
              {words}
              <span className="sr-only">]</span>
            </Mark>
          );
        })}
      </p>
      {isShort && (
        <Button look="bare" className="-ml-3 text-small" onClick={() => setWhole(true)}>
          Show the whole text
        </Button>
      )}
    </div>
  );
}

/** Texts that have little in common take long to compare by words: then by lines, or not at all. */
function differences(now: string, then: string): readonly Piece[] {
  const limit = { timeout: DIFFERENCES_WITHIN_MS };
  const found = diffWordsWithSpace(now, then, limit) ?? diffLines(now, then, limit);
  if (found === undefined)
    return [
      { words: now, is: 'gone' },
      { words: then, is: 'back' },
    ];
  return found.map(({ value, added, removed }) => ({
    words: value,
    is: added ? 'back' : removed ? 'gone' : 'same',
  }));
}

/** The ends of a long stretch that is the same: those beside a difference. */
function shortened(piece: Piece, n: number, count: number): Piece {
  const { words, is } = piece;
  if (is !== 'same' || words.length <= 3 * SAME_WORDS_SHOWN) return piece;
  const head = n === 0 ? '' : beginning(words, SAME_WORDS_SHOWN).replace(/\s\S*$/, '');
  const end = signStart(words, words.length - SAME_WORDS_SHOWN);
  const tail = n === count - 1 ? '' : words.slice(end).replace(/^\S*\s/, '');
  return { words: [head, tail].join(' … '), is };
}
