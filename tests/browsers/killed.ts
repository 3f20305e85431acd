import type { ChildProcess } from 'node:child_process';

/** SIGKILL to a browser, which has a process group of its own, and its processes. @returns when it is gone */
export async function killed(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-pid, 'SIGKILL');
  await gone;
}
