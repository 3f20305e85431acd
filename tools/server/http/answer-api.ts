import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EmbeddedBackend } from '../database/backend.ts';
import { countAttempts, MAX_ATTEMPTS } from './rate-limit.ts';
import { callerOf } from './request-address.ts';
import { isAuthBody, MAX_BODY, MAX_UPLOAD, readBody } from './request-body.ts';

/** Passes requests to /rest/v1, /auth/v1 and /storage/v1 on to the backend, with the limits of hosted Supabase. */
export function apiOf(
  backend: EmbeddedBackend,
  maxAttempts = MAX_ATTEMPTS,
): (address: URL, incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const attempts = countAttempts(maxAttempts);
  // A program may name any origin.
  const ofAddress = countAttempts(10 * maxAttempts);
  return async (address, incoming, outgoing) => {
    allowOtherOrigins(outgoing);
    const { method = 'GET' } = incoming;
    if (method === 'OPTIONS') return permit(incoming, outgoing);
    if (!methods.includes(method)) {
      return void outgoing.writeHead(405, { allow: methods.join(', ') }).end();
    }
    const isUpload = address.pathname.startsWith('/storage/');
    const body = await readBody(incoming, isUpload ? MAX_UPLOAD : MAX_BODY);
    if (body === null && isUpload) return refuse(outgoing, 400, tooLarge);
    if (body === null) return refuse(outgoing, 413, { message: 'The body is too large.' });
    const isAuth = address.pathname.startsWith('/auth/');
    if (isAuth && !isAuthBody(body)) return refuse(outgoing, 400, unreadable);
    if (!isModest(address)) return refuse(outgoing, 400, tooDeep);
    const request = toRequest(address, incoming, body);
    const caller = callerOf(incoming);
    const isAttempt = isAuth && method === 'POST' && !address.pathname.endsWith('/logout');
    if (!isAttempt) return send(outgoing, await backend.fetch(request, caller));

    const peer = incoming.socket.remoteAddress ?? '';
    const wait = ofAddress.begin(peer) || attempts.begin(caller);
    if (wait > 0) {
      outgoing.setHeader('retry-after', wait);
      return refuse(outgoing, 429, tooMany);
    }
    const answer = await backend.fetch(request, caller);
    if (answer.ok && !address.pathname.endsWith('/signup')) {
      attempts.forgive(caller);
      ofAddress.forgive(peer);
    }
    return send(outgoing, answer);
  };
}

const unreadable = { code: 400, error_code: 'bad_json', msg: 'Could not read the body.' };
const tooMany = {
  code: 429,
  error_code: 'over_request_rate_limit',
  msg: 'Request rate limit reached',
};

/** Storage says with a status of its own inside what went wrong. */
const tooLarge = {
  statusCode: '413',
  error: 'Payload too large',
  message: 'The object exceeded the maximum allowed size',
};

const tooDeep = {
  code: 'PGRST100',
  message: 'Too many tables inside each other.',
  details: null,
  hint: null,
};

/** How many tables may be embedded in one answer, and how deep. */
const MAX_EMBEDS = 10;
const MAX_DEPTH = 3;

/**
 * Whether an answer embeds few tables. Each level multiplies the rows: a short address could keep the only database busy until
 * its time was up, and then everybody waited for it to be opened again.
 */
function isModest(address: URL): boolean {
  let embeds = 0;
  let depth = 0;
  for (const letter of address.searchParams.getAll('select').join(',')) {
    if (letter === ')') depth -= 1;
    if (letter !== '(') continue;
    depth += 1;
    embeds += 1;
    if (depth > MAX_DEPTH || embeds > MAX_EMBEDS) return false;
  }
  return true;
}

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];

/** Pages of other sites have been refused (server.ts). To the others it says what hosted Supabase says to all. */
function allowOtherOrigins(outgoing: ServerResponse): void {
  outgoing.setHeader('access-control-allow-origin', '*');
  outgoing.setHeader(
    'access-control-expose-headers',
    'content-range, retry-after, location, tus-resumable, upload-length, upload-offset',
  );
}

/** The answer to a preflight. Only there do browsers read what else is allowed. */
function permit(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.setHeader('access-control-allow-methods', methods.join(', '));
  outgoing.setHeader(
    'access-control-allow-headers',
    incoming.headers['access-control-request-headers'] ?? '*',
  );
  // An hour, like Supabase's gateway (supabase/supabase, docker/volumes/api/envoy: `max_age`). The older gateway,
  // Kong, sends nothing (supabase/supabase #9051), so browsers ask again after 5 s. PostgREST's one day never arrives.
  outgoing.setHeader('access-control-max-age', '3600');
  outgoing.writeHead(204).end();
}

/** What the servers before hosted Supabase say of the caller, who could say it of themselves here: nothing is before this one. */
const saysWhoCalls = new Set([
  'cf-connecting-ip',
  'forwarded',
  'true-client-ip',
  'x-forwarded-for',
  'x-real-ip',
]);

function toRequest(address: URL, incoming: IncomingMessage, body: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !saysWhoCalls.has(name))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set('x-forwarded-for', incoming.socket.remoteAddress ?? '');
  const { method = 'GET' } = incoming;
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers });
  // A sender need not say how much it sends, and the storage API goes by what is said.
  headers.set('content-length', String(body.length));
  return new Request(address, { method, headers, body: new Uint8Array(body) });
}

async function send(outgoing: ServerResponse, answer: Response): Promise<void> {
  outgoing.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (!name.startsWith('access-control-')) outgoing.setHeader(name, value);
  }
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
}

function refuse(outgoing: ServerResponse, status: number, why: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(why));
}
