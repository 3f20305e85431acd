import '../server/commands/env-files.ts';
import { printable } from '../../src/content/moving-in/printable.ts';
import { UnusableSource } from '../../src/content/moving-in/unusable-source.ts';
import type { Backend } from '../../src/engine/supabase/http.ts';
import { backendOf } from '../../src/lib/backend-of-build.ts';
import { Failure } from '../../src/lib/failure.ts';
import { problemOf } from '../build/plugins/build-settings.ts';
import { backendOptions, sitePort } from '../server/commands/settings.ts';
import { createBackend, PUBLISHABLE_KEY } from '../server/database/backend.ts';
import { serve } from '../server/http/server.ts';
import { openAnswers } from './answers.ts';
import { newestMigration, ProjectProblem, reach } from './project.ts';
import { UnusableFile } from './read-content-file.ts';
import { NotTransferred, signIn } from './transfer.ts';

/** The site that the settings name, opened for an admin. */
export interface OwnersSite {
  backend: Backend;
  /** The admin's. */
  token: string;
  /** Where its content is, for the owner. */
  name: string;
}

/**
 * Runs a command on the site of the settings: the hosted project, with an admin's sign-in, which is asked for; or the
 * embedded backend's data, with that of its demo admin. A failure is printed in a line, and the exit code is 1.
 */
export async function onSite(command: (site: OwnersSite) => Promise<void>): Promise<void> {
  try {
    const problem = problemOf(process.env);
    if (problem !== null) throw new ProjectProblem(problem);
    await (process.env.VITE_SUPABASE_URL ? onHosted(command) : onEmbedded(command));
  } catch (error) {
    if (!isForOwner(error)) throw error;
    // A server's words, or a library's, are not ours.
    console.error(error.message.split('\n').map(printable).join('\n'));
    process.exitCode = 1;
  }
}

function isForOwner(error: unknown): error is Error {
  const all = [ProjectProblem, UnusableFile, UnusableSource, NotTransferred, Failure];
  return all.some((it) => error instanceof it);
}

async function onHosted(command: (site: OwnersSite) => Promise<void>): Promise<void> {
  const backend = backendOf('', process.env);
  await reach(backend);
  await newestMigration(backend);
  const answers = openAnswers();
  try {
    console.log(`An administrator of ${backend.url} signs in.`);
    const email = await answers.ask('E-mail: ');
    const password = await answers.askHidden('Password: ');
    if (email === null || password === null) throw new NotTransferred('There was no answer.');
    const token = await signIn(backend, email.trim(), password);
    await command({ backend, token, name: backend.url });
  } finally {
    answers.close();
  }
}

/** A site that runs is reached like a hosted one; its data folder is never opened twice. */
const besideIt = `Or leave it running and sign in to it: put VITE_SUPABASE_URL=http://localhost:${sitePort} (or the address that it has printed) and VITE_SUPABASE_PUBLISHABLE_KEY=${PUBLISHABLE_KEY} before the command.`;

async function onEmbedded(command: (site: OwnersSite) => Promise<void>): Promise<void> {
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
