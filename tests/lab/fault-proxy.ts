import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { randomFrom } from './torture/random.ts';

/**
 * A network between a browser and a site, with the faults of real ones: it passes on everything, including live
 * connections, and applies the chosen or random faults to the requests selected for them.
 */
export type Fault =
  /** Never reaches the server. */
  | 'request lost'
  /** The server handles it, but its answer is lost. */
  | 'answer lost'
  | 'cut in the middle'
  | 'hangs'
  | 'late'
  | 'slow as 2G'
  | 'garbage'
  | 'HTML'
  | 'error 503'
  | 'too many'
  | 'token refused';

export const faults: readonly Fault[] = [
  'request lost',
  'answer lost',
  'cut in the middle',
  'hangs',
  'late',
  'slow as 2G',
  'garbage',
  'HTML',
  'error 503',
  'too many',
  'token refused',
];

export interface FaultProxy {
  readonly url: string;
  /** The fault for selected requests: one fault, none, or a random one. */
  mood: Fault | 'fine' | 'away' | 'any';
  /** Selects requests; by default those of the API. */
  meant: RegExp;
  /** Selected requests wait for it. */
  gate: Promise<void>;
  /** How many requests met each fault, and how many requests there were. */
  readonly counts: Record<string, number>;
  stop(): Promise<void>;
}

/** The share of requests with a fault in random mode. */
const FAULTY_SHARE = 0.5;
/** ms, and as much again at random. */
const LATE_MS = 300;
/** Bytes a second, as on a slow EDGE connection. */
const SLOW_BYTES = 20_000;

export async function startFaultProxy(backendUrl: string, seed = 1): Promise<FaultProxy> {
  const random = randomFrom(seed);
  const backend = new URL(backendUrl);
  const counts: Record<string, number> = {};
  const open = new Set<Socket>();

  const server = createServer((request, response) => {
    const fault = proxy.meant.test(request.url ?? '') ? choose() : null;
    const what = fault ?? 'fine';
    counts[what] = (counts[what] ?? 0) + 1;
    response.on('error', () => {});
    void carry(request, response, fault).catch(() => response.destroy());
  });

  function choose(): Fault | null {
    switch (proxy.mood) {
      case 'fine':
        return null;
      case 'away':
        return 'request lost';
      case 'any':
        if (random() > FAULTY_SHARE) return null;
        return faults[Math.floor(random() * faults.length)] ?? null;
      default:
        return proxy.mood;
    }
  }

  async function carry(
    request: IncomingMessage,
    response: ServerResponse,
    fault: Fault | null,
  ): Promise<void> {
    const body = await bytesOf(request);
    if (proxy.meant.test(request.url ?? '')) await proxy.gate;
    switch (fault) {
      case 'request lost':
        return void response.destroy();
      case 'hangs':
        return;
      case 'garbage':
        return void response.writeHead(200, json).end('\u0000\u0001}{ not an answer');
      case 'HTML':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Wi-Fi</h1>');
      case 'error 503':
        return void response.writeHead(503, json).end('{"message":"starting"}');
      case 'too many':
        return void response.writeHead(429, { ...json, 'retry-after': '1' }).end('{}');
      case 'token refused':
        return void response.writeHead(401, json).end('{"code":"PGRST301","message":"expired"}');
      case 'late':
        await wait(LATE_MS * (1 + random()));
    }
    const answer = await forward(backend, request, body);
    if (fault === 'answer lost') return void response.destroy();
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
    response.writeHead(answer.status, { ...headers, 'content-length': answer.body.length });
    if (fault === 'cut in the middle') {
      response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
    } else if (fault === 'slow as 2G') {
      await trickle(response, answer.body);
    } else {
      response.end(answer.body);
    }
  }

  server.on('upgrade', (request, socket, head) => {
    if (proxy.mood !== 'fine') return void socket.destroy();
    const behind = connect(Number(backend.port), backend.hostname, () => {
      const lines = request.rawHeaders.flatMap((it, i) =>
        i % 2 === 0 ? [`${it}: ${request.rawHeaders[i + 1]}`] : [],
      );
      behind.write([`${request.method} ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      behind.write(head);
      socket.pipe(behind).pipe(socket);
    });
    for (const one of [behind, socket as Socket]) {
      open.add(one);
      one.on('close', () => open.delete(one));
      one.on('error', () => {
        behind.destroy();
        socket.destroy();
      });
    }
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FaultProxy = {
    url: `http://localhost:${port}`,
    mood: 'fine',
    meant: /^\/(rest|auth)\//,
    gate: Promise.resolve(),
    counts,
    stop: () =>
      new Promise((resolve) => {
        for (const one of open) one.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

const json = { 'content-type': 'application/json' };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

function forward(backend: URL, request: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { url: path = '/', method = 'GET' } = request;
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const { hostname, port } = backend;
    const asked = ask({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const status = answer.statusCode ?? 502;
      bytesOf(answer).then(
        (bytes) => resolve({ status, headers: answer.headers, body: bytes }),
        reject,
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** The bytes of a tenth of a second at a time. */
async function trickle(response: ServerResponse, body: Buffer): Promise<void> {
  const piece = SLOW_BYTES / 10;
  for (let at = 0; at < body.length && !response.destroyed; at += piece) {
    response.write(body.subarray(at, at + piece));
    await wait(100);
  }
  response.end();
}
