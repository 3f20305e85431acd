import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltParts } from './built-parts.ts';

/** The most bytes of JavaScript, gzipped, that each part of the built site may weigh. */

/**
 * Before the first content of a page whose HTML has none: built without a backend, newer than the build, or kept by the
 * device. A page with content shows it before any script is asked for (PAGES-10).
 */
const beforeContent: Readonly<Record<string, number>> = {
  'home-page': 181_844,
  'learnings-page': 178_698,
  // With the renderer of Markdown.
  'learning-page': 202_783,
  'resources-page': 179_684,
  'tools-page': 201_260,
  'chatter-page': 200_212,
  // Projects, the roadmap, posts and the contact form.
  'small-pages': 174_761,
  // With DOMPurify: the project's details are HTML.
  'project-page': 217_466,
};

const admins = 165_149;
/** The page of imports and the export as Markdown alone: what reads and writes YAML, CSV, and other programs' Markdown. */
const moving = 96_358;
// 2 kB of it are the hashes of what it keeps.
const worker = 11_882;
const outboxWorker = 64_050;

const onlyForAdmins = [
  'admin-page',
  'auth-client',
  'dashboard',
  'edit-links',
  'editing-board',
  'editor',
  'import-page',
  'kept-back-items',
  'markdown-folder',
  'more-admin-pages',
  'outbox-page',
  'send-files',
  'sign-in',
  'store-file',
  'store-in-parts',
  'sync-details',
  'writing-page',
];

/** What a budget is for. */
export interface Budget {
  what: string;
  bytes: number;
  scripts: ReadonlySet<string>;
}

/** The scripts of a built site by who needs them. */
export interface Readers {
  /** The scripts that `index.html` asks for. */
  start: readonly string[];
  /** The parts that only admins open, without what they load in turn. */
  admins: readonly string[];
  /** All that a visitor may ever load. */
  visitors: ReadonlySet<string>;
}

/** @throws if a part that only admins open is not there by its name, or is there twice */
export function readersOf(folder: string, parts: BuiltParts): Readers {
  const scripts = readFileSync(join(folder, 'index.html'), 'utf8').matchAll(
    /(?:src|href)="\/(assets\/[^"]+\.js)"/g,
  );
  const start = [...scripts].map((it) => it[1] ?? '');
  const forAdmins = onlyForAdmins.map((name) => onlyOne(parts, name));
  return { start, admins: forAdmins, visitors: parts.reachable(start, forAdmins) };
}

/** @throws if a part with a budget is not there by its name, or is there twice */
export function budgetsOf(parts: BuiltParts, readers: Readers): readonly Budget[] {
  const askedFor = ['import-page', 'markdown-folder'].map((name) => onlyOne(parts, name));
  const others = readers.admins.filter((it) => !askedFor.includes(it));
  const beyondVisitors = [...parts.reachable(others, askedFor)].filter(
    (it) => !readers.visitors.has(it),
  );
  const known = new Set([...readers.visitors, ...beyondVisitors]);
  const ofMoving = [...parts.reachable(askedFor)].filter((it) => !known.has(it));
  return [
    ...Object.entries(beforeContent).map(([page, bytes]) => ({
      what: `what is loaded before the content of ${page}`,
      bytes,
      scripts: parts.needed([...readers.start, onlyOne(parts, page)]),
    })),
    { what: 'what admins load beyond that', bytes: admins, scripts: new Set(beyondVisitors) },
    {
      what: 'what an import and an export as Markdown load beyond that',
      bytes: moving,
      scripts: new Set(ofMoving),
    },
    { what: 'the worker', bytes: worker, scripts: new Set(['sw.js']) },
    {
      what: 'the worker that sends edits',
      bytes: outboxWorker,
      scripts: parts.needed(['outbox-worker.js']),
    },
  ];
}

function onlyOne(parts: BuiltParts, name: string): string {
  const named = parts.named(name);
  if (named.length !== 1 || named[0] === undefined)
    throw new Error(`The build has ${named.length} scripts called ${name}, and needs one.`);
  return named[0];
}
