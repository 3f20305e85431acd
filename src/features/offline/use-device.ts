import { useEffect, useState } from 'react';
import { backendOfBuild } from '../../lib/backend-of-build.ts';
import { secureContext } from '../../lib/secure-context.ts';
import { startScript } from '../../lib/start-script.ts';

/** How much space the site uses on this device, and how much it may use, in bytes; null if the browser does not say. */
export interface Room {
  readonly used: number;
  readonly granted: number;
}

/** @param when asks again when it changes */
export function useRoom(when: unknown): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the room changes with it
  useEffect(() => {
    let isGone = false;
    secureContext.storage?.estimate?.().then(
      ({ usage, quota }) => {
        if (isGone || usage === undefined || quota === undefined) return;
        setRoom({ used: usage, granted: quota });
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [when]);
  return room;
}

/**
 * Whether the service worker is there, which opens the site without a network. On a first visit it comes once the page is still;
 * null if this browser allows none.
 */
export function useWorker(): boolean | null {
  const [isThere, setThere] = useState(false);
  useEffect(() => void secureContext.workers?.ready.then(() => setThere(true)), []);
  return secureContext.workers === undefined ? null : isThere;
}

/** The version that this tab runs: that of package.json, and the hash that tells its builds apart. */
export function versionInWords(): string {
  const { client } = backendOfBuild(window.location.origin);
  const build = /-([\w-]{8})\.js$/.exec(startScript() ?? '')?.[1];
  const [, number = client] = client.split('/');
  return build === undefined ? number : `${number}, build ${build}`;
}
