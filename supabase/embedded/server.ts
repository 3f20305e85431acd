import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiOf } from './answer-api.ts';
import type { Backend } from './backend.ts';
import { isOwnHost } from './own-hosts.ts';
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
  /** Names besides localhost under which requests are answered. */
  hosts?: readonly string[] | undefined;
  /** Sign-ups and refused tries at the auth API that one address has in five minutes; 30 unless said otherwise. */
  maxAttempts?: number | undefined;
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
    } else if (api !== null && apiPath.test(address.pathname)) {
      await api(address, request, response);
    } else if (files !== null && !otherService.test(address.pathname)) {
      await files(request, response);
    } else {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    }
  };
  const server = createServer((request, response) => {
    // Nothing that arrives may end the process, and what was not foreseen is found here.
    answer(request, response).catch((error: unknown) => answerFailure(error, request, response));
  });
  const realtime = backend === null ? null : await attachRealtime(server, backend, hosts);
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

function answerFailure(error: unknown, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.destroyed && !incoming.complete) return; // The client went away half-way.
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(500, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ message: error instanceof Error ? error.message : 'failed' }));
}
