/** In ms: what is under way may take longer than anybody waits for Ctrl-C. Nothing is lost that was answered. */
const TIME_TO_END = 5_000;

/** How often is looked whether npm is gone, in ms. */
const LOOK_EVERY = 500;

type AtEnd = (end: () => Promise<unknown>) => void;

/**
 * Starts a command and keeps it running until Ctrl-C or SIGTERM, from the first moment on; then ends what it
 * started, the last first, and exits with 0. A second signal ends at once. A start that fails says why.
 *
 * @param start tells `atEnd` how to end each thing that it has started
 */
export async function untilStopped(start: (atEnd: AtEnd) => Promise<void>): Promise<void> {
  const ends: (() => Promise<unknown>)[] = [];
  let stopping = false;
  const stop = async () => {
    stopping = true;
    setTimeout(() => process.exit(0), TIME_TO_END).unref();
    for (const end of ends.reverse()) await end().catch((error: unknown) => console.error(error));
    process.exit(0);
  };
  const onSignal = () => (stopping ? process.exit(1) : void stop());
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // npm passes SIGTERM on to the shell that runs the script. That one ends, and tells nobody.
  if (process.env.npm_lifecycle_event !== undefined) {
    const shell = process.ppid;
    const look = () => void (process.ppid !== shell && !stopping && stop());
    setInterval(look, LOOK_EVERY).unref();
  }
  try {
    await start((end) => ends.push(end));
  } catch (error) {
    giveUp(error);
  }
}

/** Ends a command that cannot go on, with what to do instead of a stack where that is known. */
function giveUp(error: unknown): never {
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
