import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';

/** The bodies that hosted Supabase accepts, and its errors for others: @supabase/lite answers many with 500. */

/** In bytes. The site's largest push is far below. */
export const MAX_BODY = 6_000_000;

/** In bytes: the largest picture (the migration of the pictures says which), and what a form puts around it. */
export const MAX_UPLOAD = 10_485_760 + 65_536;

/**
 * Reads the whole body: the backend answers one request at a time, and a slow sender must not block the others.
 *
 * @param limit in bytes
 * @returns null if it is longer; the rest is then read and discarded, because a client that is cut
 * off while it sends does not read the answer
 * @throws if the client disconnects half-way
 */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      chunks = [];
      resolve(null);
    });
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    incoming.on('error', reject);
  });
}

// Postgres rejects NUL in a text, and tables of hosted Supabase limit e-mail addresses to 255 characters.
const text = v.pipe(
  v.string(),
  v.check((value) => !value.includes('\0')),
);
const authBody = v.looseObject({
  email: v.optional(v.pipe(text, v.maxLength(255))),
  password: v.optional(text),
  phone: v.optional(text),
  refresh_token: v.optional(text),
  token: v.optional(text),
  token_hash: v.optional(text),
  type: v.optional(text),
  nonce: v.optional(text),
  id_token: v.optional(text),
  auth_code: v.optional(text),
  code_verifier: v.optional(text),
  data: v.nullish(v.record(v.string(), v.unknown())),
});

/** Whether the auth API can read a body; hosted Supabase answers others with 400. */
export function isAuthBody(body: Buffer): boolean {
  if (body.length === 0) return true;
  try {
    return v.is(authBody, JSON.parse(body.toString('utf8')));
  } catch {
    return false;
  }
}
