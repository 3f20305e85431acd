import { describe, expect, it } from 'vitest';
import {
  Failure,
  type FailureKind,
  isSameFailure,
  kindOfAnswer,
  toFailure,
} from '../../src/lib/failure.ts';

describe('Y21: how error answers are classified', () => {
  const byStatus: [number, FailureKind][] = [
    [408, 'unreachable'],
    [425, 'unreachable'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [502, 'unreachable'],
    [503, 'unreachable'],
    [504, 'unreachable'],
    [540, 'unreachable'],
    [401, 'signed-out'],
    [413, 'refused'],
    [400, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [406, 'refused'],
  ];
  it.each(byStatus)('status %i: %s', (status, kind) => {
    expect(kindOfAnswer({ status, code: null })).toBe(kind);
  });

  const byCode: [string, FailureKind][] = [
    ['40001', 'unreachable'],
    ['40P01', 'unreachable'],
    ['55P03', 'unreachable'],
    ['57014', 'unreachable'],
    ['PGRST301', 'signed-out'],
    ['PGRST302', 'signed-out'],
    ['PGRST303', 'signed-out'],
    ['22P02', 'refused'],
    ['23505', 'refused'],
    ['23514', 'refused'],
    ['42501', 'refused'],
    ['P0001', 'refused'],
    ['PGRST202', 'refused'],
    ['PGRST205', 'refused'],
    ['42883', 'refused'],
  ];
  it.each(byCode)('code %s, whatever the status: %s', (code, kind) => {
    expect(kindOfAnswer({ status: 400, code })).toBe(kind);
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
