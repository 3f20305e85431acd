import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './supabase-command.ts';

/** CONTRIBUTING.md, followed to the letter in a copy of the repository. */

const run = promisify(execFile);

/** A step of the text: a file, or lines to be added to one. */
export interface Step {
  readonly path: string;
  readonly text: string;
  readonly isDiff: boolean;
}

/** The text of a section. */
export function sectionOf(title: string): string {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  return new RegExp(`^## ${title}\\n([\\s\\S]*?)^## `, 'm').exec(guide)?.[1] ?? '';
}

/** The blocks of a section that name a file. */
export function stepsIn(section: string): readonly Step[] {
  const blocks = section.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, language = '', path = '', text = '']) => ({
    path,
    text,
    isDiff: language === 'diff',
  }));
}

export function take(copy: string, { path, text, isDiff }: Step): void {
  const file = join(copy, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, isDiff ? withLines(readFileSync(file, 'utf8'), text, path) : text);
}

/** The text with each line that begins with `+` below the one before it; without one before it, at the top. */
function withLines(text: string, diff: string, path: string): string {
  const lines = text.split('\n');
  let place = 0;
  for (const line of diff.split('\n').filter((it) => it !== '')) {
    if (line.startsWith('+')) {
      lines.splice(place, 0, line.slice(1));
      place += 1;
      continue;
    }
    const found = lines.indexOf(line.slice(1), place);
    if (found === -1) throw new Error(`${path} has no line ${line}`);
    place = found + 1;
  }
  return lines.join('\n');
}

/**
 * Copies all files that git knows or would add; packages are linked.
 *
 * @param copy an empty folder
 * @param under the folders and files to copy; by default all
 */
export async function copyTracked(copy: string, under: readonly string[] = []): Promise<void> {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...under];
  const { stdout } = await run('git', words, { cwd: root, maxBuffer: 16 * 1024 * 1024 });
  for (const path of stdout.split('\0').filter((it) => it !== '')) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** The built copy finds its backend where it is served. */
const sameOrigin = { VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' };

/** Runs a program of the copy. @returns its code, and all that it printed */
export async function runIn(
  copy: string,
  program: string,
  ...words: string[]
): Promise<{ code: number; printed: string }> {
  const options = {
    cwd: copy,
    maxBuffer: 64 * 1024 * 1024,
    // Vitest's own NODE_ENV would make the build one for tests.
    env: { ...process.env, NO_COLOR: '1', NODE_ENV: undefined, ...sameOrigin },
  };
  try {
    const { stdout, stderr } = await run(join(root, 'node_modules/.bin', program), words, options);
    return { code: 0, printed: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, printed: stdout + stderr };
  }
}

/**
 * What the compiler says of the copy's `src`, where all steps are. It takes a fifth of the time of the whole: it reads no
 * tests, and looks only at what has changed since it was last asked.
 */
export async function compiledSource(copy: string): Promise<string> {
  const compilerOptions = { incremental: true, tsBuildInfoFile: 'source.tsbuildinfo' };
  const project = { extends: './tsconfig.json', compilerOptions, include: ['src'] };
  writeFileSync(join(copy, 'tsconfig.source.json'), JSON.stringify(project));
  return (await runIn(copy, 'tsc', '-p', 'tsconfig.source.json')).printed;
}
