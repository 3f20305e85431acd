import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EmbeddedBackend } from '../database/backend.ts';
import { apiOf } from './answer-api.ts';
import { attachRealtime } from './realtime.ts';
import { addressOf, isOwnHost, isOwnPage } from './request-address.ts';
import { servePicture } from './serve-picture.ts';
import { siteFiles } from './site-files.ts';

/** Serves backend and built site on one origin, such as http://localhost:4173. Both are optional. */

export interface ServeOptions {
  backend: EmbeddedBackend | null;
  siteDir: string | null;
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Host names besides localhost to answer. */
  hosts?: readonly string[] | undefined;
  /** How many sign-ups and refused attempts at the auth API one address may make in five minutes; default 30. */
  maxAttempts?: number | undefined;
}

export interface Serving {
  url: string;
  server: Server;
  /** Ends all connections, including open ones. The backend keeps running. */
  close(): Promise<void>;
}

/** Only these: the API layer's other endpoints (/_system shows settings and schema) must not be reachable. */
const apiPath =
  /^\/((rest|auth)\/v1(\/|$)|storage\/v1\/(object\/(list\/|public\/)?pictures|upload\/resumable)(\/|$))/;
/** Hosted Supabase's other endpoints. The site's pages must not answer in their place. */
const otherService = /^\/(realtime|storage|functions|graphql|_system)(\/|$)/;

/** How long a connection may be idle, or its client read nothing of an answer. */
const KEEP_ALIVE_MS = 65_000;

/** @throws if the port is taken or not allowed, with code EADDRINUSE or EACCES */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { backend, siteDir, host, port, hosts = [] } = options;
  const api = backend === null ? null : apiOf(backend, options.maxAttempts);
  const files = siteDir === null ? null : siteFiles(siteDir);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = addressOf(request);
    if (address === null) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad request');
    } else if (!isOwnHost(address.hostname, hosts)) {
      response.writeHead(421, { 'content-type': 'text/plain' });
      response.end(`No '${address.hostname}' here. If it is this server's name: ALLOWED_HOSTS=…`);
    } else if (
      backend !== null &&
      (await servePicture(backend.pictures, address, request, response))
    ) {
      // It is answered.
    } else if (api !== null && apiPath.test(address.pathname)) {
      if (!isOwnPage(request, address.hostname, hosts)) return refuseOtherSite(response);
      await api(address, request, response);
    } else if (files !== null && !otherService.test(address.pathname)) {
      files(request, response);
    } else {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    }
  };
  const server = createServer((request, response) => {
    // No request may end the process; unforeseen errors are caught here.
    answer(request, response).catch((error: unknown) => answerFailure(error, request, response));
  });
  // Node's 5 s run out while a statement keeps this thread busy, and then the connection is closed under the next request.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.timeout = KEEP_ALIVE_MS;
  const realtime = backend === null ? null : attachRealtime(server, backend, hosts);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://localhost:${address.port}`,
    server,
    async close() {
      realtime?.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function refuseOtherSite(response: ServerResponse): void {
  const message = 'Pages of other sites are not answered. If it is this site’s: ALLOWED_HOSTS=…';
  response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}

function answerFailure(error: unknown, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.destroyed && !incoming.complete) return; // The client disconnected half-way.
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(500, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ message: error instanceof Error ? error.message : 'failed' }));
}
