/**
 * SQL errors as PostgREST reports them. @supabase/lite 0.10.0 knows only some SQLSTATE codes and answers
 * 500 'SUP' for the rest, a raised exception (P0001), a failed check (23514) and a deadlock (40P01) among
 * them. A client that goes by the code would then try a refused edit again for ever.
 */

interface SqlError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

const knownToLite = /^(21|22|42|53|55|PT|PGRST)|^(23502|23503|23505|25006)$/;

/**
 * Turns an error that lite would lose into one that it passes on as it is: PostgREST lets a function
 * answer with status, code and words of its own by raising SQLSTATE 'PGRST' with JSON in it.
 */
export function asPostgrest(error: unknown): unknown {
  if (isUnfitValue(error)) return Object.assign(error, { code: '22P02' });
  if (!isSqlError(error) || knownToLite.test(error.code)) return error;
  const { code, message, detail = null, hint = null } = error;
  return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint })), {
    code: 'PGRST',
    detail: JSON.stringify({ status: statusOf(code), headers: {} }),
  });
}

/** PostgREST's own table, as far as lite does not have it. */
function statusOf(code: string): number {
  if (code === 'P0001') return 400;
  if (code === '57P01' || code.startsWith('08')) return 503;
  if (/^(0L|0P|28)/.test(code)) return 403;
  return /^(09|25|2D|38|39|3B|40|54|57|58|F0|HV|P0|XX)/.test(code) ? 500 : 400;
}

/** PGlite itself refuses, without a code, what does not fit a column's type: an object for a text. */
function isUnfitValue(error: unknown): error is Error {
  return error instanceof Error && /^Invalid input for \w+ type$/.test(error.message);
}

function isSqlError(error: unknown): error is SqlError {
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}
