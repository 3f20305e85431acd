import '../server/commands/env-files.ts';
import { printable } from '../../src/content/moving-in/printable.ts';
import { UnusableSource } from '../../src/content/moving-in/unusable-source.ts';
import { backendOf } from '../../src/lib/backend-of-build.ts';
import { Failure } from '../../src/lib/failure.ts';
import { problemOf } from '../build/plugins/build-settings.ts';
import { openAnswers } from './answers.ts';
import { newestMigration, ProjectProblem, reach } from './project.ts';
import { UnusableFile } from './read-content-file.ts';
import { NotTransferred, type OwnersSite, signIn } from './transfer.ts';

type Command = (site: OwnersSite) => Promise<void>;

/**
 * Runs a command on the site of the settings: the hosted project, with an admin's sign-in, which is asked for; or the
 * embedded backend's data, with that of its demo admin. A failure is printed in a line, and the exit code is 1.
 *
 * @param prepare reads what was asked for. What is wrong with that is told before anybody has to sign in.
 */
export async function onSite(prepare: () => Command): Promise<void> {
  try {
    const command = prepare();
    const problem = problemOf(process.env);
    if (problem !== null) throw new ProjectProblem(problem);
    if (process.env.VITE_SUPABASE_URL) await onHosted(command);
    // Its database takes a second to load, for which owners of a hosted project need not wait.
    else await (await import('./on-embedded.ts')).onEmbedded(command);
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

async function onHosted(command: Command): Promise<void> {
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
