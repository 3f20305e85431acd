import { execFileSync } from 'node:child_process';
import { readFlags } from './flags.ts';

/**
 * `npm run lines -- <revision>`: how many lines of tests, and of code outside of them, this tree has, and the revision had.
 * Source files that git tracks count; data, documents and what is generated do not.
 */

const SOURCE = /\.(tsx?|m?js|css|sql|html)$/;
const GENERATED = /^src\/content\/database-types\.ts$|^supabase\/seed\.sql$|^public\//;

const { positionals } = readFlags({}, { allowPositionals: true });
const [revision = 'HEAD'] = positionals;

const before = linesOf(revision);
const now = linesOf(null);
const row = (name: string, ...cells: (string | number)[]) =>
  console.log([name.padEnd(8), ...cells.map((cell) => String(cell).padStart(10))].join(' '));
row('', revision, 'now', 'change');
for (const part of ['tests', 'code'] as const)
  row(part, before[part], now[part], now[part] - before[part]);

/** @param of a revision; null for the tree as it is */
function linesOf(of: string | null): { tests: number; code: number } {
  // Each line is counted once by an expression that every line matches.
  const words = ['grep', '--count', '-I', '', ...(of === null ? [] : [of]), '--', '.'];
  const printed = execFileSync('git', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const lines = { tests: 0, code: 0 };
  for (const line of printed.trim().split('\n')) {
    const [count = '', file = ''] = line.split(':').reverse();
    if (!SOURCE.test(file) || GENERATED.test(file)) continue;
    lines[/^tests\/|\.test\.tsx?$/.test(file) ? 'tests' : 'code'] += Number(count);
  }
  return lines;
}
