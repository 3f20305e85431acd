import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LOADING } from '../lib/built-page.ts';

const loaders = new Set<() => Promise<void>>();

/** Loads every part that would come later: the build renders pages whole. */
export async function loadLaterParts(): Promise<void> {
  await Promise.all([...loaders].map((load) => load()));
}

/**
 * A part of a page that nobody waits for. It is loaded after the page is on the screen; until then, and where it can't be
 * loaded, `instead` is shown, or nothing.
 *
 * @param load a dynamic import of the part's component
 */
export function partLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { instead?: ReactNode }> {
  let Part: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    Part ??= await load();
  };
  loaders.add(loadOnce);
  return function Later({ instead = null, ...props }) {
    const [state, setState] = useState<'loading' | 'over'>('loading');
    useEffect(() => {
      let isLeft = false;
      const end = () => isLeft || setState('over');
      if (Part === null) loadOnce().then(end, end);
      return () => {
        isLeft = true;
      };
    }, []);
    if (Part !== null) return <Part {...(props as Props)} />;
    // The page that the build has made stays until the part is there, too.
    return state === 'loading' ? (
      <>
        {instead}
        <span hidden {...{ [LOADING]: '' }} />
      </>
    ) : (
      instead
    );
  };
}
