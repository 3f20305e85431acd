import { useSyncExternalStore } from 'react';
import { isInstalled } from '../lib/installed.ts';
import { INSTALL_ASKED_AGAIN_MS } from '../lib/limits.ts';
import type { Instant } from '../lib/millis.ts';
import { INSTALL_DECLINED_KEY } from '../lib/storage-keys.ts';
import { deviceStorage } from '../lib/web-storage.ts';

/**
 * How this browser installs the site.
 *
 * | way | when |
 * |---|---|
 * | asks | the browser has offered to ask (Chromium) |
 * | by hand | iOS, where only the person can, by the Share menu |
 * | none | it is installed, or the browser cannot |
 */
export type InstallWay = 'asks' | 'by hand' | 'none';

/** Missing from TypeScript's library, because only Chromium has it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let prompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function change(next: InstallPrompt | null): void {
  prompt = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's own question back until the person wants it. Call it early: the offer is made once. */
export function watchInstallability(page: Window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallPrompt);
  });
  page.addEventListener('appinstalled', () => change(null));
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => {
      if (isInstalled()) return 'none';
      if (prompt !== null) return 'asks';
      return isIos() ? 'by hand' : 'none';
    },
    () => 'none',
  );
}

/** Lets the browser ask. A no counts as one to our offer. */
export async function askToInstall(): Promise<void> {
  const asking = prompt;
  if (asking === null) return;
  // It can be used once; where the answer is no, the browser offers another one later.
  change(null);
  const { outcome } = await asking.prompt();
  if (outcome === 'dismissed') declineInstall(Date.now());
}

export function declineInstall(now: Instant): void {
  deviceStorage.set(INSTALL_DECLINED_KEY, String(now));
}

export function hasDeclinedInstall(now: Instant): boolean {
  const at = deviceStorage.get(INSTALL_DECLINED_KEY);
  // After a clock was set back, the difference says nothing.
  return at !== null && Math.abs(now - Number(at)) < INSTALL_ASKED_AGAIN_MS;
}

/** iPads call themselves Macs; no Mac has a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
