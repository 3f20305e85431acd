import type { KindWords } from '../../content/form/kind-words.ts';
import { kindWords } from '../../content/forms.ts';
import { type GoneReference, restoreDeleted } from '../../content/past/restored.ts';
import { shortName } from '../../content/short-name.ts';
import { useHistory } from '../../engine/editing.ts';
import { type DeletedRow, itemName, update, type Version } from '../../engine/index.ts';
import { NAME_IN_LABEL } from '../../lib/limits.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { notToldWords } from './told-words.ts';
import { useRestore } from './use-restore.ts';
import { useRowsHere } from './use-rows-here.ts';
import { useTold } from './use-told.ts';

/**
 * What a restored item referred to and what is gone: it is restored without. What is in the bin can be brought back, too.
 *
 * @param version of the item; a row that is here refers to it again
 */
export function GoneReferences({
  words,
  version,
  gone,
}: {
  words: KindWords;
  version: Version;
  gone: readonly GoneReference[];
}) {
  const { deleted } = useHistory();
  const { asked } = useTold('deleted', deleted);
  const bin = asked.state === 'told' ? asked.answer : [];
  if (asked.state === 'asking') return null;
  return gone.map((reference) => (
    <GoneOne
      key={`${reference.column}/${reference.id}`}
      words={words}
      version={version}
      reference={reference}
      inBin={bin.find(({ table, id }) => table === reference.of.table && id === reference.id)}
    />
  ));
}

function GoneOne({
  words,
  version,
  reference: { column, of, id },
  inBin,
}: {
  words: KindWords;
  version: Version;
  reference: GoneReference;
  inBin: DeletedRow | undefined;
}) {
  const history = useHistory();
  const here = useRowsHere();
  const { restore, fail, problem } = useRestore();
  const one = kindWords(of.table)?.one ?? 'item';
  const name = inBin === undefined ? one : shortName(itemName(of, inBin.row), NAME_IN_LABEL);

  async function bringBack({ place }: DeletedRow) {
    if (here === null) return;
    const asked = await history.version(place).catch((error: unknown) => notToldWords(error));
    if (typeof asked === 'string') return fail(asked);
    const kindOf = (table: string) => kindWords(table)?.kind;
    const restored = asked.answer && restoreDeleted(asked.answer, here, kindOf);
    if (restored === null) return fail('It is kept no longer.');
    if ('lacks' in restored) return fail('What it belongs to is gone, too.');
    const { kind } = words;
    // It may have pointed there when that was deleted, or have had another reference by then.
    const points = restored.changes.some(
      (change) => change.id === version.id && 'values' in change && column in change.values,
    );
    const isHere = here(kind.table, version.id) !== undefined;
    const changes =
      isHere && !points
        ? [...restored.changes, update(kind, version.id, { [column]: id })]
        : restored.changes;
    await restore(`Restore ${one} ${name}`, `${name} is restored`, changes);
  }

  return (
    <>
      {problem !== null && <Alert>{problem}</Alert>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-muted">
          {inBin === undefined
            ? `The ${one} that it belonged to is gone. It is restored without one.`
            : `It belonged to the ${one} ${name}, which was deleted. Restored alone, it belongs to none.`}
        </p>
        {inBin !== undefined && (
          <Button onClick={() => void bringBack(inBin)}>Restore {name}, too</Button>
        )}
      </div>
    </>
  );
}
