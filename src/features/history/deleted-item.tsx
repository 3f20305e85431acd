import type { KindWords } from '../../content/form/kind-words.ts';
import { kindWords } from '../../content/forms.ts';
import { contentColumns } from '../../content/past/content-columns.ts';
import { restoreDeleted } from '../../content/past/restored.ts';
import { shortName } from '../../content/short-name.ts';
import { useHistory } from '../../engine/editing.ts';
import { type DeletedRow, itemName, type Version } from '../../engine/index.ts';
import { DELETED_TEXT_LENGTH, NAME_IN_LABEL } from '../../lib/limits.ts';
import { shortened } from '../../lib/shortened.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { GoneReferences } from './gone-references.tsx';
import { useRestore } from './use-restore.ts';
import { useRowsHere } from './use-rows-here.ts';
import { useTold } from './use-told.ts';
import { valueText } from './value-text.ts';
import { WhenTold } from './when-told.tsx';

/** A deleted item as it was, and bringing it back. */
export function DeletedItem({ row, words }: { row: DeletedRow; words: KindWords }) {
  const { version } = useHistory();
  const { asked, again } = useTold(`${row.place}`, () => version(row.place));
  return (
    <WhenTold asked={asked} again={again} loading="Loading the item...">
      {(held) =>
        held === null ? (
          <p className="text-muted">It is kept no longer.</p>
        ) : (
          <AsItWas version={held} words={words} />
        )
      }
    </WhenTold>
  );
}

function AsItWas({ version, words }: { version: Version; words: KindWords }) {
  const { kind, labels, one } = words;
  const here = useRowsHere();
  const { restore, problem } = useRestore();
  const filled = contentColumns(kind)
    .map((column) => ({ column, text: valueText(kind, column, version.row[column]) }))
    .filter(({ text }) => text.trim() !== '');
  const restored = here && restoreDeleted(version, here, (table) => kindWords(table)?.kind);
  const without = restored !== null && 'without' in restored ? restored.without : [];
  const lacks = restored !== null && 'lacks' in restored ? restored.lacks : null;

  async function bringBack(button: HTMLElement) {
    if (restored === null || 'lacks' in restored) return;
    // The line goes from the list.
    const line = button.closest('li');
    const near = (line?.nextElementSibling ?? line?.previousElementSibling)?.querySelector(
      'button',
    );
    const name = shortName(itemName(kind, version.row), NAME_IN_LABEL);
    if (!(await restore(`Restore ${one} ${name}`, `${name} is restored`, restored.changes))) return;
    (near ?? document.querySelector<HTMLElement>('#main h1'))?.focus({ preventScroll: true });
  }

  return (
    <>
      {problem !== null && <Alert>{problem}</Alert>}
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {filled.map(({ column, text }) => (
          <div key={column}>
            <dt className="text-small font-semibold text-muted">{labels.get(column) ?? column}</dt>
            <dd className="break-words whitespace-pre-wrap">
              {shortened(text, DELETED_TEXT_LENGTH)}
            </dd>
          </div>
        ))}
      </dl>
      {without.length > 0 && <GoneReferences words={words} version={version} gone={without} />}
      {lacks === null ? (
        <div className="flex">
          <Button look="primary" onClick={(event) => void bringBack(event.currentTarget)}>
            Restore<span className="sr-only"> {itemName(kind, version.row)}</span>
          </Button>
        </div>
      ) : (
        <p className="text-muted">
          {`It belongs to a ${kindWords(lacks.table)?.one ?? 'thing'} that is gone. Restore that first.`}
        </p>
      )}
    </>
  );
}
