import { errors, jwtVerify } from 'jose';

/**
 * What hosted Supabase answers to a token that it does not accept, null where the request may go on.
 * The API layer underneath takes such a request for a visitor's; a client would then believe its
 * session to hold, and read or be refused as somebody else.
 */
export async function refuseBadToken(
  request: Request,
  jwtSecret: string,
): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined || token.startsWith('sb_') || !pathname.startsWith('/rest/')) return null;
  try {
    await jwtVerify(token, new TextEncoder().encode(jwtSecret));
    return null;
  } catch (error) {
    const expired = error instanceof errors.JWTExpired;
    const [code, message] = expired
      ? ['PGRST303', 'JWT expired']
      : ['PGRST301', 'No suitable key or wrong key type'];
    return Response.json({ code, message, details: null, hint: null }, { status: 401 });
  }
}
