import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Host } from '../support/hosts.ts';
import { randomFrom } from './torture/random.ts';

/**
 * A network between a browser and a site, with the faults of real ones. It passes everything on, and applies the chosen
 * fault, or random ones, to the requests selected for it.
 */

export const faults = [
  /** Never reaches the server. */
  'reset',
  /** The server handles it, but its answer is lost. */
  'answer lost',
  'cut in the middle',
  'hang',
  'late',
  'slow as 2G',
  'garbage',
  'HTML',
  'error 500',
  'error 503',
  'too many',
  'token refused',
  'an empty list',
  'an empty object',
  'an empty fresh start',
] as const;
export type Fault = (typeof faults)[number];

export interface FaultProxy {
  readonly url: string;
  /** What selected requests meet: always the same fault, none, or in half of them a random one. */
  fault: Fault | 'none' | 'any';
  /** Selects requests by their path; by default those of the API. */
  meant: RegExp;
  /** Headers of what arrives in the place of an answer, beside its type. */
  headers: Readonly<Record<string, string>>;
  /** Selected requests wait for it. */
  gate: Promise<void>;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  /** How many requests met each fault, and how many met none. */
  readonly counts: Record<string, number>;
  stop(): Promise<void>;
}

export interface FaultProxyOptions {
  /** Of the random faults. */
  seed?: number;
  /** Whether live connections get through while there is no fault. Pages that have none poll. */
  live?: boolean;
  /** Answers all requests but those of the API. By default the backend answers these, too. */
  site?: Host;
}

const api = /^\/(rest|auth|storage)\//;
/** The share of requests with a fault in random mode. */
const FAULTY_SHARE = 0.5;
/** As slow as a poor connection: long enough to see the loading states. */
const LATE_MS = 400;
/** Bytes a second, as on a slow EDGE connection. */
const SLOW_BYTES = 20_000;

/** @param backendUrl the origin behind the proxy */
export async function startFaultProxy(
  backendUrl: string,
  { seed = 1, live = true, site }: FaultProxyOptions = {},
): Promise<FaultProxy> {
  const random = randomFrom(seed);
  const open = new Set<Socket>();

  const server = createServer((request, response) => {
    const { url = '/' } = request;
    proxy.asked.push(url);
    const isMeant = proxy.meant.test(url);
    const fault = isMeant ? choose() : 'none';
    proxy.counts[fault] = (proxy.counts[fault] ?? 0) + 1;
    response.on('error', () => {});
    void (isMeant ? proxy.gate : Promise.resolve())
      .then(() =>
        site && !api.test(url) ? show(site, url, response) : carry(request, response, fault),
      )
      .catch(() => response.destroy());
  });

  function choose(): Fault | 'none' {
    if (proxy.fault !== 'any') return proxy.fault;
    if (random() > FAULTY_SHARE) return 'none';
    return faults[Math.floor(random() * faults.length)] ?? 'none';
  }

  async function carry(
    request: IncomingMessage,
    response: ServerResponse,
    fault: Fault | 'none',
  ): Promise<void> {
    const inItsPlace = answers[fault];
    if (inItsPlace !== undefined) return answerWith(response, proxy.headers, ...inItsPlace);
    if (fault === 'hang') return;
    if (fault === 'reset') return void response.destroy();
    if (fault === 'late') await wait(LATE_MS);
    const answer = await passOn(backendUrl, request);
    if (fault === 'answer lost') {
      await bytesOf(answer);
      return void response.destroy();
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault === 'cut in the middle') await cut(answer, response);
    else if (fault === 'slow as 2G') await trickle(answer, response);
    else await pipeline(answer, response);
  }

  server.on('upgrade', (request, socket, head) => {
    if (!live || proxy.fault !== 'none') return void socket.destroy();
    const { hostname, port } = new URL(backendUrl);
    const behind = connect(Number(port), hostname, () => {
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
    fault: 'none',
    meant: api,
    headers: {},
    gate: Promise.resolve(),
    asked: [],
    counts: {},
    stop: () =>
      new Promise((resolve) => {
        for (const one of open) one.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

/** What arrives in the place of the server's answer. */
const answers: Partial<Record<Fault | 'none', [status: number, body: string]>> = {
  garbage: [200, '\u0000\u0001}{ not an answer'],
  HTML: [200, '<html>Sign in to the Wi-Fi</html>'],
  'error 500': [500, '{"message":"the database has gone away"}'],
  'error 503': [503, '{"message":"starting"}'],
  'too many': [429, '{}'],
  'token refused': [401, '{"code":"PGRST301","message":"expired"}'],
  'an empty list': [200, '[]'],
  'an empty object': [200, '{}'],
  'an empty fresh start': [
    200,
    '{"epoch":"another","cursor":0,"version":0,"reset":true,"more":false,"changes":[],"answers":[]}',
  ],
};

function answerWith(
  response: ServerResponse,
  headers: FaultProxy['headers'],
  status: number,
  body: string,
): void {
  const type = body.startsWith('<') ? 'text/html' : 'application/json';
  response.writeHead(status, {
    'content-type': type,
    ...headers,
    ...(status === 429 ? { 'retry-after': '1' } : {}),
  });
  response.end(body);
}

async function show(site: Host, url: string, response: ServerResponse): Promise<void> {
  const answer = await site(new URL(url, 'http://localhost').pathname);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.body);
}

function passOn(backendUrl: string, request: IncomingMessage): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { url, method, headers } = request;
    const asked = ask(`${backendUrl}${url}`, { method, headers, agent: false }, resolve);
    asked.on('error', reject);
    pipeline(request, asked).catch(reject);
  });
}

async function cut(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bytesOf(answer);
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}

/** The bytes of a tenth of a second at a time. */
async function trickle(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bytesOf(answer);
  const piece = SLOW_BYTES / 10;
  for (let at = 0; at < body.length && !response.destroyed; at += piece) {
    response.write(body.subarray(at, at + piece));
    await wait(100);
  }
  response.end();
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await stream.toArray());
}
