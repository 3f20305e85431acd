import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder that keeps data and secrets. Two rules:
 *
 * 1. One process at a time. PGlite does not look whether another has the files open, and two that write
 *    to them destroy them.
 * 2. A first start is whole or nothing. One that was stopped half-way, between migrations and sample
 *    content for instance, would never be completed by a later start; so it is thrown away.
 */
export interface DataFolder {
  /** Where Postgres keeps its files. */
  readonly postgres: string;
  readonly isFirstStart: boolean;
  /** Says that the first start is whole: from here on nothing is thrown away. */
  complete(): void;
  release(): void;
}

/** @throws when another process has the folder */
export function openDataFolder(dataDir: string): DataFolder {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const release = occupy(dataDir);
  const postgres = join(dataDir, 'postgres');
  const unfinished = join(dataDir, 'first-start-unfinished');
  if (existsSync(unfinished)) {
    rmSync(postgres, { recursive: true, force: true });
    rmSync(join(dataDir, 'secrets.json'), { force: true });
  }
  const isFirstStart = !existsSync(postgres);
  if (isFirstStart) writeFileSync(unfinished, '');
  return { postgres, isFirstStart, complete: () => rmSync(unfinished, { force: true }), release };
}

/** @returns what gives the folder free again; the end of the process does as well */
function occupy(dataDir: string): () => void {
  const file = join(dataDir, 'in-use-by');
  const owner = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const pid = Number.parseInt(owner, 10);
  // Numbers are given again, to other programs too: only the process that wrote this bears it still.
  if (pid > 0 && pid !== process.pid && isRunning(pid) && owner === markOf(pid)) {
    throw new Error(
      `${dataDir} is in use by process ${pid}. Stop that one, or choose another folder: SITE_DATA_DIR=…`,
    );
  }
  writeFileSync(file, markOf(process.pid));
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

/** What a process leaves in its folder: its number, and when it was started where the system tells. */
export function markOf(pid: number): string {
  return `${pid} ${startOf(pid)}`;
}

function startOf(pid: number): string {
  try {
    // Linux: the 22nd value; the second one is a name in brackets that may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout?.trim() ?? '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it: it is there, and somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Postgres adds to its log in files of 16 MB; with less than two of them it cannot go on. In bytes. */
const LEAST_ROOM = 32_000_000;

/** Whether a failure to open what is in the folder is one of room. What Postgres says of it does not tell. */
export function isFull(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < LEAST_ROOM;
}
