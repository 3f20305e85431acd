import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type BackendOptions, createBackend } from './backend.ts';
import type { DemoAdmin } from './demo-admin.ts';
import { plainConsole } from './log-line.ts';
import type { Poke } from './poke-trigger.ts';

/**
 * The thread of the database. A statement blocks its thread, and Postgres in WASM cannot be interrupted from within;
 * but another thread can terminate this one. thread-backend.ts is the other side.
 */

/** Requests to this thread; each is answered with 'done' or 'failed' and the same id. */
export type ThreadQuestion = { kind: 'fetch'; request: PlainRequest } | { kind: 'close' };

/** Messages from this thread. */
export type Word =
  | { kind: 'open'; jwtSecret: string; demoAdmin: DemoAdmin }
  | { kind: 'not open'; message: string }
  | { kind: 'done'; id: number; result: unknown }
  | { kind: 'failed'; id: number; message: string }
  | { kind: 'poke'; poke: Poke };

/** A request in a form that can be posted to another thread. */
export interface PlainRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
}

export interface PlainResponse {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer;
}

async function run(options: BackendOptions, port: MessagePort): Promise<void> {
  const say = (word: Word) => port.postMessage(word);
  const backend = await createBackend(options);
  backend.onPoke((poke) => say({ kind: 'poke', poke }));

  const answer = async (question: ThreadQuestion): Promise<unknown> => {
    switch (question.kind) {
      case 'fetch': {
        const response = await backend.fetch(new Request(question.request.url, question.request));
        return {
          status: response.status,
          headers: [...response.headers],
          body: await response.arrayBuffer(),
        } satisfies PlainResponse;
      }
      case 'close':
        return backend.close();
    }
  };

  port.on('message', ({ id, question }: { id: number; question: ThreadQuestion }) => {
    answer(question).then(
      (result) => say({ kind: 'done', id, result }),
      (error: unknown) => say({ kind: 'failed', id, message: messageOf(error) }),
    );
  });
  // The first request loads the schema and compiles the code; no visitor should wait for that.
  await backend.fetch(new Request('http://localhost/rest/v1/'));
  say({ kind: 'open', jwtSecret: backend.jwtSecret, demoAdmin: backend.demoAdmin });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (parentPort !== null) {
  const port = parentPort;
  plainConsole((line) => void process.stderr.write(`${line}\n`));
  run(workerData as BackendOptions, port).catch((error: unknown) =>
    port.postMessage({ kind: 'not open', message: messageOf(error) } satisfies Word),
  );
}
