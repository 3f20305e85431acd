import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Backend } from './backend.ts';
import { attachRealtime } from './realtime.ts';
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

const apiPath = /^\/(rest|auth|storage|functions|graphql)\/v1(\/|$)/;

/** @throws when the port is taken or not allowed, with code EADDRINUSE or EACCES */
export async function serve({ backend, siteDir, host, port }: ServeOptions): Promise<Serving> {
  const files = siteDir === null ? null : siteFiles(siteDir);
  const server = createServer((request, response) => {
    if (backend !== null && apiPath.test(request.url ?? '')) {
      void answerApi(backend, request, response);
    } else if (files !== null) {
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
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  allowOtherOrigins(incoming, outgoing);
  if (incoming.method === 'OPTIONS') {
    outgoing.writeHead(204).end();
    return;
  }
  try {
    const answer = await backend.fetch(toRequest(incoming));
    outgoing.statusCode = answer.status;
    for (const [name, value] of answer.headers) {
      if (!name.startsWith('access-control-')) outgoing.setHeader(name, value);
    }
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  } catch (error) {
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

function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const { method = 'GET' } = incoming;
  const body = method === 'GET' || method === 'HEAD' ? null : Readable.toWeb(incoming);
  return new Request(
    new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`),
    {
      method,
      headers,
      ...(body === null ? {} : { body: body as ReadableStream<Uint8Array>, duplex: 'half' }),
    } as RequestInit,
  );
}
