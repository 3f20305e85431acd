/**
 * Opens or closes Postgres in WASM. It takes the process for its own, and sets the exit code: 99 when it starts, 0 when it ends. So
 * a command that had failed before it closed its backend would end as if it had not.
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
