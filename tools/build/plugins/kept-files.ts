import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { KeptFile } from '../../../src/sw/kept-file.ts';

/** What only admins load, or only devices without storage, which have no worker either: the sources that are loaded when asked for. */
export const NOT_FOR_VISITORS =
  /src\/(app\/(admin-page|more-admin-pages)|features\/(dashboard\/dashboard|import\/import-page|kept-back\/kept-back-items|outbox\/outbox-page|project\/editing-board|sync-details\/sync-details|writing\/(edit-links|writing-page))|engine\/(outbox\/editor|supabase\/(sign-in|store-file|store-in-parts)|sync\/send-files|mirror\/in-memory))\.tsx?$/;

interface KeptFiles {
  plugin: Plugin;
  /** Completes workbox-build's list for the service worker, when the files of the build are written. */
  complete: <File extends { url: string }>(
    files: readonly File[],
  ) => (File & Pick<KeptFile, 'integrity' | 'isForAdmins'>)[];
}

/**
 * What the service worker has to know of each file that it may keep: what was built, and whether visitors need it. That is
 * found from what the scripts import, so that nobody keeps a list.
 */
export function keptFiles(): KeptFiles {
  let folder = '';
  let ofVisitors = new Set<string>();
  const plugin: Plugin = {
    name: 'kept-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((it) => it.type === 'chunk');
      ofVisitors = reachable(new Map(chunks.map((chunk) => [chunk.fileName, chunk])));
    },
  };
  return {
    plugin,
    complete: (files) =>
      files.map((file) => ({
        ...file,
        ...(mayBeAltered.test(file.url) ? {} : { integrity: integrityOf(join(folder, file.url)) }),
        ...(isScript.test(file.url) && !ofVisitors.has(file.url) ? { isForAdmins: true } : {}),
      })),
  };
}

const isScript = /\.js$/;

/** The page, into which the build and hosts put something, and pictures, which hosts make smaller. */
const mayBeAltered = /\.(html|png|svg)$/;

function integrityOf(file: string): string {
  return `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;
}

function reachable(chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Set<string> {
  const isForOthers = (file: string) =>
    chunks.get(file)?.moduleIds.some((id) => NOT_FOR_VISITORS.test(id)) ?? false;
  const reached = new Set<string>();
  for (const { isEntry, name, fileName } of chunks.values())
    if (isEntry && name === 'index') reached.add(fileName);
  for (const file of reached) {
    const { imports = [], dynamicImports = [] } = chunks.get(file) ?? {};
    for (const other of [...imports, ...dynamicImports.filter((it) => !isForOthers(it))])
      reached.add(other);
  }
  return reached;
}
