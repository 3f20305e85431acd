import { useEffect, useRef, useState } from 'react';
import { kindWords } from '../../content/forms.ts';
import type { Naming } from '../../content/pictures/named-pictures.ts';
import { shortName } from '../../content/short-name.ts';
import { itemName } from '../../engine/index.ts';
import { bytesInWords, dayAndTime } from '../../lib/in-words.ts';
import { sitePicture } from '../../lib/site-picture.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { editAddress } from './edit-address.ts';
import { hostOf } from './host-of.ts';
import type { HousePicture } from './house-pictures.ts';
import { standingInWords } from './standing-words.ts';

/** A picture: what it is, and where it is used. */
export function PictureLine({
  picture,
  now,
  isWorking,
  problem,
  onKeepCopy,
}: {
  picture: HousePicture;
  now: number;
  /** A copy of it is being made. */
  isWorking: boolean;
  /** Why there is no copy; empty for none. */
  problem: string;
  onKeepCopy: () => void;
}) {
  const { id, sort, standing, namings, bytes, at } = picture;
  const thumbnail = useRef<HTMLDivElement>(null);
  const natural = useNaturalSize(thumbnail);
  const size = sitePicture(id) ?? natural;
  const about = [
    size === null ? null : `${size.width} × ${size.height} px`,
    bytes === null ? null : bytesInWords(bytes),
  ].filter((it) => it !== null);
  const name = sort === 'elsewhere' ? hostOf(id) : fileName(id);
  const standingWords = standingInWords(standing);
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-4">
      <div ref={thumbnail}>
        <Picture src={id} alt="" standIn=" " ratio="square" className="rounded-control" />
      </div>
      <div className="grid content-start justify-items-start gap-1">
        <p className="max-w-full truncate font-semibold">{name}</p>
        {/* Both come later, from the picture and from the server: their lines are kept. */}
        <p className="min-h-[1lh] text-small text-muted tabular-nums">{about.join(' · ')}</p>
        {sort === 'own' && (
          <p className="min-h-[1lh] text-small text-muted tabular-nums">
            {at !== null && `stored ${dayAndTime(at, now)}`}
          </p>
        )}
        <ul className="grid max-w-full gap-1 empty:hidden">
          {namings.map((naming) => (
            <li key={`${naming.kind.table}/${naming.row.id}/${naming.column}`} className="min-w-0">
              <Use naming={naming} />
            </li>
          ))}
        </ul>
        {standingWords !== null && <p className="text-small text-muted">{standingWords}</p>}
        {sort === 'elsewhere' && (
          <Button look="quiet" className="mt-1" aria-disabled={isWorking} onClick={onKeepCopy}>
            {isWorking ? 'Taking it in …' : 'Keep a copy here'}
            <span className="sr-only"> of the picture of {name}</span>
          </Button>
        )}
        <p role="status" className="text-small text-danger empty:hidden">
          {problem}
        </p>
      </div>
    </div>
  );
}

/** The beginning of a hash is enough to tell pictures apart. */
function fileName(address: string): string {
  const file = address.split('/').at(-1) ?? address;
  return sitePicture(address) === null ? file : file.replace(/^([0-9a-f]{8}).*(?=\.)/, '$1…');
}

function Use({ naming: { kind, row, column, isWordless } }: { naming: Naming }) {
  const words = kindWords(kind.table);
  const to = editAddress(kind.table, row.id);
  const name = shortName(itemName(kind, row));
  const where = `${words?.one ?? 'item'}, ${(words?.labels.get(column) ?? column).replace(/ \(Optional\)$/, '')}`;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 text-small">
      <span className="min-w-0 break-words">
        {to === null ? name : <TextLink to={to}>{name}</TextLink>}{' '}
        <span className="text-muted">({where})</span>
      </span>
      {isWordless && <Chip tone="idea">no alternative text</Chip>}
    </p>
  );
}

/** The size of what is shown there, once it has come. */
function useNaturalSize(box: React.RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(
    null,
  );
  useEffect(() => {
    const look = () => {
      const { naturalWidth: width = 0, naturalHeight: height = 0 } =
        box.current?.querySelector('img') ?? {};
      if (width > 0) setSize({ width, height });
    };
    look();
    const element = box.current;
    // It does not bubble.
    element?.addEventListener('load', look, true);
    return () => element?.removeEventListener('load', look, true);
  }, [box]);
  return size;
}
