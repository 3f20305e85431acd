import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of supabase/migrations, and what a visitor can see of it in a project: its tables and functions. */
export interface Migration {
  /** The number that its name begins with. */
  version: string;
  tables: readonly string[];
  functions: readonly string[];
}

/** The functions that can be asked for without parameters. */
const askable = ['sync_pull', 'admin_count'];

/** The migrations of a folder, oldest first. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version] = /^(\d+)_.+\.sql$/.exec(file) ?? [];
      if (version === undefined) return [];
      const sql = readFileSync(join(folder, file), 'utf8').replace(/--.*$/gm, '');
      return [
        {
          version,
          tables: namesIn(sql, /\bcreate table (?:if not exists )?public\.(\w+)/g),
          functions: namesIn(sql, /\bcreate function public\.(\w+)/g).filter((name) =>
            askable.includes(name),
          ),
        },
      ];
    });
}

function namesIn(sql: string, pattern: RegExp): string[] {
  return [...sql.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
