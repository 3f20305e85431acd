/** In ms: after this long, work still under way is abandoned. Nothing already answered is lost. */
const TIME_TO_END = 5_000;

/** How often to check whether npm has ended, in ms. */
const LOOK_EVERY = 500;

type AtEnd = (end: () => Promise<unknown>) => void;

/**
 * Starts a command and keeps it running until Ctrl-C or SIGTERM, which may come at any moment; then ends what it
 * has started, in reverse order, and exits with 0. A second signal exits at once. A failed start says why.
 *
 * @param start registers with `atEnd` how to end each thing that it has started
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
  // npm passes SIGTERM to the shell that runs the script. The shell ends without telling its child.
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

/** Ends a command that cannot go on, with advice instead of a stack trace if there is any. */
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
