/**
 * Keeps a command running until Ctrl-C or SIGTERM, then ends what it started, in order, and exits with 0.
 * A second signal ends at once.
 */
export function untilStopped(ends: readonly (() => Promise<unknown>)[]): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    for (const end of ends) await end().catch((error: unknown) => console.error(error));
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}

/** Ends a command that cannot go on, with what to do instead of a stack where that is known. */
export function giveUp(error: unknown): never {
  const { code, message, port } = error as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE') {
    console.error(
      `Port ${port} is taken. Choose another: PORT=… (SUPABASE_PORT=… for npm run supabase).`,
    );
  } else {
    console.error(message ?? error);
  }
  process.exit(1);
}
