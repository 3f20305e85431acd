/**
 * SQL errors as PostgREST reports them. @supabase/lite 0.10.0 knows only some SQLSTATE codes and answers the others
 * with 500 'SUP', among them a raised exception (P0001), a failed check (23514) and a deadlock (40P01). A client
 * that relies on the code would retry a refused edit for ever.
 */

interface SqlError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

const knownToLite = /^(21|22|42|53|55|PT|PGRST)|^(23502|23503|23505|25006)$/;

/**
 * Turns an error that lite would lose into one that it passes on: PostgREST lets a function choose status, code and
 * message by raising SQLSTATE 'PGRST' with JSON in it.
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

/** The part of PostgREST's own table that lite lacks. */
function statusOf(code: string): number {
  if (code === 'P0001') return 400;
  if (code === '57P01' || code.startsWith('08')) return 503;
  if (/^(0L|0P|28)/.test(code)) return 403;
  return /^(09|25|2D|38|39|3B|40|54|57|58|F0|HV|P0|XX)/.test(code) ? 500 : 400;
}

/** PGlite itself rejects values that do not fit a column's type (an object for a text), without a code. */
function isUnfitValue(error: unknown): error is Error {
  return error instanceof Error && /^Invalid input for \w+ type$/.test(error.message);
}

function isSqlError(error: unknown): error is SqlError {
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}
