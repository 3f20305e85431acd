import { useEffect } from 'react';
import { useAccount } from '../engine/index.ts';
import { isInstalled } from '../lib/installed.ts';
import { secureContext } from '../lib/secure-context.ts';

/**
 * Asks the browser not to delete what the site keeps. It asks only for people who signed in or installed the site, because
 * some browsers show them the question.
 */
export function useProtection(): void {
  const isKnown = Boolean(useAccount());
  useEffect(() => {
    if (isKnown || isInstalled()) {
      askForProtection();
      return;
    }
    window.addEventListener('appinstalled', askForProtection);
    return () => window.removeEventListener('appinstalled', askForProtection);
  }, [isKnown]);
}

/** Whatever the answer, the site works; /offline shows it. */
function askForProtection(): void {
  secureContext.storage?.persist?.().catch(() => {});
}
