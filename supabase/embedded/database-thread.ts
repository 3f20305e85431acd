import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type BackendOptions, createBackend } from './backend.ts';
import type { Change, ChangeFeed, Viewer } from './changes.ts';
import type { DemoAdmin } from './demo-admin.ts';

/**
 * The thread that the database lives in. A statement blocks the thread that it runs on, and Postgres in WASM
 * cannot be interrupted there; but its thread can be ended from outside. thread-backend.ts is the other side.
 */

/** What is asked of this thread; each question is answered with a 'done' or 'failed' of the same id. */
export type Question =
  | { kind: 'fetch'; request: PlainRequest }
  | { kind: 'watch' }
  | { kind: 'refresh' }
  | { kind: 'columns'; change: Change }
  | { kind: 'record'; viewer: Viewer; change: Change }
  | { kind: 'stop watching' }
  | { kind: 'close' };

/** What this thread says. */
export type Word =
  | { kind: 'open'; jwtSecret: string; demoAdmin: DemoAdmin }
  | { kind: 'not open'; message: string }
  | { kind: 'done'; id: number; result: unknown }
  | { kind: 'failed'; id: number; message: string }
  | { kind: 'change'; change: Change };

/** A request that can be posted to another thread. */
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
  let feed: ChangeFeed | null = null;

  const answer = async (question: Question): Promise<unknown> => {
    switch (question.kind) {
      case 'fetch': {
        const response = await backend.fetch(new Request(question.request.url, question.request));
        return {
          status: response.status,
          headers: [...response.headers],
          body: await response.arrayBuffer(),
        } satisfies PlainResponse;
      }
      case 'watch':
        feed = await backend.watchChanges((change) => say({ kind: 'change', change }));
        return;
      case 'refresh':
        return feed?.refresh();
      case 'columns':
        return feed?.columns(question.change);
      case 'record':
        return feed?.record(question.viewer, question.change);
      case 'stop watching':
        return feed?.stop();
      case 'close':
        return backend.close();
    }
  };

  port.on('message', ({ id, question }: { id: number; question: Question }) => {
    answer(question).then(
      (result) => say({ kind: 'done', id, result }),
      (error: unknown) => say({ kind: 'failed', id, message: messageOf(error) }),
    );
  });
  // The first request reads the schema and has the code compiled; its time is not that of a visitor.
  await backend.fetch(new Request('http://localhost/rest/v1/'));
  say({ kind: 'open', jwtSecret: backend.jwtSecret, demoAdmin: backend.demoAdmin });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (parentPort !== null) {
  const port = parentPort;
  run(workerData as BackendOptions, port).catch((error: unknown) =>
    port.postMessage({ kind: 'not open', message: messageOf(error) } satisfies Word),
  );
}
