import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyCatchUp, type Change } from '../../src/engine/mirror/apply.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { startPosition } from '../../src/engine/mirror/meta.ts';
import { type CountedStorage, countStorage } from '../support/counted-storage.ts';
import { newDatabase } from '../support/device.ts';
import { friendRow, trackRow } from '../support/rows.ts';

/** What the engine asks of IndexedDB, counted: times are for `npm run bench`. */

let storage: CountedStorage;
let database: MirrorDatabase;
beforeEach(async () => {
  storage = countStorage();
  database = newDatabase();
  await database.open();
});
afterEach(() => void vi.restoreAllMocks());

const at = (cursor: number) => ({ epoch: 'first', cursor, horizon: cursor, complete: true });

function rowsOf(count: number, first: number): Change[] {
  return Array.from({ length: count }, (_, i) => {
    const isTrack = i % 2 === 0;
    const row = isTrack ? trackRow() : friendRow();
    const table = isTrack ? 'current_listening' : 'friends';
    return { table, id: row.id, version: first + i, row };
  });
}

const asked = (...ways: string[]) =>
  ways.reduce((sum, way) => sum + (storage.requests.get(way) ?? 0), 0);

describe('applying 500 rows', () => {
  const fill = (changes: readonly Change[]) =>
    applyCatchUp(database, { from: startPosition, to: at(500), reset: true, changes }, 0);

  it('looks up no row and deletes none where the device has none', async () => {
    storage.reset();
    await fill(rowsOf(500, 1));
    expect(asked('get', 'getKey', 'getAll', 'getAllKeys', 'openCursor')).toBeLessThan(20);
    expect(asked('delete')).toBe(0);
    expect(asked('put')).toBeLessThan(510);
  });

  it('looks up no row where the device has others', async () => {
    await fill(rowsOf(500, 1));
    storage.reset();
    const changes = rowsOf(500, 501);
    await applyCatchUp(database, { from: at(500), to: at(1000), reset: false, changes }, 0);
    expect(await database.table('friends').count()).toBe(500);
    expect(asked('get', 'getKey', 'getAll', 'getAllKeys', 'openCursor')).toBeLessThan(20);
    expect(asked('delete')).toBe(0);
  });
});
