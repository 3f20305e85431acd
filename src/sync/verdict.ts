/**
 * The one table that says what an answer which is not a success means.
 *
 * | verdict | codes |
 * |---|---|
 * | try-again | no answer; 408, 425, 429; 5xx; something that is not JSON; SQLSTATE 40001, 40P01, 55P03, 57014 |
 * | sign-in | 401; PGRST301, PGRST302, PGRST303 (token expired or not accepted) |
 * | reject | SQLSTATE classes 22 and 23, 42501, P0001; 413: this edit will never be taken |
 * | hold | everything else (PGRST2xx: the schema is not the one this app knows): keep, and say so |
 *
 * A SQLSTATE or PGRST code is more exact than the status it comes with, so it is read first.
 */
export type Verdict = 'try-again' | 'sign-in' | 'reject' | 'hold';

export function verdictOf(answer: { status: number; code: string | null }): Verdict {
  return (answer.code === null ? null : byCode(answer.code)) ?? byStatus(answer.status);
}

function byCode(code: string): Verdict | null {
  if (['40001', '40P01', '55P03', '57014'].includes(code)) return 'try-again';
  if (['PGRST301', 'PGRST302', 'PGRST303'].includes(code)) return 'sign-in';
  if (code === '42501' || code === 'P0001' || /^2[23][0-9A-Z]{3}$/.test(code)) return 'reject';
  if (/^PGRST2\d\d$/.test(code)) return 'hold';
  return null;
}

function byStatus(status: number): Verdict {
  if (status === 401) return 'sign-in';
  if (status === 413) return 'reject';
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'try-again';
  return 'hold';
}
