import { backendOf } from '../../src/lib/backend-of-build.ts';
import { backendOptions, sitePort } from '../server/commands/settings.ts';
import { createBackend } from '../server/database/backend.ts';
import { PUBLISHABLE_KEY } from '../server/database/secrets.ts';
import { serve } from '../server/http/server.ts';
import { NotTransferred, type OwnersSite, signIn } from './transfer.ts';

/** A site that runs is reached like a hosted one; its data folder is never opened twice. */
const besideIt = `Or leave it running and sign in to it: put VITE_SUPABASE_URL=http://localhost:${sitePort} (or the address that it has printed) and VITE_SUPABASE_PUBLISHABLE_KEY=${PUBLISHABLE_KEY} before the command.`;

/**
 * Runs a command on the embedded backend's data, as its demo admin.
 *
 * @throws {NotTransferred} if the data cannot be opened
 */
export async function onEmbedded(command: (site: OwnersSite) => Promise<void>): Promise<void> {
  const embedded = await createBackend({ ...backendOptions, seedFile: null }).catch(
    (error: unknown) => {
      // It says what to do: the site is running, for instance, or the disk is full.
      const why = error instanceof Error ? error.message : String(error);
      throw new NotTransferred(why.includes(' is in use by ') ? `${why} ${besideIt}` : why, {
        cause: error,
      });
    },
  );
  try {
    const { email, password } = embedded.demoAdmin;
    const serving = await serve({ backend: embedded, siteDir: null, host: '127.0.0.1', port: 0 });
    try {
      const backend = backendOf(serving.url, {});
      const token = await signIn(backend, email, password);
      await command({ backend, token, name: backendOptions.dataDir });
    } finally {
      await serving.close();
    }
  } finally {
    await embedded.close();
  }
}
