import { type ReactNode, useId, useRef, useState } from 'react';
import type { AnyForm } from '../../content/form/form.ts';
import { changesOfMany, type ManyDeed } from '../../content/form/many-at-once.ts';
import { canBeKeptBack } from '../../content/form/publishing.ts';
import type { BaseRow } from '../../engine/index.ts';
import { inThousands } from '../../lib/in-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { questionsOf } from './many-questions.tsx';
import { useMany } from './use-many.ts';
import type { Selection } from './use-selection.ts';

/** Says how many rows are selected, and does one thing to all of them. */
export function ManyBar({
  form,
  rows,
  selected,
  selection,
  onDeleted,
}: {
  form: AnyForm;
  /** All that the list shows. */
  rows: readonly BaseRow[];
  selected: readonly BaseRow[];
  selection: Selection;
  onDeleted: (id: string) => void;
}) {
  const { doToMany, problem } = useMany(form);
  const [asked, setAsked] = useState<string | null>(null);
  const bar = useRef<HTMLElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const id = useId();
  const isNone = selected.length === 0;
  const asks = questionsOf(form);
  const open = isNone ? undefined : asks.find(({ name }) => name === asked);

  async function act(deed: ManyDeed): Promise<void> {
    if (!(await doToMany(deed, selected))) return;
    // The question goes with its answer, and must not take the focus along.
    if (question.current?.contains(document.activeElement)) {
      bar.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
    }
    setAsked(null);
    if (deed.does === 'delete') for (const row of selected) onDeleted(row.id);
  }

  /** Never `disabled`, which would drop the focus from the button just pressed. */
  function action(
    words: string,
    isIdle: boolean,
    onClick: () => void,
    look: ButtonLook = 'bare',
  ): ReactNode {
    return (
      <Button key={words} look={look} aria-disabled={isIdle} onClick={() => !isIdle && onClick()}>
        {words}
      </Button>
    );
  }

  const plain = (words: string, deed: ManyDeed, look: ButtonLook = 'bare') => {
    const isIdle = changesOfMany(form, deed, selected, Date.now()).length === 0;
    return action(words, isIdle, () => void act(deed), look);
  };

  return (
    <section
      ref={bar}
      aria-label={`Selected ${form.many}`}
      className="sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-10 mb-3 grid grid-cols-[minmax(0,1fr)] gap-2 rounded-control border border-hairline bg-surface px-3 py-1.5 shadow-lifted md:top-2"
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <p role="status" className="font-semibold">
          {inThousands(selected.length)} selected
        </p>
        <div className="-mx-3 flex flex-wrap">
          {action(`Select all ${inThousands(rows.length)}`, selected.length === rows.length, () =>
            selection.chooseAll(),
          )}
          {action('Clear', isNone, selection.clear)}
        </div>
      </div>
      <div className="-mx-3 flex flex-wrap border-t border-hairline">
        {asks.map(({ name }) => (
          <Button
            key={name}
            look="bare"
            aria-disabled={isNone}
            aria-expanded={open?.name === name}
            aria-controls={id}
            onClick={() => !isNone && setAsked(asked === name ? null : name)}
          >
            {name}
          </Button>
        ))}
        {canBeKeptBack(form) && plain('Publish', { does: 'publish' })}
        {canBeKeptBack(form) && plain('Withdraw', { does: 'withdraw' })}
        {plain('Delete', { does: 'delete' }, 'deletes')}
      </div>
      <div ref={question} id={id} className="grid grid-cols-[minmax(0,1fr)] empty:hidden">
        {open?.ask({ form, rows, selected, onGiven: (deed) => void act(deed) })}
      </div>
      {problem !== null && <Alert>{problem}</Alert>}
    </section>
  );
}
