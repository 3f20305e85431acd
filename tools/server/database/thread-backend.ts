import { Worker } from 'node:worker_threads';
import { jwtVerify } from 'jose';
import type { BackendOptions, EmbeddedBackend } from './backend.ts';
import type { PlainRequest, PlainResponse, ThreadQuestion, Word } from './database-thread.ts';
import { fairTurns } from './fair-turns.ts';
import { pictureFolderIn } from './picture-folder.ts';
import { type Poke, pokeListeners } from './poke-trigger.ts';
import { Overdue, within } from './watchdog.ts';

/**
 * The backend in a thread of its own, so that no statement can block serving files, other requests or a signal.
 * Rules:
 *
 * 1. One question at a time, because the database answers one at a time; up to MAX_WAITING others wait, half of them one
 *    caller's. The callers take turns.
 * 2. A question that takes longer than hosted Supabase allows is ended by terminating the thread, and answered like
 *    there: 57014. What was committed is on disk, as after any crash.
 * 3. A thread that has ended, for whatever reason, is replaced at the next question.
 */

/** In ms: the statement_timeout of the roles anon and authenticated on hosted Supabase. */
export const VISITOR_LIMIT = 3_000;
export const SIGNED_IN_LIMIT = 8_000;

const MAX_WAITING = 500;

export interface Limits {
  visitor: number;
  signedIn: number;
}

/**
 * @param limits how long a question may take, in ms; hosted Supabase's by default
 * @throws if the data cannot be opened or a migration fails; the message says what to do
 */
export async function createThreadBackend(
  options: BackendOptions & { dataDir: string },
  limits: Limits = { visitor: VISITOR_LIMIT, signedIn: SIGNED_IN_LIMIT },
): Promise<EmbeddedBackend> {
  const pokes = pokeListeners();
  const open = () => openThread(options, pokes.tell);
  const first = await open();
  const { jwtSecret, demoAdmin } = first;
  let thread = first;
  let isClosed = false;
  let waiting = 0;
  const turns = fairTurns();

  /** @throws Overdue, or the thread's error */
  async function ask(caller: string, request: PlainRequest, limit: number): Promise<PlainResponse> {
    if (waiting >= MAX_WAITING || turns.waiting(caller) >= MAX_WAITING / 2) throw new Busy();
    waiting += 1;
    return turns.run(caller, async () => {
      waiting -= 1;
      if (isClosed) throw new Busy();
      if (thread.isGone()) thread = await open();
      const current = thread;
      try {
        const answer = current.ask({ kind: 'fetch', request });
        return (await within(limit, answer)) as PlainResponse;
      } catch (error) {
        if (error instanceof Overdue) await current.end();
        throw error;
      }
    });
  }

  async function limitOf(request: Request): Promise<number> {
    const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
    const isSignedIn = await jwtVerify(token, new TextEncoder().encode(jwtSecret)).then(
      ({ payload }) => payload.role === 'authenticated',
      () => false,
    );
    return isSignedIn ? limits.signedIn : limits.visitor;
  }

  return {
    jwtSecret,
    demoAdmin,
    pictures: pictureFolderIn(options.dataDir),
    async fetch(request, caller = '') {
      const { method, url } = request;
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const body = hasBody ? await request.arrayBuffer() : null;
      const plain = { url, method, headers: [...request.headers], body };
      try {
        const answer = await ask(caller, plain, await limitOf(request));
        return new Response(mayHaveBody(answer.status) ? answer.body : null, answer);
      } catch (error) {
        if (error instanceof Overdue) return overdueResponse();
        return unavailableResponse(error);
      }
    },
    onPoke: pokes.add,
    close: () =>
      // The running question may finish; waiting ones are answered that there is no server.
      turns.run('', async () => {
        isClosed = true;
        if (!thread.isGone()) await thread.ask({ kind: 'close' });
        await thread.end();
      }),
  };
}

interface Thread {
  readonly jwtSecret: string;
  readonly demoAdmin: EmbeddedBackend['demoAdmin'];
  /** @throws the thread's error, or that it has ended */
  ask(question: ThreadQuestion): Promise<unknown>;
  isGone(): boolean;
  end(): Promise<void>;
}

function openThread(options: BackendOptions, onPoke: (poke: Poke) => void): Promise<Thread> {
  // A thread must be told to read TypeScript; threads of Node 20 ignore `--import tsx`.
  const file = new URL('./database-thread.ts', import.meta.url).href;
  const start = `import('tsx/esm/api').then(({ register }) => (register(), import('${file}')))`;
  const worker = new Worker(start, { eval: true, workerData: options, execArgv: [] });
  const asked = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  let isGone = false;
  return new Promise((resolve, reject) => {
    const goes = (error: Error) => {
      isGone = true;
      reject(error);
      for (const it of asked.values()) it.reject(error);
      asked.clear();
    };
    worker.on('error', (error) => goes(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => goes(new Error('The database has stopped.')));
    worker.on('message', (word: Word) => {
      switch (word.kind) {
        case 'open': {
          const { jwtSecret, demoAdmin } = word;
          return resolve({ jwtSecret, demoAdmin, ask, isGone: () => isGone, end });
        }
        case 'not open':
          void worker.terminate();
          return reject(new Error(word.message));
        case 'poke':
          return onPoke(word.poke);
        case 'done':
          asked.get(word.id)?.resolve(word.result);
          return void asked.delete(word.id);
        case 'failed':
          asked.get(word.id)?.reject(new Error(word.message));
          return void asked.delete(word.id);
      }
    });
    const ask = (question: ThreadQuestion) =>
      new Promise<unknown>((answered, failed) => {
        if (isGone) return failed(new Error('The database has stopped.'));
        lastId += 1;
        asked.set(lastId, { resolve: answered, reject: failed });
        worker.postMessage({ id: lastId, question });
      });
    const end = async () => void (await worker.terminate());
  });
}

/** Too many questions are waiting, or the backend is closed. */
class Busy extends Error {
  override message = 'The database is busy.';
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}

/** PostgREST's answer to a statement_timeout. */
function overdueResponse(): Response {
  const message = 'canceling statement due to statement timeout';
  return Response.json({ code: '57014', message, details: null, hint: null }, { status: 500 });
}

function unavailableResponse(error: unknown): Response {
  const message = error instanceof Error ? error.message : String(error);
  return Response.json({ message }, { status: 503, headers: { 'retry-after': '2' } });
}
