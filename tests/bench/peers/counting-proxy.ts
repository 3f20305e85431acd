import { Agent, request as ask, createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { silentRealtime } from './silent-realtime.ts';

/**
 * Stands between page and backend: counts requests and their bytes on the wire, headers included, and can be a closed
 * port, as a dead backend is. Sockets of Realtime are not counted.
 */
export interface CountingProxy {
  readonly url: string;
  up(): Promise<void>;
  down(): Promise<void>;
  /** Counts anew. */
  reset(): void;
  traffic(): Traffic;
  /** Resolves after `quiet` ms without a request, or after `limit` ms. */
  idle(quiet?: number, limit?: number): Promise<void>;
}

export interface Counted {
  requests: number;
  bytes: number;
}

export interface Traffic {
  readonly reads: Counted;
  readonly writes: Counted;
  readonly preflights: Counted;
  /** How long the backend took for its answers, preflights left out, in ms. */
  answeringMs: number;
  /** Requests without a complete answer yet. */
  open: number;
  /** When the last request ended, and the last successful write; ms as of performance.now. */
  lastAt: number;
  lastWriteAt: number | null;
}

export async function startProxy(target: string, port: number): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true });
  let traffic = noTraffic();

  const server = createServer((incoming, outgoing) => {
    const mine = traffic;
    const kind = kindOf(incoming);
    mine[kind].requests += 1;
    mine.open += 1;
    const began = performance.now();
    // @supabase/lite refuses quoted column names in or=(…), which PostgREST takes and RxDB sends.
    const path = (incoming.url ?? '/').replace(/%22(updated_at|id)%22\./g, '$1.');
    const { method, headers } = incoming;
    const passedOn = ask(target + path, { method, headers, agent }, (answer) => {
      const { statusCode = 502 } = answer;
      outgoing.writeHead(statusCode, answer.headers);
      answer.on('end', () => {
        if (kind === 'writes' && statusCode < 300) mine.lastWriteAt = performance.now();
      });
      answer.pipe(outgoing);
    });
    passedOn.on('error', () => outgoing.destroy());
    incoming.pipe(passedOn);
    outgoing.on('close', () => {
      mine.open -= 1;
      mine.lastAt = performance.now();
      if (kind !== 'preflights') mine.answeringMs += mine.lastAt - began;
      mine[kind].bytes += bytesSince(incoming.socket);
    });
  });
  const channels = silentRealtime(server);
  server.keepAliveTimeout = 60_000;

  const up = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await up();
  return {
    url: `http://127.0.0.1:${port}`,
    up,
    down: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        channels.close();
      }),
    reset() {
      traffic = noTraffic();
    },
    traffic: () => traffic,
    async idle(quiet = 300, limit = 60_000) {
      const asked = performance.now();
      while (performance.now() - asked < limit) {
        const since = Math.max(asked, traffic.lastAt);
        if (traffic.open === 0 && performance.now() - since >= quiet) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
  };
}

function noTraffic(): Traffic {
  const none = (): Counted => ({ requests: 0, bytes: 0 });
  return {
    reads: none(),
    writes: none(),
    preflights: none(),
    answeringMs: 0,
    open: 0,
    lastAt: performance.now(),
    lastWriteAt: null,
  };
}

function kindOf({ method, url = '' }: IncomingMessage): 'reads' | 'writes' | 'preflights' {
  if (method === 'OPTIONS') return 'preflights';
  // Our engine's pull is a POST.
  return method === 'GET' || url === '/rest/v1/rpc/sync_pull' ? 'reads' : 'writes';
}

const counted = new WeakMap<Socket, number>();

/** A connection carries one request at a time, so what has passed since the last one is this one's. */
function bytesSince(socket: Socket): number {
  const all = socket.bytesRead + socket.bytesWritten;
  const before = counted.get(socket) ?? 0;
  counted.set(socket, all);
  return all - before;
}
