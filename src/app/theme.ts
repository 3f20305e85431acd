import { THEME_KEY } from '../lib/storage-keys.ts';
import { deviceStorage } from '../lib/web-storage.ts';

/** The colours that a visitor chose on this device. `system` means that no choice was made. */

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export function readTheme(): Theme {
  const kept = deviceStorage.get(THEME_KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Applies the choice and stores it, if storage is available. */
export function chooseTheme(theme: Theme): void {
  deviceStorage.set(THEME_KEY, theme === 'system' ? null : theme);
  showTheme(theme);
}

/** Applies a choice made in another tab, then calls back. @returns a function that stops it */
export function watchTheme(listener: (theme: Theme) => void): () => void {
  function onStorage({ key }: StorageEvent) {
    if (key !== THEME_KEY && key !== null) return;
    const theme = readTheme();
    showTheme(theme);
    listener(theme);
  }
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** The same as the script in index.html does before the first paint. */
function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  setMeta('meta[name="color-scheme"]', (meta) => {
    meta.content = theme === 'system' ? 'light dark' : theme;
  });
  setMeta('meta[name="theme-color"]', (meta) => {
    const scheme = meta.dataset.scheme;
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = scheme === theme ? 'all' : 'not all';
  });
}

function setMeta(selector: string, set: (meta: HTMLMetaElement) => void): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>(selector)) set(meta);
}
