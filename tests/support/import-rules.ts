import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Which files in src/ may import which, by folder: `lib ← engine ← content ← features ← app ← main`, `ui ← features`,
 * and the rooms of the engine by `engine/<room>`. No file imports itself through others, and no two have the same name.
 * As a command it prints every violation, with what to do instead, and exits with 1.
 */

interface Rule {
  /**
   * Folders of src/, files at its top, or single files of folders (`engine/sync/protocol`) that the folder may import
   * besides itself.
   */
  folders: readonly string[];
  /** Packages that it may import. */
  packages: readonly RegExp[];
  /** What to do instead of breaking the rule. */
  instead: string;
}

const react = [/^react($|\/)/, /^react-dom($|\/)/, /^react-router-dom$/];

const rules: Readonly<Record<string, Rule>> = {
  lib: {
    folders: [],
    packages: [],
    instead: 'lib/ holds general functions; pass in what they need.',
  },
  engine: {
    folders: ['lib'],
    packages: [/^valibot$/],
    instead:
      'what stands at the top of engine/ is known to all of its rooms, and knows none of them.',
  },
  'engine/engine': {
    folders: ['lib', 'engine', 'engine/mirror', 'engine/outbox', 'engine/sync', 'engine/supabase'],
    packages: [],
    instead: 'engine.ts puts the rooms together; the hooks stand on it.',
  },
  'engine/editing': {
    folders: ['engine', 'engine/mirror', 'engine/outbox', 'engine/react'],
    packages: [],
    instead: 'the door only shows what the rooms of the engine make.',
  },
  'engine/index': {
    folders: ['engine', 'engine/engine', 'engine/mirror', 'engine/outbox', 'engine/react'],
    packages: [],
    instead: 'the door only shows what the rooms of the engine make.',
  },
  'engine/mirror': {
    folders: ['lib', 'engine'],
    packages: [/^dexie$/, /^fake-indexeddb$/, /^valibot$/],
    instead: 'the mirror is the lowest room: outbox/ and sync/ stand on it.',
  },
  'engine/outbox': {
    folders: ['lib', 'engine', 'engine/mirror'],
    packages: [/^valibot$/],
    instead: 'the outbox knows neither screens nor network: sync/ takes from it and writes to it.',
  },
  'engine/sync': {
    folders: ['lib', 'engine', 'engine/mirror', 'engine/outbox'],
    packages: [/^valibot$/],
    instead: 'sync/ gets its remote and surroundings handed in.',
  },
  'engine/supabase': {
    folders: ['lib', 'engine', 'engine/sync/protocol', 'engine/mirror/session-store'],
    packages: [/^@supabase\//, /^valibot$/],
    instead:
      'supabase/ only implements the protocol of sync/ and the sign-in, and keeps the session in the mirror.',
  },
  'engine/react': {
    folders: [
      'lib',
      'engine',
      'engine/engine',
      'engine/mirror',
      'engine/outbox',
      'engine/supabase/sign-in',
    ],
    packages: [/^react$/, /^dexie-react-hooks$/],
    instead: 'hooks show what mirror and outbox hold, and do nothing else.',
  },
  content: {
    folders: ['lib', 'engine/index', 'engine/editing'],
    packages: [/^valibot$/],
    instead: 'content/ states what the site is about; the engine and the features apply it.',
  },
  'content/pieces': {
    folders: ['lib', 'ui', 'content', 'engine/index'],
    packages: [/^react$/],
    instead: 'a piece of content/ is what two features show of a kind; the rest is theirs.',
  },
  ui: {
    folders: ['lib', 'site.config'],
    packages: [...react, /^dompurify$/],
    instead: 'ui/ knows nothing of content: take what is to be shown as props.',
  },
  features: {
    folders: [
      'lib',
      'content',
      'content/pieces',
      'ui',
      'site.config',
      'engine/index',
      'engine/editing',
    ],
    packages: [...react, /^valibot$/, /^@dnd-kit\/core$/, /^minisearch$/, /^schema-dts$/],
    instead:
      'a feature reads and edits through the door of the engine, engine/index.ts; what two features share belongs to ui/ or content/.',
  },
  app: {
    folders: ['lib', 'ui', 'features', 'site.config', 'engine/index'],
    packages: [...react, /^workbox-window$/],
    instead: 'the frame puts features together; what it needs of the rest is wired in main.tsx.',
  },
  'site.config': {
    folders: [],
    packages: [],
    instead: "site.config.ts is the owner's words only.",
  },
  sw: {
    folders: ['lib', 'content', 'engine/index'],
    packages: [/^workbox-(?!window)/],
    instead: 'the service worker has no screens.',
  },
  main: {
    folders: ['lib', 'content', 'engine/index', 'app', 'sw', 'site.config', 'styles.css'],
    packages: react,
    instead: 'main.tsx only builds the engine and the app, and puts them together.',
  },
};

export interface Breach {
  file: string;
  imported: string;
  instead: string;
}

/** The violations in a source tree, given as paths relative to src/ with their text. */
export function findBreaches(files: Readonly<Record<string, string>>): Breach[] {
  return Object.entries(files).flatMap(([file, text]) =>
    importsOf(text).flatMap((imported) => {
      const instead = judge(file, imported);
      return instead === null ? [] : [{ file: `src/${file}`, imported, instead }];
    }),
  );
}

/**
 * Circles of imports, of types too: files that import each other in a ring. One for each group of files that depend on
 * each other.
 */
export function findCircles(files: Readonly<Record<string, string>>): string[][] {
  const needs = (file: string) =>
    importsOf(files[file] ?? '')
      .filter((imported) => imported.startsWith('.'))
      .map((imported) => targetOf(file, imported));
  const circles: string[][] = [];
  const done = new Set<string>();
  function visit(file: string, way: readonly string[]): void {
    const begun = way.indexOf(file);
    if (begun !== -1) circles.push([...way.slice(begun), file]);
    if (begun !== -1 || done.has(file)) return;
    for (const needed of needs(file)) visit(needed, [...way, file]);
    done.add(file);
  }
  for (const file of Object.keys(files)) visit(file, []);
  return circles;
}

/**
 * Names, without their ending, that more than one file has: read alone, such a name does not say which file is meant.
 */
export function findTwins(files: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(files).map((file) => withoutEnding(basename(file)));
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}

function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"]+)\1/g);
  return [...found].map((match) => match[2] ?? '');
}

/** What to do instead, or null if the import is allowed. */
function judge(file: string, imported: string): string | null {
  const from = folderOf(file);
  const rule = rules[from];
  if (rule === undefined)
    return `src/${from} is no folder of the architecture; see docs/architecture.md.`;
  if (!imported.startsWith('.')) {
    return rule.packages.some((allowed) => allowed.test(imported)) ? null : rule.instead;
  }
  const target = targetOf(file, imported);
  const to = folderOf(target);
  if (to === 'main') return 'main.tsx is imported by nobody: it puts the parts together.';
  if (from === 'features' && to === 'features' && featureOf(file) !== featureOf(target)) {
    return rule.instead;
  }
  const allowed =
    to === from || [to, withoutEnding(target)].some((it) => rule.folders.includes(it));
  return allowed ? null : rule.instead;
}

/** Relative to src/, as `file` is. */
function targetOf(file: string, imported: string): string {
  return relative('/', resolve('/', dirname(file), imported));
}

function folderOf(file: string): string {
  const [first = '', ...rest] = file.split('/');
  if (/^engine\/(index|editing|engine)\.ts$/.test(file)) return withoutEnding(file);
  // The parts of it that only screens may import: components and hooks.
  if (first === 'content' && /(\.tsx|\/use-[^/]*\.ts)$/.test(file)) return 'content/pieces';
  if (first === 'engine' && rest.length > 1) return `engine/${rest[0]}`;
  return rest.length > 0 || first.endsWith('.css') ? first : withoutEnding(first);
}

function withoutEnding(file: string): string {
  return file.replace(/\.tsx?$/, '');
}

function featureOf(file: string): string | undefined {
  return file.split('/')[1];
}

export function readTree(root: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(root, path)] = readFileSync(path, 'utf8');
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readTree(resolve('src'));
  const breaches = findBreaches(files);
  for (const { file, imported, instead } of breaches) {
    console.error(`${file} must not import '${imported}': ${instead}`);
  }
  const circles = findCircles(files);
  for (const circle of circles) {
    console.error(`A circle: ${circle.join(' → ')}. What both need belongs one file lower.`);
  }
  const twins = findTwins(files);
  for (const name of twins) console.error(`Two files of src/ are called ${name}.`);
  if (breaches.length + circles.length + twins.length > 0) process.exit(1);
  console.log('Import rules: kept.');
}
