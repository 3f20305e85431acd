import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/**
 * Network faults for a site's API, by switch; the site's own files always arrive. It stands in front of a real backend
 * and passes everything on while nothing is wrong. Live connections are refused, so pages behind it poll.
 */
export type Fault =
  | 'none'
  | 'late'
  | 'hang'
  | 'reset'
  | 'error 500'
  | 'HTML'
  | 'half a JSON'
  | 'an empty list'
  | 'an empty object'
  | 'an empty fresh start';

/** As slow as a poor connection: long enough to see the loading states. */
const LATE_MS = 400;

export interface FaultyServer {
  url: string;
  fault: Fault;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  stop(): Promise<void>;
}

export async function startFaultyServer(backendUrl: string): Promise<FaultyServer> {
  const server = createServer(async (request, response) => {
    faulty.asked.push(request.url ?? '');
    const isApi = /^\/(rest|auth)\//.test(request.url ?? '');
    if (isApi && faulty.fault === 'late') await new Promise((go) => setTimeout(go, LATE_MS));
    else if (isApi && faulty.fault !== 'none') return answerWrong(faulty.fault, response);
    try {
      const body = request.method === 'POST' ? (Readable.toWeb(request) as ReadableStream) : null;
      const answer = await fetch(`${backendUrl}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { ...(request.headers as Record<string, string>), connection: 'close' },
        ...(body === null ? {} : { body: body as unknown as BodyInit, duplex: 'half' as const }),
      });
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
        'cache-control': 'no-cache',
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      response.destroy();
    }
  });
  server.on('upgrade', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const faulty: FaultyServer = {
    url: `http://localhost:${port}`,
    fault: 'none',
    asked: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return faulty;
}

const jsonAnswers: Partial<Record<Fault, [number, string]>> = {
  'error 500': [500, '{"message":"the database has gone away"}'],
  'an empty list': [200, '[]'],
  'an empty object': [200, '{}'],
  'an empty fresh start': [
    200,
    '{"epoch":"another","cursor":0,"version":0,"reset":true,"more":false,"changes":[],"answers":[]}',
  ],
};

function answerWrong(fault: Fault, response: ServerResponse): void {
  const answer = jsonAnswers[fault];
  if (answer !== undefined) {
    response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
  } else if (fault === 'reset') {
    response.destroy();
  } else if (fault === 'HTML') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html>Sign in to the Wi-Fi</html>');
  } else if (fault === 'half a JSON') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9000' });
    response.write('{"epoch":"x","cursor":1,"changes":[');
    setTimeout(() => response.destroy(), 50);
  }
  // Otherwise it hangs: accepted, and never answered.
}
