import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Backend } from './backend.ts';
import { attachRealtime } from './realtime.ts';
import { addressOf } from './request-address.ts';
import { siteFiles } from './site-files.ts';

/** Puts backend and built site on one origin, as http://localhost:4173. Either may be left out. */

export interface ServeOptions {
  backend: Backend | null;
  siteDir: string | null;
  host: string;
  /** 0 for any that is free. */
  port: number;
}

export interface Serving {
  url: string;
  server: Server;
  /** Ends every connection, open ones too. The backend stays as it is. */
  close(): Promise<void>;
}

/** Only these: what else the API layer answers at (/_system, which shows settings and schema) is not for the network. */
const apiPath = /^\/(rest|auth)\/v1(\/|$)/;
/** What hosted Supabase has besides. The site's pages must not answer in its place. */
const otherService = /^\/(realtime|storage|functions|graphql|_system)(\/|$)/;

/** @throws when the port is taken or not allowed, with code EADDRINUSE or EACCES */
export async function serve({ backend, siteDir, host, port }: ServeOptions): Promise<Serving> {
  const files = siteDir === null ? null : siteFiles(siteDir);
  const server = createServer((request, response) => {
    const address = addressOf(request);
    if (address === null) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad request');
    } else if (backend !== null && apiPath.test(address.pathname)) {
      void answerApi(backend, address, request, response);
    } else if (files !== null && !otherService.test(address.pathname)) {
      files(request, response);
    } else {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    }
  });
  const realtime = backend === null ? null : await attachRealtime(server, backend);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://localhost:${address.port}`,
    server,
    async close() {
      await realtime?.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function answerApi(
  backend: Backend,
  address: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  allowOtherOrigins(incoming, outgoing);
  if (incoming.method === 'OPTIONS') {
    outgoing.writeHead(204).end();
    return;
  }
  try {
    const answer = await backend.fetch(await toRequest(address, incoming));
    outgoing.statusCode = answer.status;
    for (const [name, value] of answer.headers) {
      if (!name.startsWith('access-control-')) outgoing.setHeader(name, value);
    }
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  } catch (error) {
    if (incoming.destroyed && !incoming.complete) return; // The client went away half-way.
    outgoing.writeHead(500, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ message: error instanceof Error ? error.message : 'failed' }));
  }
}

/** As hosted: any origin may call, credentials travel in headers and never in cookies. */
function allowOtherOrigins(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.setHeader('access-control-allow-origin', '*');
  outgoing.setHeader('access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE, OPTIONS');
  outgoing.setHeader(
    'access-control-allow-headers',
    incoming.headers['access-control-request-headers'] ?? '*',
  );
  outgoing.setHeader('access-control-expose-headers', 'content-range, retry-after');
  outgoing.setHeader('access-control-max-age', '7200');
}

/** Waits for the whole body: the backend answers one request at a time, and a slow sender must not hold up the others. */
async function toRequest(address: URL, incoming: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const { method = 'GET' } = incoming;
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers });
  const body: Buffer[] = [];
  for await (const chunk of incoming) body.push(chunk as Buffer);
  return new Request(address, { method, headers, body: Buffer.concat(body) });
}
