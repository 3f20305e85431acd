import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ForAdmins } from '../../content/for-admins.tsx';
import { tabAddress } from '../../content/form/kept-tab.ts';
import type { KindWords } from '../../content/form/kind-words.ts';
import { formOf, kindWords } from '../../content/forms.ts';
import { DELETED_PAGE, rowInAddress } from '../../content/past/past-addresses.ts';
import { shortName } from '../../content/short-name.ts';
import { useHistory } from '../../engine/editing.ts';
import { type BaseRow, itemName, useAccount, type VersionEnd } from '../../engine/index.ts';
import { dayAndTime } from '../../lib/in-words.ts';
import { AGES_UPDATED_MS } from '../../lib/limits.ts';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Disclosure } from './disclosure.tsx';
import { useRowsHere } from './use-rows-here.ts';
import { useTold } from './use-told.ts';
import { VersionDetail } from './version-detail.tsx';
import { WhenTold } from './when-told.tsx';

/** The earlier versions of one item: who changed what and when, word by word, and restoring. */
export function HistoryPage() {
  const account = useAccount();
  const [parameters] = useSearchParams();
  const about = rowInAddress(parameters.get('of'));
  const words = about === null ? null : kindWords(about.table);
  const here = useRowsHere();
  const row = about === null ? undefined : here?.(about.table, about.id);
  const name = words === null || row === undefined ? null : itemName(words.kind, row);
  return (
    <ForAdmins
      title={name === null ? 'History' : `History of ${shortName(name)}`}
      back={about === null ? '/admin' : dashboardAt(about, account?.userId ?? '')}
    >
      {about === null || words === null ? (
        <Note>This address names no item.</Note>
      ) : here === null ? (
        <Spinner label="Loading the item" />
      ) : (
        <Versions key={`${about.table}/${about.id}`} words={words} id={about.id} row={row} />
      )}
    </ForAdmins>
  );
}

/** The item in its form. */
function dashboardAt({ table, id }: { table: string; id: string }, account: string): string {
  const tab = formOf(table)?.tab.id;
  return tab === undefined ? '/admin' : `${tabAddress(account, tab)}&edit=${id}`;
}

function Versions({ words, id, row }: { words: KindWords; id: string; row: BaseRow | undefined }) {
  const { versions } = useHistory();
  const { table } = words.kind;
  const { asked, again } = useTold(`${table}/${id}`, () => versions(table, id));
  return (
    <>
      {row === undefined && (
        <Note
          line="plain"
          detail={<TextLink to={DELETED_PAGE}>Recently deleted has it for 30 days</TextLink>}
        >
          {`There is no such ${words.one} on this device. If it was deleted, it can be restored.`}
        </Note>
      )}
      <WhenTold asked={asked} again={again} loading="Loading earlier versions...">
        {(ends) => <VersionList words={words} ends={ends} row={row} />}
      </WhenTold>
    </>
  );
}

function VersionList({
  words,
  ends,
  row,
}: {
  words: KindWords;
  ends: readonly VersionEnd[];
  row: BaseRow | undefined;
}) {
  const now = useNow(AGES_UPDATED_MS);
  const account = useAccount();
  const lines = useMemo(
    () => ends.map((end) => lineOf(end, words, account?.email ?? null, now)),
    [ends, words, account, now],
  );
  if (ends.length === 0) {
    return (
      <Note detail="From now on each change of its content keeps the version before, for as long as it exists: up to 50, the last ones and then one of each hour or day.">
        There is no earlier version yet.
      </Note>
    );
  }
  return (
    <div className="grid max-w-[48rem] grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-small text-muted">
        What it was until each change. <ins className="bg-ok-wash text-ok">These words</ins> come
        back with a restoring, <del className="bg-danger-wash text-danger line-through">these</del>{' '}
        go.
      </p>
      <ol
        aria-label="Earlier versions"
        className="divide-y divide-hairline border-y border-hairline"
      >
        {ends.map((end, n) => (
          <li key={end.place}>
            <Disclosure
              isFirst={n === 0}
              title={lines[n]?.until ?? ''}
              about={lines[n]?.about ?? ''}
            >
              <VersionDetail words={words} end={end} row={row} />
            </Disclosure>
          </li>
        ))}
      </ol>
    </div>
  );
}

function lineOf(
  { at, by, op, changed }: VersionEnd,
  { labels }: KindWords,
  own: string | null,
  now: number,
): { until: string; about: string } {
  const time = Date.parse(at);
  const who = by === null ? 'in the database' : by === own ? 'by you' : `by ${by}`;
  const what =
    op === 'delete'
      ? 'deleted'
      : `changed: ${changed.map((it) => labels.get(it) ?? it).join(', ')}`;
  return { until: `Until ${dayAndTime(time, Math.max(now, time))}`, about: `${what}, ${who}` };
}
