import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The scripts of a built site: their dependencies, sizes and contents. */
export interface BuiltParts {
  /** The scripts with this name, without its hash. */
  named(name: string): string[];
  /** These scripts, and those that the browser has to load before it runs them. */
  needed(scripts: Iterable<string>): Set<string>;
  /** These scripts, and all that they may ever load, except through `without`. */
  reachable(scripts: Iterable<string>, without?: readonly string[]): Set<string>;
  /** The gzipped bytes of a script, or of all of them. */
  weight(scripts: Iterable<string>): number;
  /** A line for each script: its gzipped bytes, and the packages and folders in it. */
  describe(scripts: Iterable<string>): string;
}

const EARLY = /(?:from|import)\s*["'`]\.\/(?:assets\/)?([^"'`]+\.js)["'`]/g;
const LATE = /import\(\s*["'`]\.\/(?:assets\/)?([^"'`]+\.js)["'`]/g;

/** @param folder a built site; scripts are named by their paths in it */
export function builtParts(folder: string): BuiltParts {
  const names = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
  const scripts = new Map(
    [...names.map((name) => `assets/${name}`), 'outbox-worker.js', 'sw.js'].map((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      const paths = (pattern: RegExp) => [...text.matchAll(pattern)].map((it) => `assets/${it[1]}`);
      return [
        path,
        { early: paths(EARLY), late: paths(LATE), bytes: gzipSync(text, { level: 9 }).length },
      ];
    }),
  );
  const scriptAt = (path: string) => {
    const script = scripts.get(path);
    if (script === undefined) throw new Error(`The build has no ${path}.`);
    return script;
  };
  function follow(from: Iterable<string>, next: (path: string) => readonly string[]): Set<string> {
    const found = new Set(from);
    for (const path of found) for (const other of next(path)) found.add(other);
    return found;
  }
  const weight = (paths: Iterable<string>) =>
    [...paths].reduce((sum, path) => sum + scriptAt(path).bytes, 0);
  return {
    named: (name) =>
      [...scripts.keys()].filter(
        (path) => path.replace(/^assets\/|(-[\w-]{8})?\.js$/g, '') === name,
      ),
    needed: (from) => follow(from, (path) => scriptAt(path).early),
    reachable: (from, without = []) =>
      follow(from, (path) =>
        [...scriptAt(path).early, ...scriptAt(path).late].filter((it) => !without.includes(it)),
      ),
    weight,
    describe: (paths) =>
      [...paths]
        .sort((a, b) => scriptAt(b).bytes - scriptAt(a).bytes)
        .map((path) => `${weight([path])} ${path}: ${contentsOf(join(folder, path)).join(', ')}`)
        .join('\n'),
  };
}

/** The packages and folders of src/ that a script consists of. */
function contentsOf(file: string): string[] {
  // The bundler's own script has no map.
  if (!existsSync(`${file}.map`)) return [];
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  const rooms = sources.map(
    (source) =>
      /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ??
      /src\/(?:[^/]+\/){0,2}/.exec(source)?.[0] ??
      source,
  );
  return [...new Set(rooms)];
}
