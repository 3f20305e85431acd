import type { KindWords } from '../../content/form/kind-words.ts';
import { contentColumns } from '../../content/past/content-columns.ts';
import { differingColumns, formerReferences, restoreVersion } from '../../content/past/restored.ts';
import { shortName } from '../../content/short-name.ts';
import { useHistory } from '../../engine/editing.ts';
import {
  type BaseRow,
  type Columns,
  itemName,
  type Version,
  type VersionEnd,
} from '../../engine/index.ts';
import { dayAndTime } from '../../lib/in-words.ts';
import { NAME_IN_LABEL } from '../../lib/limits.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { GoneReferences } from './gone-references.tsx';
import { useRestore } from './use-restore.ts';
import { useRowsHere } from './use-rows-here.ts';
import { useTold } from './use-told.ts';
import { valueText } from './value-text.ts';
import { WhenTold } from './when-told.tsx';
import { WordDifferences } from './word-differences.tsx';

interface Shown {
  readonly words: KindWords;
  readonly end: VersionEnd;
  /** As it is now; undefined if it is not here. */
  readonly row: BaseRow | undefined;
}

/** An earlier version: in what it differs from the item now, and restoring, as a whole or field by field. */
export function VersionDetail(shown: Shown) {
  const { place } = shown.end;
  const { version } = useHistory();
  const { asked, again } = useTold(`${place}`, () => version(place));
  return (
    <WhenTold asked={asked} again={again} loading="Loading this version...">
      {(held) =>
        held === null ? (
          <p className="text-muted">It is kept no longer.</p>
        ) : (
          <Differences {...shown} version={held} />
        )
      }
    </WhenTold>
  );
}

function Differences({ words, end, row, version }: Shown & { version: Version }) {
  const { kind, labels, one } = words;
  const { restore, problem } = useRestore();
  const here = useRowsHere();
  const now = (row === undefined ? {} : kind.filled(row)) as Columns;
  if (here === null) return null;
  const references =
    row === undefined ? noReferences : formerReferences(kind, version.row, row, here);
  const columns =
    row === undefined
      ? contentColumns(kind).filter((it) => it in version.row)
      : [...differingColumns(kind, version.row, row), ...references.back];
  const gone = references.gone.length > 0 && (
    <GoneReferences words={words} version={version} gone={references.gone} />
  );
  if (columns.length === 0) return gone || <p className="text-muted">It is like this now.</p>;

  const label = (column: string) => labels.get(column) ?? column;
  const bringBack = async (some: readonly string[], button: HTMLElement) => {
    // The button goes with the last difference.
    const line = button.closest('li')?.querySelector('button');
    const name = shortName(itemName(kind, version.row), NAME_IN_LABEL);
    const time = Date.parse(end.at);
    const what = some.length === columns.length ? '' : ` (${some.map(label).join(', ')})`;
    const when = dayAndTime(time, Math.max(time, Date.now()));
    const isDone = await restore(
      `Restore ${one} ${name}${what} as it was until ${when}`,
      'Restored',
      [restoreVersion(kind, version.row, some)],
    );
    if (isDone) line?.focus({ preventScroll: true });
  };
  return (
    <>
      {problem !== null && <Alert>{problem}</Alert>}
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {columns.map((column) => (
          <div key={column} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <dt className="flex flex-wrap items-center justify-between gap-x-4 text-small font-semibold text-muted">
              {label(column)}
              {row !== undefined && columns.length > 1 && (
                <Button
                  look="bare"
                  className="-mr-3"
                  onClick={(event) => void bringBack([column], event.currentTarget)}
                >
                  Restore {label(column)}
                </Button>
              )}
            </dt>
            <dd>
              <WordDifferences
                now={valueText(kind, column, now[column], here)}
                then={valueText(kind, column, version.row[column], here)}
              />
            </dd>
          </div>
        ))}
      </dl>
      {gone}
      {row !== undefined && (
        <div className="flex">
          <Button look="primary" onClick={(event) => void bringBack(columns, event.currentTarget)}>
            Restore this version
          </Button>
        </div>
      )}
    </>
  );
}

const noReferences = { back: [], gone: [] };
