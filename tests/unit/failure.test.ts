import { describe, expect, it } from 'vitest';
import {
  Failure,
  type FailureKind,
  isSameFailure,
  kindOfAnswer,
  toFailure,
} from '../../src/lib/failure.ts';

describe('Y21: how error answers are classified', () => {
  const statuses: [FailureKind, number[]][] = [
    ['unreachable', [408, 425, 429, 500, 502, 503, 504, 540]],
    ['signed-out', [401]],
    ['refused', [400, 403, 404, 406, 413]],
  ];
  it.each(statuses)('%s: status %j', (kind, all) => {
    for (const status of all)
      expect([status, kindOfAnswer({ status, code: null })]).toEqual([status, kind]);
  });

  const codes: [FailureKind, string[]][] = [
    ['unreachable', ['40001', '40P01', '55P03', '57014']],
    ['signed-out', ['PGRST301', 'PGRST302', 'PGRST303']],
    ['refused', ['22P02', '23505', '23514', '42501', '42883', 'P0001', 'PGRST202', 'PGRST205']],
  ];
  it.each(codes)('%s: code %j, whatever the status', (kind, all) => {
    for (const code of all)
      expect([code, kindOfAnswer({ status: 400, code })]).toEqual([code, kind]);
  });

  it('a code says more than the status it comes with', () => {
    expect(kindOfAnswer({ status: 500, code: '40001' })).toBe('unreachable');
    expect(kindOfAnswer({ status: 401, code: '42501' })).toBe('refused');
  });
});

describe('any error', () => {
  const named = (name: string, more: object = {}) =>
    Object.assign(new Error('told by the storage'), { name, ...more });
  const full = new DOMException('no room', 'QuotaExceededError');
  const errors: [string, unknown, FailureKind, string | null][] = [
    ['a full disk', full, 'device', 'full'],
    ['a full disk inside another error', named('AbortError', { inner: full }), 'device', 'full'],
    ['a full disk in a bulk write', named('BulkError', { failures: [full] }), 'device', 'full'],
    ['storage that is blocked', named('SecurityError'), 'device', 'blocked'],
    [
      'blocked storage, told by a database that could not be opened',
      named('DatabaseClosedError', { inner: named('SecurityError') }),
      'device',
      'blocked',
    ],
    ['no IndexedDB at all', named('MissingAPIError'), 'device', 'blocked'],
    ['a database that was closed', named('DatabaseClosedError'), 'device', 'other'],
    ['a mistake of the program', new TypeError('x is not a function'), 'defect', 'TypeError'],
    ['a Dexie error that is a mistake', named('DataCloneError'), 'defect', 'DataCloneError'],
    ['something that is no error', undefined, 'defect', null],
  ];
  it.each(errors)('%s has its kind and code, and keeps its cause', (_, error, kind, code) => {
    expect(toFailure(error)).toMatchObject({ name: 'Failure', kind, code, cause: error });
  });

  it('stays the same failure, also after it has aborted a transaction', () => {
    const gone = new Failure('rejected', 'gone', 'it is not there');
    expect(toFailure(gone)).toBe(gone);
    expect(toFailure(named('AbortError', { inner: gone }))).toBe(gone);
  });
});

describe('the same failure', () => {
  const failure = new Failure('unreachable', 'no-answer', 'fetch failed');
  it('has the same kind and code, whatever its words', () => {
    expect(isSameFailure(failure, { ...failure, message: 'Load failed' })).toBe(true);
    expect(isSameFailure(failure, { ...failure, code: '503' })).toBe(false);
    expect(isSameFailure(failure, { ...failure, kind: 'refused' })).toBe(false);
    expect(isSameFailure(failure, null)).toBe(false);
    expect(isSameFailure(null, null)).toBe(true);
  });
});
