import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BaseRow } from '../../../src/engine/define.ts';
import { rebase } from '../../../src/engine/mirror/rebase.ts';
import type { QueuedChange } from '../../../src/engine/mutation.ts';

describe('rebase', () => {
  const id = randomUUID();
  const row: BaseRow & Record<string, unknown> = { id, title: 'Server', link: null };
  const named = { table: 'learnings', id };
  const insertion: QueuedChange = {
    op: 'insert',
    ...named,
    values: { title: 'Mine' },
    blank: { title: '', link: null },
  };
  const change = (values: Record<string, unknown>): QueuedChange => ({
    op: 'update',
    ...named,
    values,
    before: row,
  });
  const deletion: QueuedChange = { op: 'delete', ...named, before: row };

  it('leaves a row alone on which nothing is pending', () => {
    expect(rebase(row, [])).toEqual(row);
    expect(rebase(null, [])).toBeNull();
  });
  it('inserts a new row, its blanks filled', () => {
    expect(rebase(null, [insertion])).toEqual({ id, title: 'Mine', link: null });
  });
  it('inserts over the row that the same insert has made: its answer was lost', () => {
    const made = { ...row, link: 'https://else.where' };
    expect(rebase(made, [insertion])).toEqual({ ...made, title: 'Mine' });
  });
  it('merges an update with changes of other fields (Y22)', () => {
    const theirs = { ...row, link: 'https://else.where' };
    expect(rebase(theirs, [change({ title: 'Mine' })])).toEqual({ ...theirs, title: 'Mine' });
  });
  it('replays in order: the last value of a field holds', () => {
    const pending = [change({ title: 'One', link: 'l' }), change({ title: 'Two' })];
    expect(rebase(row, pending)).toEqual({ id, title: 'Two', link: 'l' });
  });
  it('does not show a row that was deleted elsewhere, whatever is changed on it (Y23)', () => {
    expect(rebase(null, [change({ title: 'Mine' })])).toBeNull();
  });
  it('deletes, and inserts anew', () => {
    expect(rebase(row, [deletion])).toBeNull();
    expect(rebase(null, [deletion])).toBeNull();
    expect(rebase(row, [deletion, change({ title: 'Mine' })])).toBeNull();
    expect(rebase(row, [deletion, insertion])).toEqual({ id, title: 'Mine', link: null });
  });
});
