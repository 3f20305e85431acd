import { useEffect, useMemo, useState } from 'react';
import { namedPictures } from '../../content/pictures/named-pictures.ts';
import { useEditor } from '../../engine/editing.ts';
import { useOutbox } from '../../engine/index.ts';
import { MINUTE_MS } from '../../lib/limits.ts';
import { pictureFilesIn } from '../../lib/site-picture.ts';
import { site } from '../../site.config.ts';
import { useNow } from '../../ui/use-now.ts';
import { type HousePicture, housePictures } from './house-pictures.ts';
import { useRowsOfAll } from './use-rows-of-all.ts';
import { type StoredAsking, useStoredList } from './use-stored-list.ts';

const bySite: ReadonlySet<string> = new Set(pictureFilesIn(JSON.stringify(site)));

export interface House {
  readonly pictures: readonly HousePicture[];
  readonly asked: StoredAsking;
  readonly again: () => void;
}

/** All pictures, live; null while the device is being read. */
export function useHousePictures(): House | null {
  const rows = useRowsOfAll();
  const { asked, again } = useStoredList();
  const waiting = useNamedHere();
  const now = useNow(MINUTE_MS);
  const named = useMemo(() => (rows === null ? null : namedPictures(rows)), [rows]);
  const pictures = useMemo(() => {
    if (named === null || waiting === null) return null;
    const stored = asked.state === 'told' ? asked.answer : null;
    return housePictures({ named, namedHere: { waiting, bySite }, stored, now });
  }, [named, waiting, asked, now]);
  return pictures === null ? null : { pictures, asked, again };
}

/** The files that edits and drafts of this device name; null until they have been read. */
function useNamedHere(): ReadonlySet<string> | null {
  const { filesNamedHere } = useEditor();
  const outbox = useOutbox();
  const [names, setNames] = useState<ReadonlySet<string> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits has changed
  useEffect(() => {
    let isWanted = true;
    filesNamedHere().then(
      (read) => isWanted && setNames(read),
      // The device cannot say, and the database decides in any case.
      () => isWanted && setNames(new Set()),
    );
    return () => {
      isWanted = false;
    };
  }, [filesNamedHere, outbox]);
  return names;
}
