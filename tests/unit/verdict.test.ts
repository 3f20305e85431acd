import { describe, expect, it } from 'vitest';
import { type Verdict, verdictOf } from '../../src/sync/verdict.ts';

describe('Y21: what an answer that is no success means', () => {
  const byStatus: [number, Verdict][] = [
    [408, 'try-again'],
    [425, 'try-again'],
    [429, 'try-again'],
    [500, 'try-again'],
    [502, 'try-again'],
    [503, 'try-again'],
    [504, 'try-again'],
    [540, 'try-again'],
    [401, 'sign-in'],
    [413, 'reject'],
    [400, 'hold'],
    [403, 'hold'],
    [404, 'hold'],
    [406, 'hold'],
  ];
  it.each(byStatus)('status %i: %s', (status, verdict) => {
    expect(verdictOf({ status, code: null })).toBe(verdict);
  });

  const byCode: [string, Verdict][] = [
    ['40001', 'try-again'],
    ['40P01', 'try-again'],
    ['55P03', 'try-again'],
    ['57014', 'try-again'],
    ['PGRST301', 'sign-in'],
    ['PGRST302', 'sign-in'],
    ['PGRST303', 'sign-in'],
    ['22P02', 'reject'],
    ['23505', 'reject'],
    ['23514', 'reject'],
    ['42501', 'reject'],
    ['P0001', 'reject'],
    ['PGRST202', 'hold'],
    ['PGRST205', 'hold'],
    ['42883', 'hold'],
  ];
  it.each(byCode)('code %s, whatever the status: %s', (code, verdict) => {
    expect(verdictOf({ status: 400, code })).toBe(verdict);
  });

  it('a code says more than the status it comes with', () => {
    expect(verdictOf({ status: 500, code: '40001' })).toBe('try-again');
    expect(verdictOf({ status: 401, code: '42501' })).toBe('reject');
  });
});
