import type { Plugin, Rolldown } from 'vite';

/** What only admins load, or only devices without storage, which have no worker either: the sources that are loaded when asked for. */
const NOT_FOR_VISITORS =
  /src\/(app\/admin-page|features\/(dashboard\/dashboard|outbox\/outbox-page|project\/editing-board|sync-details\/sync-details)|engine\/(outbox\/editor|supabase\/sign-in|mirror\/in-memory))\.tsx?$/;

interface VisitorsParts {
  plugin: Plugin;
  /** Whether a visitor's page may load this file of the build; known when its scripts are made. */
  have: (file: string) => boolean;
}

/** Finds what visitors' pages may ever load, from what the scripts import. What the worker leaves out needs no list kept by hand. */
export function visitorsParts(): VisitorsParts {
  let scripts = new Set<string>();
  const plugin: Plugin = {
    name: 'visitors-parts',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((it) => it.type === 'chunk');
      scripts = reachable(new Map(chunks.map((chunk) => [chunk.fileName, chunk])));
    },
  };
  return { plugin, have: (file) => !file.endsWith('.js') || scripts.has(file) };
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
