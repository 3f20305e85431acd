import { useState } from 'react';
import { ForAdmins } from '../../content/for-admins.tsx';
import { NO_PLACE } from '../../content/pictures/no-place.ts';
import { NoPlaceNotice } from '../../content/pictures/no-place-notice.tsx';
import type { Failure } from '../../lib/failure.ts';
import { type FailureTable, lookUp } from '../../lib/failure-words.ts';
import { bytesInWords, counted, inThousands } from '../../lib/in-words.ts';
import { AGES_UPDATED_MS, PICTURES_STEP } from '../../lib/limits.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ToggleChip } from '../../ui/toggle-chip.tsx';
import { useUrlParameter } from '../../ui/url-parameter.ts';
import { useNow } from '../../ui/use-now.ts';
import {
  type HousePicture,
  isPictureFilter,
  isShownBy,
  type PictureFilter,
} from './house-pictures.ts';
import { PictureLine } from './picture-line.tsx';
import { useClearUnused } from './use-clear-unused.ts';
import { type House, useHousePictures } from './use-house-pictures.ts';
import { useKeepCopy } from './use-keep-copy.ts';
import type { StoredAsking } from './use-stored-list.ts';

/** PICTURE-10: all pictures that the site names, and all in its bucket. */
export function PicturesPage() {
  return (
    <ForAdmins title="Pictures">
      <Pictures />
    </ForAdmins>
  );
}

function Pictures() {
  const house = useHousePictures();
  if (house === null) return <Spinner label="Loading pictures..." labelShown />;
  return <PicturesOf house={house} />;
}

const filters: readonly (readonly [PictureFilter, string])[] = [
  ['wordless', 'Without alternative text'],
  ['unused', 'Unused'],
  ['elsewhere', 'Elsewhere'],
];

function PicturesOf({ house: { pictures, asked, again } }: { house: House }) {
  const { value, choose } = useUrlParameter('show');
  const filter = isPictureFilter(value) ? value : null;
  const shown = filter === null ? pictures : pictures.filter((it) => isShownBy(filter, it));
  return (
    <div className="grid max-w-[48rem] grid-cols-[minmax(0,1fr)] gap-6">
      <NoPlaceNotice />
      <div className="flex flex-wrap gap-2">
        {filters.map(([name, label]) => (
          <ToggleChip
            key={name}
            pressed={filter === name}
            onToggle={() => choose(filter === name ? '' : name)}
          >
            {`${label} (${inThousands(pictures.filter((it) => isShownBy(name, it)).length)})`}
          </ToggleChip>
        ))}
      </div>
      {filter === 'unused' && <Unused pictures={pictures} asked={asked} again={again} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {/* As high as the longest of its words, which come later: the list stays where it is. What is said stands next to it. */}
        <div className="flex min-h-16 items-center justify-between gap-4 @lg/column:min-h-11">
          <p role="status" className="self-end text-small text-muted">
            <span>{counted(shown.length, 'picture')}.</span> <ServerWords asked={asked} />
          </p>
          {asked.state === 'failed' && !isWithoutPlace(asked.failure) && (
            <Button className="shrink-0" onClick={again}>
              Try again
            </Button>
          )}
        </div>
        <PictureList key={filter} pictures={shown} />
      </div>
    </div>
  );
}

function PictureList({ pictures }: { pictures: readonly HousePicture[] }) {
  const { keepCopy, working, problems } = useKeepCopy();
  const [length, setLength] = useState(PICTURES_STEP);
  const now = useNow(AGES_UPDATED_MS);
  if (pictures.length === 0) return <Note>No pictures.</Note>;
  return (
    <>
      <ul
        aria-label="Pictures"
        className="divide-y divide-hairline border-y border-hairline *:py-4"
      >
        {pictures.slice(0, length).map((picture) => (
          <li key={picture.id}>
            <PictureLine
              picture={picture}
              now={now}
              isWorking={working === picture.id}
              problem={problems.get(picture.id) ?? ''}
              onKeepCopy={() => void keepCopy(picture)}
            />
          </li>
        ))}
      </ul>
      {pictures.length > length && (
        <div className="flex">
          <Button onClick={() => setLength(length + PICTURES_STEP)}>
            {`Show more of the other ${inThousands(pictures.length - length)}`}
          </Button>
        </div>
      )}
    </>
  );
}

/** PICTURE-11 */
function Unused({
  pictures,
  asked,
  again,
}: {
  pictures: readonly HousePicture[];
  asked: StoredAsking;
  again: () => void;
}) {
  const { clear, isWorking, problem } = useClearUnused(again);
  const unused = pictures.filter(({ standing }) => standing === 'unused');
  const bytes = unused.reduce((sum, one) => sum + (one.bytes ?? 0), 0);
  const isNow = asked.state === 'told' && !asked.isEarlier;
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-[65ch] text-muted">
        A picture that no item needs stays for 30 days after it was stored, and after the last
        earlier version or deleted item with it was forgotten. Until then an edit that still waits
        on one of your devices may need it.
      </p>
      {isNow && asked.answer.uses !== null && unused.length > 0 && (
        <Button aria-disabled={isWorking} onClick={() => void clear(unused)}>
          {isWorking
            ? 'Deleting …'
            : `Delete ${counted(unused.length, 'unused picture')} (${bytesInWords(bytes)})`}
        </Button>
      )}
      {problem !== null && <Alert>{problem}</Alert>}
    </div>
  );
}

const failed: FailureTable = [
  ['signed-out', null, 'You are signed out, so the server doesn’t tell of its pictures.'],
  ['refused', /^(403|42501)$/, 'The server tells only admins of its pictures.'],
];

/** Pictures cannot be stored at all (PICTURE-13). */
const isWithoutPlace = ({ kind, code }: Failure) => kind === 'refused' && code === '404';

/** What is missing in the list, and why. */
function ServerWords({ asked }: { asked: StoredAsking }) {
  switch (asked.state) {
    case 'asking':
      return <span>Asking the server for its pictures...</span>;
    case 'failed':
      if (isWithoutPlace(asked.failure)) return <span>{NO_PLACE}</span>;
      return (
        <>
          <span>{lookUp(failed, asked.failure) ?? 'The server can’t be reached.'}</span>{' '}
          <span>These are the pictures that the items on this device name.</span>
        </>
      );
    case 'told':
      return (
        <>
          {asked.isEarlier && (
            <>
              <span>The server can’t be reached.</span>{' '}
              <span>Of the server’s pictures this is what it said last.</span>{' '}
            </>
          )}
          {asked.answer.uses === null && (
            <>
              <span>
                The database doesn’t know yet which pictures are needed. Run “supabase db push”.
              </span>{' '}
              <span>Until then no picture can be deleted here.</span>{' '}
            </>
          )}
          {!asked.answer.isWhole && <span>The server has more pictures than are listed here.</span>}
        </>
      );
    default:
      return asked satisfies never;
  }
}
