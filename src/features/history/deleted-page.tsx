import { useMemo } from 'react';
import { ForAdmins } from '../../content/for-admins.tsx';
import { kindWords } from '../../content/forms.ts';
import { useHistory } from '../../engine/editing.ts';
import { type DeletedRow, useAccount, useOutbox } from '../../engine/index.ts';
import { AGES_UPDATED_MS } from '../../lib/limits.ts';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DeletedItem } from './deleted-item.tsx';
import { deletedLine } from './deleted-words.ts';
import { Disclosure } from './disclosure.tsx';
import { useRowsHere } from './use-rows-here.ts';
import { useTold } from './use-told.ts';
import { WhenTold } from './when-told.tsx';

/** What was deleted in the last 30 days, and restoring it with what belonged to it. */
export function DeletedPage() {
  return (
    <ForAdmins title="Recently deleted" back="/admin">
      <p className="max-w-[65ch] text-prose text-muted">
        What was deleted stays here for 30 days. It comes back with what went with it, and with the
        links to it.
      </p>
      <Waiting />
      <Deleted />
    </ForAdmins>
  );
}

/** Deletions that the server has not heard of are not in its list. */
function Waiting() {
  const { waiting } = useOutbox();
  const isAny = waiting.some(({ changes }) => changes.some(({ op }) => op === 'delete'));
  if (!isAny) return null;
  return (
    <p className="text-small text-muted">
      A deletion still waits on this device. <TextLink to="/admin/outbox">Outbox</TextLink>
    </p>
  );
}

function Deleted() {
  const { deleted } = useHistory();
  const here = useRowsHere();
  const { asked, again } = useTold('deleted', deleted);
  if (here === null) return <Spinner label="Loading your content" />;
  return (
    <WhenTold asked={asked} again={again} loading="Loading what was deleted...">
      {(rows) => (
        <DeletedList rows={rows.filter(({ table, id }) => here(table, id) === undefined)} />
      )}
    </WhenTold>
  );
}

function DeletedList({ rows }: { rows: readonly DeletedRow[] }) {
  const now = useNow(AGES_UPDATED_MS);
  const own = useAccount()?.email ?? null;
  const known = useMemo(
    () =>
      rows.flatMap((row) => {
        const words = kindWords(row.table);
        return words === null ? [] : [{ row, words, line: deletedLine(row, words, own, now) }];
      }),
    [rows, own, now],
  );
  if (known.length === 0) return <Note>Nothing was deleted in the last 30 days.</Note>;
  return (
    <ol
      aria-label="Deleted items"
      className="max-w-[48rem] divide-y divide-hairline border-y border-hairline"
    >
      {known.map(({ row, words, line }) => (
        <li key={row.place}>
          <Disclosure title={line.what} about={line.about}>
            <DeletedItem row={row} words={words} />
          </Disclosure>
        </li>
      ))}
    </ol>
  );
}
