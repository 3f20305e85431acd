import { resolve } from 'node:path';
import { NOT_FOR_VISITORS } from './kept-files.ts';

/** What the bundler knows of the modules. */
export interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** The part of a page. */
const PAGE = /\/src\/features\/[\w-]+\/([\w-]+-page)[.]tsx$/;

/** Pages of about a kilobyte, in one file: each costs a request. */
const SMALL = /\/(projects|roadmap|posts|contact)-page[.]tsx$/;

const REACT = /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//;

/** A piece of the interface, and what stands like one: if two pages load it, the start does. Not what only texts need. */
const PIECE =
  /\/src\/(ui\/(?!marked-text|fit-|prose-fits|use-text-actions|use-highlighted-code|text-pictures|use-enlarged|enlarge|change-text|render-formulas)|lib\/picture-size|content\/none-match)/;

/** So many pages load it that the start does. */
const SHARED = 8;

/** What costs some pages bytes that they do not need, and each first visit a request less. */
const TOGETHER: Readonly<Record<string, RegExp>> = {
  'text-words':
    /\/src\/(content\/(learnings\/(learning-(text|card|dates|link)|project-link|use-project-of)|projects\/status-chip|markdown\/(lines-of-code|picture-tag|plain-words|first-words|html-or-markdown)|tag-place|text-rules-of-kinds)|lib\/(owner-days|zones)|ui\/(use-enlarged|enlarge))/,
  'project-facts': /\/src\/content\/projects\/(use-progress|progress|project-facts)/,
  'marked-text':
    /\/node_modules\/(micromark|decode-named)|\/src\/(content\/(use-item-at|copy-markdown|markdown\/|page-links\/)|lib\/(copy-text|page-link|page-address)[.]|ui\/(marked-text|fit-|prose-fits|use-text-actions|use-highlighted-code|text-pictures))/,
};

/** What is asked for once the content is there, by what it is for. */
const LATER: Readonly<Record<string, RegExp>> = {
  'tables-and-notes': /\/src\/content\/markdown\/tables-and-notes[.]/,
  // With its index, which the dashboard searches, too.
  'search-dialog': /\/src\/features\/search\/search-dialog[.]/,
  'text-later':
    /\/src\/(content\/(item-markdown|page-links\/[\w-]+)|features\/(learnings\/[\w-]+|project\/project-end)|ui\/[\w-]+)[.]/,
  later:
    /\/src\/(features\/(head|news)\/|content\/(near-address-list|markdown\/pictures-in)|lib\/|engine\/(outbox\/review|mirror\/(lost|watch-pictures|row-pictures)))|workbox-window/,
};

/** Large, or seldom needed, or needed before content where no page is built: each is a file of its own. */
const ALONE = /\/(render-formulas|highlight-code|realtime-client|in-memory|snapshot)[.]/;

/**
 * Which file of scripts a module goes to. What is always loaded together is one file, so that a first visit asks for few files, and
 * no page loads more before its content.
 *
 * | who loads a module | its file |
 * |---|---|
 * | the start, and the worker that sends edits | `engine` |
 * | the start | `react`, or else `pieces` |
 * | several pages, if it is a piece, or many (`SHARED`) | `pieces` |
 * | the same pages, before their content | the page's, or one for these pages (and see `SMALL`, `TOGETHER`) |
 * | a visit, after the content | `later`, `text-later` or one of its own |
 * | admins alone | as the bundler has it |
 *
 * Whoever loads a module loads what it imports, so a file imports only files with the same readers or more, and none waits for itself.
 *
 * @param root the repository's folder
 */
export function scriptFiles(root: string): (id: string, graph: ModuleGraph) => string | null {
  let nameOf: ((id: string) => string | null) | null = null;
  return (id, graph) => {
    nameOf ??= namesIn(
      graph,
      resolve(root, 'src/main.tsx'),
      resolve(root, 'src/sw/outbox-worker.ts'),
    );
    return nameOf(id);
  };
}

function namesIn(graph: ModuleGraph, start: string, worker: string): (id: string) => string | null {
  const loaded = (from: Iterable<string>) =>
    follow(from, (id) => graph.getModuleInfo(id)?.importedIds ?? []);
  const askedBy = (ids: Iterable<string>) =>
    [...ids].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const atStart = loaded([start]);
  const inWorker = loaded([worker]);
  const parts = [
    ...follow(askedBy(atStart), (id) => (NOT_FOR_VISITORS.test(id) ? [] : askedBy(loaded([id])))),
  ].filter((id) => !NOT_FOR_VISITORS.test(id) && !atStart.has(id));

  const pages = parts.filter((id) => PAGE.test(id));
  const readers = new Map<string, readonly string[]>();
  for (const page of pages)
    for (const id of loaded([page])) readers.set(id, [...(readers.get(id) ?? []), page]);

  const later = new Map<string, string>();
  for (const part of parts.filter((id) => !ALONE.test(id))) {
    const name = nameIn(LATER, part);
    if (name !== null) for (const id of loaded([part])) later.set(id, name);
  }

  return (id) => {
    // The style has the name of the start.
    if (id === start || id === worker || id.endsWith('.css')) return null;
    if (atStart.has(id)) {
      if (inWorker.has(id)) return 'engine';
      return REACT.test(id) ? 'react' : 'pieces';
    }
    const by = readers.get(id);
    if (by === undefined) return later.get(id) ?? null;
    if (by.length >= SHARED || (by.length > 1 && PIECE.test(id))) return 'pieces';
    if (by.every((page) => SMALL.test(page))) return 'small-pages';
    return (by.length > 1 ? nameIn(TOGETHER, id) : null) ?? nameFor(by, pages);
  };
}

function nameIn(names: Readonly<Record<string, RegExp>>, id: string): string | null {
  return Object.entries(names).find(([, pattern]) => pattern.test(id))?.[0] ?? null;
}

/** Of the file of what these pages load. */
function nameFor(by: readonly string[], pages: readonly string[]): string | null {
  const [first = ''] = by;
  if (by.length === 1) return PAGE.exec(first)?.[1] ?? null;
  return `of-${by.map((page) => pages.indexOf(page).toString(36)).join('')}`;
}

/** These, and whatever they lead to. */
function follow(from: Iterable<string>, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const other of next(id)) found.add(other);
  return found;
}
