import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import send from 'send';
import { build, type Rolldown } from 'vite';
import { modelFingerprint } from '../../../tools/build/plugins/model-fingerprint.ts';

/** One small page for each contestant, so that none loads another's code. */

const root = import.meta.dirname;

/** The gzipped bytes of each script of a page, by its address; React's, which all have, is not among them. */
export type ScriptSizes = ReadonlyMap<string, number>;

/** Builds a contestant's page. Our engine is built from this checkout's src/, with this checkout's packages. */
export async function buildPage(id: string): Promise<ScriptSizes> {
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: `/${id}/`,
    define: modelFingerprint(),
    plugins: [react()],
    resolve: {
      alias: { '#contestant': join(root, 'contestants', id) },
      // The page and the hooks of src/engine must have the same one.
      dedupe: ['react', 'react-dom'],
    },
    build: {
      outDir: `dist/${id}`,
      emptyOutDir: true,
      target: 'es2023',
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              // Apart, so that what is ours can be told from what is Dexie's.
              { name: 'dexie', test: /[\\/]node_modules[\\/](dexie|dexie-react-hooks)[\\/]/ },
              // As the site's build does: what all of the engine stands on is one file, not ten.
              {
                name: 'engine',
                test: /src\/lib\/|\/valibot\/|src\/engine\/(mirror|sync|define|columns|outbox\/(queue|mutation|hold|outcome))/,
                minShareCount: 2,
              },
            ],
          },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const scripts = result.output.filter((part) => part.type === 'chunk' && part.name !== 'react');
  return new Map(
    scripts.map((script) => [
      `/${id}/${script.fileName}`,
      script.type === 'chunk' ? gzipSync(script.code, { level: 9 }).length : 0,
    ]),
  );
}

/** Serves the built pages like a static host that compresses nothing: on one machine that would only cost time. */
export async function servePages(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const isHashed = path.includes('/assets/');
    send(request, path, {
      root: join(root, 'dist'),
      immutable: isHashed,
      maxAge: isHashed ? '1y' : 0,
    }).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
