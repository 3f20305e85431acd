import { hashOf } from '../../support/named-files.ts';
import type { AboutUpload } from './bucket.ts';
import type { Clock } from './clock.ts';
import { json, type Reply, type Server } from './server.ts';

/** The network of one device, and the faults of its requests. */

export const faults = [
  'request lost',
  'answer lost',
  'sent twice',
  'answer late',
  'answer too late',
  'request late',
  'cut in half',
  '401',
  '403',
  '429',
  '503',
  'HTML',
  'nothing',
  'an empty list',
  'an empty fresh start',
  'statement timeout',
  'deadlock',
  'too large',
  'unreadable',
  'call not allowed',
  'call unknown',
] as const;
export type Fault = (typeof faults)[number];

type Call = 'push' | 'pull' | 'file';

/** Faults that only a push can meet; all others can meet a pull, or a file on its way, too. */
const onlyPushes: ReadonlySet<Fault | null> = new Set([
  'too large',
  'unreadable',
  'call not allowed',
  'call unknown',
]);

export const faultsOfFiles = faults.filter((fault) => !onlyPushes.has(fault));

export const faultsByCall: readonly (readonly [Fault, Call])[] = faults.flatMap((fault) =>
  onlyPushes.has(fault)
    ? [[fault, 'push'] as const]
    : [[fault, 'push'] as const, [fault, 'pull'] as const, [fault, 'file'] as const],
);

/** ms of delay of a late answer that the device still waits for. */
const LATE_MS = 3_000;
/** ms after which the database gives up a statement. */
const STATEMENT_MS = 8_000;
/** ms between two parts of an answer on a slow line. */
const PART_MS = 2_000;
/** ms after which the device no longer waits. */
const TOO_LATE_MS = 20_000;
/** Seconds. */
const RETRY_AFTER = 3;

const html = '<!doctype html><title>Welcome to the hotel</title>';

export class Network {
  private coming: (Fault | null)[] = [];
  private ofPushes: (Fault | null)[] = [];
  private ofFiles: (Fault | null)[] = [];
  isUp = true;
  /** What the line carries in either direction; null for one without a limit. */
  line: { readonly bytesPerS: number } | null = null;

  constructor(
    private readonly server: Server,
    private readonly clock: Clock,
  ) {}

  /** The next `count` requests, or pushes, or files, meet this fault; null stands for none. */
  expect(fault: Fault | null, count = 1, of: 'all' | 'pushes' | 'files' = 'all'): void {
    const coming = { all: this.coming, pushes: this.ofPushes, files: this.ofFiles }[of];
    for (let i = 0; i < count; i += 1) coming.push(fault);
  }

  /** What files are to meet stays, unless it is for good: they go beside the requests that somebody needs to be answered. */
  isFine(forGood = false): void {
    this.coming = [];
    this.ofPushes = [];
    if (forGood) this.ofFiles = [];
    this.isUp = true;
    this.line = null;
  }

  /** Takes the time that a request of so many characters takes to go out. */
  async send(length: number): Promise<void> {
    const { line } = this;
    if (line !== null) await this.clock.wait((length / line.bytesPerS) * 1_000);
  }

  /** The body of an answer: it comes in parts if the line is slow. */
  body(text: string): string | ReadableStream<Uint8Array> {
    const { line, clock } = this;
    if (line === null) return text;
    const bytes = new TextEncoder().encode(text);
    const size = Math.ceil((line.bytesPerS * PART_MS) / 1_000);
    let at = 0;
    return new ReadableStream({
      async pull(controller) {
        if (at >= bytes.length) return controller.close();
        await clock.wait(PART_MS);
        controller.enqueue(bytes.slice(at, at + size));
        at += size;
      },
    });
  }

  /** A fault that this request cannot meet stays for the first one that can. */
  private next(call: Call | 'token' | 'release', body: Record<string, unknown>): Fault | null {
    const own = call === 'push' ? this.ofPushes : call === 'file' ? this.ofFiles : [];
    for (const coming of [own, this.coming]) {
      const meets = (it: Fault | null) => !onlyPushes.has(it) || meetsPush(it, call, body);
      const place = coming.findIndex(meets);
      const [fault = null] = place < 0 ? [] : coming.splice(place, 1);
      if (fault !== null) return fault;
    }
    return null;
  }

  /** A request and its answer. @throws {TypeError} as fetch does without an answer */
  async carry(path: string, body: Record<string, unknown>, bearer: string | null): Promise<Reply> {
    const call = callOf(path);
    const fault = this.isUp ? this.next(call, body) : 'request lost';
    const ask = () => this.server.answer(path, body, bearer);
    if (fault === null) return ask();
    if (this.isUp) this.server.count(`fault ${fault} of ${call}`);
    switch (fault) {
      case 'request lost':
        // A part of a part arrives.
        if (this.isUp && Object(body.about).method === 'PATCH')
          await this.server.answer(path, { about: { ...Object(body.about), isCut: true } }, bearer);
        throw new TypeError('fetch failed');
      case 'answer lost':
        await ask();
        throw new TypeError('fetch failed');
      case 'sent twice': {
        const [first, second] = [ask(), ask()];
        await first;
        return second;
      }
      case 'answer late':
        return this.after(LATE_MS, await ask());
      case 'answer too late':
        return this.after(TOO_LATE_MS, await ask());
      case 'request late':
        // It reaches the server after the device has given up, and after other requests.
        await this.clock.wait(TOO_LATE_MS);
        return ask();
      case 'cut in half': {
        const { status, text } = await ask();
        return { status, text: text.slice(0, text.length / 2) };
      }
      case '401':
        return json(401, { code: 'PGRST301', message: 'JWT expired' });
      case '403':
        return { status: 403, text: html };
      case '429':
        return { status: 429, text: html, headers: { 'retry-after': String(RETRY_AFTER) } };
      case '503':
        return { status: 503, text: html };
      case 'HTML':
        return { status: 200, text: html };
      case 'nothing':
        return { status: 200, text: '' };
      case 'an empty list':
        return json(200, []);
      case 'an empty fresh start':
        return json(200, emptyAnswer);
      case 'statement timeout':
        return this.after(STATEMENT_MS, json(500, { code: '57014', message: 'timeout' }));
      case 'deadlock':
        return json(500, { code: '40P01', message: 'deadlock detected' });
      // The push is refused as a whole, before its contents are looked at.
      case 'call not allowed':
        return json(403, { code: '42501', message: 'permission denied for function sync_push' });
      case 'call unknown':
        return json(404, { code: 'PGRST202', message: 'no function sync_push' });
      case 'too large':
        return json(413, { message: 'too large' });
      case 'unreadable':
        return json(400, { code: '22P05', message: 'unsupported Unicode escape sequence' });
    }
  }

  private async after(ms: number, reply: Reply): Promise<Reply> {
    await this.clock.wait(ms);
    return reply;
  }
}

/** Each edit of a batch that is too much, or that cannot be read, is small enough, and readable, alone. */
function meetsPush(
  fault: Fault | null,
  call: string,
  { mutations }: Record<string, unknown>,
): boolean {
  const isOfBatches = fault !== 'call not allowed' && fault !== 'call unknown';
  const isBatch = Array.isArray(mutations) && mutations.length > 1;
  return call === 'push' && (isBatch || !isOfBatches);
}

function callOf(path: string): Call | 'token' | 'release' {
  if (path.startsWith('/storage/')) return 'file';
  if (path.endsWith('/sync_push')) return 'push';
  if (path.endsWith('/sync_release')) return 'release';
  return /\/sync_(pull|read)/.test(path) ? 'pull' : 'token';
}

/** A body that fails when its request is given up. */
function ending<Body>(body: Body, signal: AbortSignal): Body | ReadableStream {
  if (!(body instanceof ReadableStream)) return body;
  const reader = body.getReader();
  return new ReadableStream({
    start(controller) {
      const fail = () => controller.error(signal.reason);
      signal.addEventListener('abort', fail, { once: true });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (signal.aborted) return;
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** The answers of a proxy that has lost its database: well-formed, and empty. */
const emptyAnswer = {
  epoch: 'nowhere',
  cursor: 0,
  version: 0,
  reset: true,
  more: false,
  changes: [],
  answers: [],
};

function aboutUpload(
  method = 'GET',
  headers: Readonly<Record<string, string>>,
  sent: BodyInit | null | undefined,
): AboutUpload {
  const said = (name: string) => headers[`upload-${name}`] ?? null;
  const part = sent instanceof ArrayBuffer ? Buffer.from(sent).toString('base64') : null;
  const [length, metadata, offset] = [said('length'), said('metadata'), said('offset')];
  return { method, length, metadata, offset, part };
}

/**
 * Replaces the machine's fetch by one that sends each request through its tab's network.
 *
 * @param networkOf the network behind a host name, and a signal that ends with the tab
 * @returns a function that restores it
 */
export function installFetch(
  networkOf: (host: string) => { network: Network; ended: AbortSignal },
): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input));
    const { network, ended } = networkOf(url.host);
    const headers = (init.headers ?? {}) as Record<string, string>;
    const { authorization = null } = headers;
    const { body: sent } = init;
    const isFile = sent instanceof ArrayBuffer;
    const body = headers['tus-resumable']
      ? { about: aboutUpload(init.method, headers, sent) }
      : isFile
        ? { hash: hashOf(sent) }
        : JSON.parse(String(sent ?? '{}'));
    const signal = AbortSignal.any([ended, ...(init.signal ? [init.signal] : [])]);
    // A signal that has a listener is never collected, nor is the object that its reason refers to.
    const done = new AbortController();
    const gone = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { signal: done.signal });
    });
    gone.catch(() => {});
    const path = url.pathname + url.search;
    const bearer = authorization?.replace('Bearer ', '') ?? null;
    const length = isFile ? sent.byteLength : String(sent ?? '').length;
    const reply = network.send(length).then(() => {
      // Only whole requests reach a server.
      signal.throwIfAborted();
      return network.carry(path, body, bearer);
    });
    // If it fails, there may be no code left that waits for it.
    reply.catch(() => {});
    try {
      const { status, text, headers: told = {} } = await Promise.race([reply, gone]);
      const answer = status === 204 ? null : ending(network.body(text), signal);
      return new Response(answer, { status, headers: told });
    } finally {
      done.abort();
    }
  };
  return () => {
    globalThis.fetch = fetch;
  };
}
