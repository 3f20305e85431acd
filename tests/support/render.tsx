import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach } from 'vitest';
import { type SyncStatus, startStatus } from '../../src/engine/mirror/meta.ts';
import { unreachable } from './failures.ts';
import { memoryMirror, type Rows } from './memory-mirror.ts';
import { MirrorProvider } from './providers.tsx';

afterEach(cleanup);

/** The contents of the device: rows, whether it ever had everything, and the result of the last sync. */
export interface OnDevice {
  rows?: Rows;
  /** ms since 1970; null for a device that never had everything. */
  freshness?: number | null;
  status?: SyncStatus;
}

export const neverSynced: OnDevice = { freshness: null };
export const syncFailed: OnDevice = {
  freshness: null,
  status: { ...startStatus, phase: 'waiting', failures: 1, failure: unreachable },
};
export const synced = (rows: Rows = {}): OnDevice => ({ rows, freshness: 1_770_000_000_000 });

/** Renders a screen at an address, reading from a mirror in memory: no IndexedDB, no network. */
export function show(screen: ReactNode, device: OnDevice, address = '/') {
  const { rows = {}, freshness = null, status = startStatus } = device;
  return render(
    <MirrorProvider mirror={memoryMirror(rows, { freshness, status })}>
      <MemoryRouter initialEntries={[address]}>{screen}</MemoryRouter>
    </MirrorProvider>,
  );
}
