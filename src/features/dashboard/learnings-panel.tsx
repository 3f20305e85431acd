import { useRef, useState } from 'react';
import { notKeptInWords } from '../../content/form/not-kept-words.ts';
import { learningForm } from '../../content/learnings/learning-form.ts';
import { learnings } from '../../content/learnings/learnings.ts';
import { type PinMove, ranksAfter } from '../../content/learnings/pinned.ts';
import { shortName } from '../../content/short-name.ts';
import { useEditor, usePlaces } from '../../engine/editing.ts';
import { list, type RowOf, update } from '../../engine/index.ts';
import { NAME_IN_LABEL } from '../../lib/limits.ts';
import { Alert } from '../../ui/alert.tsx';
import type { MenuGroup } from '../../ui/menu-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useRefocus } from '../../ui/use-refocus.ts';
import { ContentPanel } from './content-panel.tsx';
import type { Edited } from './use-place.ts';

type LearningRow = RowOf<typeof learnings>;

const everyRow = list(learningForm.rowKind);

const moves: readonly { readonly move: PinMove; readonly label: string; readonly done: string }[] =
  [
    { move: 'pin', label: 'Pin', done: 'pinned' },
    { move: 'up', label: 'Move up', done: 'moved up' },
    { move: 'down', label: 'Move down', done: 'moved down' },
    { move: 'unpin', label: 'Unpin', done: 'unpinned' },
  ];

/** Learnings, of which some are pinned before all others, in an order that the admin chooses. */
export function LearningsPanel({ edited }: { edited: Edited }) {
  const panel = useRef<HTMLDivElement>(null);
  const { menuOf, problem } = useOrder(useRefocus(panel));
  return (
    <div ref={panel} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {problem !== null && <Alert>{problem}</Alert>}
      <ContentPanel form={learningForm} edited={edited} menu={menuOf} />
    </div>
  );
}

function useOrder(refocus: (selectors: readonly string[]) => void) {
  const editor = useEditor();
  const toast = useToast();
  const places = usePlaces(everyRow);
  const [problem, setProblem] = useState<string | null>(null);
  const all =
    places.state === 'ready'
      ? places.items.flatMap(({ item, deletion }) => (deletion === null ? item : []))
      : [];

  function menuOf(row: LearningRow): readonly MenuGroup[] {
    const isPinned = row.rank !== null;
    const items = moves.flatMap(({ move, label, done }) => {
      if (isPinned === (move === 'pin')) return [];
      const ranks = ranksAfter(row.id, move, all, Math.random);
      const onSelect = () => void go(row, label, done, ranks);
      return { label, onSelect, isIdle: ranks.length === 0 };
    });
    return [{ label: 'Order', items }];
  }

  async function go(
    row: LearningRow,
    label: string,
    done: string,
    ranks: ReturnType<typeof ranksAfter>,
  ): Promise<void> {
    const name = learningForm.name(row);
    try {
      await editor.edit({
        label: `${label} learning ${shortName(name, NAME_IN_LABEL)}`,
        changes: ranks.map(({ id, rank }) => update(learnings, id, { rank })),
      });
      setProblem(null);
      toast({ title: `${shortName(name)} ${done}` });
      // Where a row moves, browsers take the focus from its button.
      refocus([`[data-row="${row.id}"] [data-part=more]`]);
    } catch (error) {
      const reason = notKeptInWords(error);
      toast({ title: `${shortName(name)} was not moved`, detail: reason, look: 'danger' });
      setProblem(`“${name}” was not moved. ${reason}`);
    }
  }

  return { menuOf, problem };
}
