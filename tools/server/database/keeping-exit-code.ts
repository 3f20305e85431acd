import type { PGlite } from '@electric-sql/pglite';

/**
 * Postgres in WASM takes the process for its own, and sets the exit code: 99 when it starts, 100 at every statement that it refuses,
 * 0 when it ends. So a command that had failed before it closed its backend would end as if it had not.
 *
 * @param job what starts or ends it; during that nothing else may set the exit code
 */
export async function keepingExitCode<T>(job: () => Promise<T>): Promise<T> {
  const { exitCode } = process;
  try {
    return await job();
  } finally {
    process.exitCode = exitCode;
  }
}

/** From now on this database leaves the exit code to the process. */
export function leaveExitCode(database: PGlite): void {
  const close = database.close.bind(database);
  const answer = database.execProtocolRawSync.bind(database);
  database.close = () => keepingExitCode(close);
  database.execProtocolRawSync = (message) => {
    const { exitCode } = process;
    try {
      return answer(message);
    } finally {
      process.exitCode = exitCode;
    }
  };
}
