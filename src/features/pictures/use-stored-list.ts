import { useCallback, useEffect, useState } from 'react';
import { useStoredPictures } from '../../engine/editing.ts';
import type { StoredList, Told } from '../../engine/index.ts';
import { type Failure, toFailure } from '../../lib/failure.ts';

/** What the server has told of its pictures. What is shown of the device does not wait for it. */
export type StoredAsking =
  | { readonly state: 'asking' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | ({ readonly state: 'told' } & Told<StoredList>);

/** Asks the server when the screen is shown, and again when `again` is called; what it has told stays until the next answer. */
export function useStoredList(): { readonly asked: StoredAsking; readonly again: () => void } {
  const stored = useStoredPictures();
  const [asked, setAsked] = useState<StoredAsking>({ state: 'asking' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the round says how often it is asked
  useEffect(() => {
    let isWanted = true;
    const tell = (news: StoredAsking) => isWanted && setAsked(news);
    stored.list().then(
      (told) => tell({ state: 'told', ...told }),
      (error: unknown) => tell({ state: 'failed', failure: toFailure(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [stored, round]);
  const again = useCallback(() => setRound((times) => times + 1), []);
  return { asked, again };
}
