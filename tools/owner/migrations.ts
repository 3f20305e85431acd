import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of supabase/migrations, and what a project shows of it to a visitor. */
export interface Migration {
  /** The number that its name begins with. */
  version: string;
  tables: readonly string[];
  /** The functions that it creates and that can be asked for without parameters. */
  functions: readonly string[];
  /** The functions that it creates or replaces, each with the hash that `sync_migrations` gives of it. */
  definitions: readonly { name: string; hash: string }[];
}

/** The functions that can be asked for without parameters. */
const askable = ['sync_pull', 'admin_count', 'sync_migrations'];

/** The migrations of a folder, oldest first. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version] = /^(\d+)_.+\.sql$/.exec(file) ?? [];
      if (version === undefined) return [];
      const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r', '');
      const bare = sql.replace(/--.*$/gm, '');
      return [
        {
          version,
          tables: namesIn(bare, /\bcreate table (?:if not exists )?public\.(\w+)/g),
          functions: namesIn(bare, /\bcreate function public\.(\w+)/g).filter((name) =>
            askable.includes(name),
          ),
          definitions: definitionsIn(sql),
        },
      ];
    });
}

function namesIn(sql: string, pattern: RegExp): string[] {
  return [...sql.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** With the comments: the database keeps those inside of a body. */
function definitionsIn(sql: string): Migration['definitions'] {
  const functions =
    /^create (?:or replace )?function ((?:public|sync)\.\w+)[\s\S]*?\bas (\$\w*\$)([\s\S]*?)\2/gm;
  return [...sql.matchAll(functions)].map(([, name = '', , body = '']) => ({
    name,
    hash: createHash('md5').update(`${name}${body}`).digest('hex'),
  }));
}

/**
 * The first migration that has not been run, by what `sync_migrations` says: one that is not in the ledger, or whose form of
 * a function is not there while an earlier migration's is. A form that no migration has made is the owner's own.
 *
 * @returns its place; -1 if none is missing
 */
export function firstNotRun(
  migrations: readonly Migration[],
  there: { migrations: readonly string[] | null; functions: readonly string[] },
): number {
  const hashes = new Set(there.functions);
  const forms = migrations.flatMap(({ definitions }, place) =>
    definitions.map((definition) => ({ ...definition, place })),
  );
  const isBehind = (place: number, name: string) => {
    const ofIt = forms.filter((form) => form.name === name);
    const last = ofIt.findLastIndex(({ hash }) => hashes.has(hash));
    return last !== -1 && ofIt[last + 1]?.place === place;
  };
  return migrations.findIndex(
    ({ version, definitions }, place) =>
      there.migrations?.includes(version) === false ||
      definitions.some(({ name }) => isBehind(place, name)),
  );
}
