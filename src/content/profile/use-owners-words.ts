import { useMemo } from 'react';
import { useAccount, useContent, useMirrorState } from '../../engine/index.ts';
import { type OwnersWords, withOwn } from './owners-words.ts';
import { theProfile } from './profile.ts';

/** @param site the words of src/site.config.ts */
export function useOwnersWords(site: OwnersWords): {
  readonly words: OwnersWords;
  /** It is not known yet whether they were changed. */
  readonly isLoading: boolean;
  /** The device knows it, or may, and has not been read yet. */
  readonly isUnread: boolean;
} {
  const hasNotBegun = useAccount() === undefined;
  const hasAll = useMirrorState().freshness !== null;
  const content = useContent(theProfile);
  const [own] = content.state === 'ready' ? content.items : [];
  const words = useMemo(() => (own === undefined ? site : withOwn(own, site)), [own, site]);
  const isLoading = content.state === 'loading';
  return { words, isLoading, isUnread: isLoading && (hasNotBegun || hasAll) };
}
