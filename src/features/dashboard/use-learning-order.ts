import { useState } from 'react';
import { notKeptInWords } from '../../content/form/not-kept-words.ts';
import { learningForm } from '../../content/learnings/learning-form.ts';
import { learnings } from '../../content/learnings/learnings.ts';
import {
  movePinSpot,
  type PinMove,
  type PinSpot,
  pinnedBut,
  pinSpotAt,
  pinSpotOf,
  type Ranked,
  ranksAfter,
  ranksAt,
} from '../../content/learnings/pinned.ts';
import { shortName } from '../../content/short-name.ts';
import { useEditor, usePlaces } from '../../engine/editing.ts';
import { compareOrder, list, type RowOf, update } from '../../engine/index.ts';
import { NAME_IN_LABEL } from '../../lib/limits.ts';
import type { MenuGroup } from '../../ui/menu-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Arrangement } from './draggable-rows.tsx';

type LearningRow = RowOf<typeof learnings>;

const everyRow = list(learningForm.rowKind);

interface Words {
  /** As the outbox names the edit: 'Pin learning “Evals”' */
  readonly label: string;
  readonly done: string;
}

const inMenu: readonly (Words & { readonly move: PinMove })[] = [
  { move: 'pin', label: 'Pin', done: 'pinned' },
  { move: 'up', label: 'Move up', done: 'moved up' },
  { move: 'down', label: 'Move down', done: 'moved down' },
  { move: 'unpin', label: 'Unpin', done: 'unpinned' },
];

/**
 * ORDER-1: some learnings are pinned before all others, in an order that the admin chooses by menu, by dragging or by keys.
 *
 * @param refocus moves the focus to the first of the selectors when it gets lost
 */
export function useLearningOrder(refocus: (selectors: readonly string[]) => void) {
  const editor = useEditor();
  const toast = useToast();
  const places = usePlaces(everyRow);
  const [problem, setProblem] = useState<string | null>(null);
  const rows =
    places.state === 'ready'
      ? places.items.flatMap(({ item, deletion }) => (deletion === null ? item : []))
      : [];

  function menuOf(row: LearningRow): readonly MenuGroup[] {
    const isPinned = row.rank !== null;
    const items = inMenu.flatMap(({ move, ...words }) => {
      if (isPinned === (move === 'pin')) return [];
      const ranks = ranksAfter(row.id, move, rows, Math.random);
      const onSelect = () => void go(row, words, ranks, 'more');
      return { label: words.label, onSelect, isIdle: ranks.length === 0 };
    });
    return [{ label: 'Order', items }];
  }

  /** @param part the control that gets the focus back; null for a pointer, which leaves it alone */
  async function go(
    row: LearningRow,
    { label, done }: Words,
    ranks: readonly Ranked[],
    part: 'more' | 'grip' | null,
  ): Promise<boolean> {
    const name = learningForm.name(row);
    try {
      await editor.edit({
        label: `${label} learning ${shortName(name, NAME_IN_LABEL)}`,
        changes: ranks.map(({ id, rank }) => update(learnings, id, { rank })),
      });
      setProblem(null);
      toast({ title: `${shortName(name)} ${done}` });
      // Where a row moves, browsers take the focus from its button.
      if (part !== null) refocus([`[data-row="${row.id}"] [data-part=${part}]`]);
      return true;
    } catch (error) {
      const reason = notKeptInWords(error);
      toast({ title: `${shortName(name)} was not moved`, detail: reason, look: 'danger' });
      setProblem(`“${name}” was not moved. ${reason}`);
      return false;
    }
  }

  const byDate = (row: LearningRow) => placeByDate(row, rows);
  const nameOf = (row: LearningRow) => shortName(learningForm.name(row), NAME_IN_LABEL);
  const inWords = (row: LearningRow, { isPinned, index }: PinSpot) =>
    isPinned
      ? `Pinned, ${index + 1} of ${pinnedBut(row.id, rows).length + 1}`
      : 'Not pinned, by its date';

  const arrangement: Arrangement<LearningRow> = {
    one: learningForm.one,
    nameOf,
    rows,
    spotOf: (row) => pinSpotOf(row, rows),
    isSame: (a, b) => a.isPinned === b.isPinned && a.index === b.index,
    inWords,
    spotAt: (row, wanted) => pinSpotAt(row, wanted, rows, byDate(row)),
    moved: (row, to, key) => movePinSpot(to, key, row, rows, byDate(row)),
    async move(row, to, part) {
      const isMoved = await go(row, wordsOf(row, to), ranksAt(row, to, rows, Math.random), part);
      return isMoved ? `Moved ${nameOf(row)}. ${inWords(row, to)}.` : null;
    },
  };

  return { menuOf, arrangement, problem };
}

function wordsOf({ rank }: Ranked, { isPinned }: PinSpot): Words {
  if (!isPinned) return { label: 'Unpin', done: 'unpinned' };
  return rank === null ? { label: 'Pin', done: 'pinned' } : { label: 'Move', done: 'moved' };
}

/** The number of the others before a learning if it is not pinned. */
function placeByDate(row: LearningRow, rows: readonly LearningRow[]): number {
  const order = learnings.order({ ...row, rank: null });
  return rows.filter(
    (other) => other.id !== row.id && compareOrder(learnings.order(other), order) < 0,
  ).length;
}
