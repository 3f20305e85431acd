import { useMemo } from 'react';
import { useContent } from '../../engine/index.ts';
import { type OwnersWords, withOwn } from './owners-words.ts';
import { theProfile } from './profile.ts';

/** @param site the words of src/site.config.ts */
export function useOwnersWords(site: OwnersWords): {
  readonly words: OwnersWords;
  /** It is not known yet whether they were changed. */
  readonly isLoading: boolean;
} {
  const content = useContent(theProfile);
  const [own] = content.state === 'ready' ? content.items : [];
  const words = useMemo(() => (own === undefined ? site : withOwn(own, site)), [own, site]);
  return { words, isLoading: content.state === 'loading' };
}
