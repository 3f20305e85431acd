import type { PGlite } from '@electric-sql/pglite';
import { jwtVerify } from 'jose';
import type { Refusal, Wanted } from './resumable-uploads.ts';

/** Who uploads in parts, and whether they may: what the API asks of a picture that comes whole. */

/**
 * @returns the account whose token a request has; null for nobody
 * @throws if the token is not accepted
 */
export async function accountIn(request: Request, jwtSecret: string): Promise<string | null> {
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  // The publishable key, with which nobody is signed in, is no token.
  if (token.split('.').length !== 3) return null;
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret));
    return payload.role === 'authenticated' ? (payload.sub ?? null) : null;
  } catch (error) {
    throw new Error(`jwt: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Tries to add the picture's row as this account, and takes it back: so it is the policies that say whether it may.
 *
 * @returns why it may not; null if it may
 */
export async function uploadRefusal(
  database: PGlite,
  account: string | null,
  { bucket, name, type, size }: Wanted,
): Promise<Refusal | null> {
  const role = account === null ? 'anon' : 'authenticated';
  const claims = JSON.stringify({ role, ...(account !== null && { sub: account }) });
  try {
    await database.transaction(async (transaction) => {
      await transaction.query(
        `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
           set_config('request.jwt.claim.role', $1, true), set_config('request.jwt.claim.sub', $3, true)`,
        [role, claims, account ?? ''],
      );
      await transaction.query('insert into storage.objects (bucket_id, name) values ($1, $2)', [
        bucket,
        name,
      ]);
      await transaction.rollback();
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const status = code === undefined ? undefined : statuses[code];
    if (status === undefined) throw error;
    return { status, message: words[status] ?? message };
  }
  const { rows } = await database.query<{ most: number | null; types: string[] | null }>(
    'select file_size_limit::int as most, allowed_mime_types as types from storage.buckets where id = $1',
    [bucket],
  );
  const [limits] = rows;
  if (size > (limits?.most ?? size)) return { status: 413, message: 'Maximum size exceeded' };
  if (limits?.types?.includes(type) === false)
    return { status: 415, message: `mime type ${type} is not supported` };
  return null;
}

const statuses: Readonly<Record<string, number>> = { 42501: 403, 23503: 404, 23505: 409 };
const words: Readonly<Record<number, string>> = {
  404: 'Bucket not found',
  409: 'The resource already exists',
};
