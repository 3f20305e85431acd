import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * The folder that keeps data and secrets. Three rules:
 *
 * 1. One process at a time. PGlite does not lock its files, and two processes that write to them would corrupt
 *    them.
 * 2. A first start is all or nothing. If it stops half-way, for instance between migrations and sample
 *    content, no later start would complete it; so its data is deleted.
 * 3. Only its owner reads it, also where it was there before.
 */
export interface DataFolder {
  /** Where Postgres keeps its files. */
  readonly postgres: string;
  readonly isFirstStart: boolean;
  /** Marks the first start as complete: from here on nothing is deleted. */
  complete(): void;
  release(): void;
}

/** @throws if another process is using the folder */
export function openDataFolder(dataDir: string): DataFolder {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const release = occupy(dataDir);
  const postgres = join(dataDir, 'postgres');
  // Somebody else may have made it, readable by all.
  for (const folder of [dataDir, postgres]) if (existsSync(folder)) closeToOthers(folder);
  const unfinished = join(dataDir, 'first-start-unfinished');
  if (existsSync(unfinished)) {
    rmSync(postgres, { recursive: true, force: true });
    rmSync(join(dataDir, 'secrets.json'), { force: true });
  }
  const isFirstStart = !existsSync(postgres);
  if (isFirstStart) writeFileSync(unfinished, '');
  return { postgres, isFirstStart, complete: () => rmSync(unfinished, { force: true }), release };
}

/** @throws with what to do, if the folder is somebody else's */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    if ((statSync(folder).mode & 0o077) === 0) return;
    throw new Error(
      `${folder} is another user's, and can be read by others. Choose another folder: SITE_DATA_DIR=…`,
      { cause: error },
    );
  }
}

/** @returns a function that releases the folder; so does the end of the process */
function occupy(dataDir: string): () => void {
  const file = join(dataDir, 'in-use-by');
  const owner = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const pid = Number.parseInt(owner, 10);
  // Process ids are reused, also by other programs; the start time tells whether it is the same process.
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

/** What a process writes into its folder: its id, and its start time if the system tells it. */
export function markOf(pid: number): string {
  return `${pid} ${startOf(pid)}`;
}

function startOf(pid: number): string {
  try {
    // Linux: the 22nd value; the second is a name in brackets that may contain anything.
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
    // We may not signal it, so it exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Postgres extends its log in files of 16 MB; with less than two of them it cannot go on. In bytes. */
const LEAST_ROOM = 32_000_000;

/** Whether the folder failed to open for lack of disk space. Postgres's own message does not tell. */
export function isFull(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < LEAST_ROOM;
}
