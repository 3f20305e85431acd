import { useCallback, useLayoutEffect, useState } from 'react';
import { isForInputMethod } from '../../lib/input-method.ts';

/** For as long as it is wanted, the frame around all pages is out of sight. @param media where */
export function useWithoutFrame(isWanted: boolean, media = 'all'): void {
  // Before anything is measured.
  useLayoutEffect(() => {
    if (!isWanted) return;
    // Here, and not among the styles of the site: visitors download nothing of it. The policy takes no element for it.
    const styles = new CSSStyleSheet({ media });
    styles.replaceSync(`
      aside[aria-label='Sidebar'], body header, body footer { display: none; }
      body div:has(> main) { padding-left: 0; min-height: 100dvh; }
    `);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== styles);
    };
  }, [isWanted, media]);
}

/** Nothing but the text. */
export interface Zen {
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** Ctrl+Shift+Enter, ⌘⇧Enter: no browser, input method or screen reader has them. */
export function useZen(): Zen {
  const [isOn, setOn] = useState(false);
  const toggle = useCallback(() => setOn((held) => !held), []);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isIt = event.key === 'Enter' && event.shiftKey && (event.ctrlKey || event.metaKey);
      if (!isIt || isForInputMethod(event)) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toggle]);
  return { isOn, toggle };
}
