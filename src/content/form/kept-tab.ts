import { DASHBOARD_KEY } from '../../lib/storage-keys.ts';
import { deviceStorage } from '../../lib/web-storage.ts';

/**
 * The tab of the dashboard that was open last on this device, with its filters, as its address has them. It is one account's: with
 * another one that opens the dashboard it is forgotten.
 */
export interface KeptTab {
  readonly tab: string;
  /** The parameters of the filters. */
  readonly filters: string;
}

/** Null if nothing is kept for the account. After an update of the site the tab may be one that is not there any more. */
export function keptTab(account: string): KeptTab | null {
  try {
    const held: Partial<Record<string, unknown>> = Object(
      JSON.parse(deviceStorage.get(DASHBOARD_KEY) ?? '{}'),
    );
    if (held.account !== account) return null;
    return { tab: String(held.tab ?? ''), filters: String(held.filters ?? '') };
  } catch {
    return null;
  }
}

export function keepTab(account: string, { tab, filters }: KeptTab): void {
  deviceStorage.set(DASHBOARD_KEY, JSON.stringify({ account, tab, filters }));
}

/** The address of a tab, with its filters if it was the one that was open last. */
export function tabAddress(account: string, tab: string): string {
  const kept = keptTab(account);
  const filters = kept?.tab === tab ? kept.filters : '';
  return `/admin?${new URLSearchParams([['tab', tab], ...new URLSearchParams(filters)])}`;
}
