import { kindWords } from '../../content/forms.ts';
import { type AnyKind, list, type QueuedChange, useContent } from '../../engine/index.ts';
import { CHANGES_SHOWN } from '../../lib/limits.ts';
import { thingInWords } from './change-words.ts';

/**
 * Which rows of an edit were deleted elsewhere: the server only says that one of them was. With its answer the device has learnt of
 * the deletions, so what is not here any more is gone.
 */
export function GoneRows({ changes }: { changes: readonly QueuedChange[] }) {
  const tables = [...new Set(changes.map(({ table }) => table))];
  return tables.map((table) => {
    const kind = kindWords(table)?.kind;
    const own = changes.filter((change) => change.table === table);
    return kind === undefined ? null : <GoneOf key={table} kind={kind} changes={own} />;
  });
}

function GoneOf({ kind, changes }: { kind: AnyKind; changes: readonly QueuedChange[] }) {
  const content = useContent(list(kind));
  if (content.state !== 'ready' && content.state !== 'empty') return null;
  const items = content.state === 'ready' ? content.items : [];
  const there = new Set(items.map(({ id }) => id));
  const gone = changes.flatMap((change) =>
    change.op === 'update' && !there.has(change.id) ? thingInWords(kind.table, change.before) : [],
  );
  if (gone.length === 0) return null;
  const more = gone.length - CHANGES_SHOWN;
  const named = [...gone.slice(0, CHANGES_SHOWN), ...(more > 0 ? [`${more} more`] : [])];
  return <p>{`Deleted: ${new Intl.ListFormat('en-GB').format(named)}.`}</p>;
}
