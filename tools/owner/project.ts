import { resolve } from 'node:path';
import { RealtimeClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import {
  type Backend,
  parseJson,
  type Question,
  type Reply,
  request,
} from '../../src/engine/supabase/http.ts';
import { Failure } from '../../src/lib/failure.ts';
import { firstNotRun, type Migration, readMigrations } from './migrations.ts';
import { patiently } from './patience.ts';

/** What can be seen of a hosted project with its publishable key. Nothing is written there. */

/** Something that has to be put right before anything else: what is wrong and what to do, in one line. */
export class ProjectProblem extends Error {
  override name = 'ProjectProblem';
}

export interface AuthSettings {
  signUpIsOpen: boolean;
  confirmsMail: boolean;
}

/**
 * Whether the address is a project's and the key is its own.
 *
 * @throws {ProjectProblem}
 */
export async function reach(backend: Backend): Promise<AuthSettings> {
  const { status, text } = await ask(backend, { path: '/auth/v1/settings', method: 'GET' });
  const settings = Object(parseJson(text)) as Record<string, unknown>;
  const refusal = problemOfStatus(backend, status);
  if (refusal !== null) throw new ProjectProblem(refusal);
  if (typeof settings.disable_signup !== 'boolean') {
    throw new ProjectProblem(
      `What answers at ${backend.url} is no Supabase project. The address looks like https://abcdefgh.supabase.co; the dashboard shows it under Connect.`,
    );
  }
  return { signUpIsOpen: !settings.disable_signup, confirmsMail: !settings.mailer_autoconfirm };
}

/** 540 is what Supabase's gateway answers for a paused project, and 402 for one beyond its quota. */
function problemOfStatus({ url }: Backend, status: number): string | null {
  if (status === 401 || status === 403) {
    return `The project at ${url} does not accept this key. Copy its publishable key from the dashboard: Project Settings, API Keys.`;
  }
  if (status === 540) {
    return `The project at ${url} is paused. Open it in the Supabase dashboard and choose Restore project.`;
  }
  if (status === 402) {
    return `The project at ${url} is restricted: its organisation has used up its quota, or has not paid. The dashboard says which.`;
  }
  if (status === 429 || status >= 500) {
    return `The project at ${url} answers ${status}: it is starting, or in trouble. Wait a minute, then look at it in the Supabase dashboard.`;
  }
  return null;
}

/**
 * The version of the newest migration in the project.
 *
 * @throws {ProjectProblem} if one of the folder's is missing
 */
export async function newestMigration(
  backend: Backend,
  folder: string = resolve(import.meta.dirname, '../../supabase/migrations'),
): Promise<string> {
  const migrations = readMigrations(folder);
  const unseen = await firstUnseen(backend, migrations);
  // One that shows nothing is in the project if a later one is.
  const seen = migrations.slice(0, unseen).findLast((it) => it.tables.length > 0);
  if (unseen !== -1) throw lacking(backend, seen, migrations[unseen]);
  const missing = firstNotRun(migrations, await whatHasBeenRun(backend));
  if (missing !== -1) throw lacking(backend, migrations[missing - 1], migrations[missing]);
  return migrations.at(-1)?.version ?? '';
}

function lacking({ url }: Backend, last?: Migration, missing?: Migration): ProjectProblem {
  const has =
    last === undefined ? 'has none of the migrations' : `has the migrations up to ${last.version}`;
  return new ProjectProblem(
    `The project at ${url} ${has}; ${missing?.version} is missing. Apply them: \`npx supabase@3.1.0 link\`, then \`npx supabase@3.1.0 db push --remote\`.`,
  );
}

/** Its place; -1 if all are seen. One question after the other, as a small project answers them anyway. */
async function firstUnseen(backend: Backend, migrations: readonly Migration[]): Promise<number> {
  for (const [place, { tables, functions }] of migrations.entries()) {
    const questions = [
      ...tables.map((name): Question => ({ path: `/rest/v1/${name}?limit=0`, method: 'GET' })),
      ...functions.map((name) => call(name, {})),
    ];
    for (const question of questions) if (await isUnknown(backend, question)) return place;
  }
  return -1;
}

const migrationsRun = v.object({
  migrations: v.nullable(v.array(v.string())),
  functions: v.array(v.string()),
});
/** Only the newest form of the function says it. */
const inboxToo = v.object({ inbox_is_open: v.boolean() });

/**
 * Whether the inbox takes messages.
 *
 * @throws {ProjectProblem} also if the project lacks the migration by which it can be asked
 */
export async function inboxIsOpen(backend: Backend): Promise<boolean> {
  return (await told(backend, inboxToo)).inbox_is_open;
}

async function whatHasBeenRun(backend: Backend): Promise<v.InferOutput<typeof migrationsRun>> {
  return told(backend, migrationsRun);
}

async function told<Said>(backend: Backend, schema: v.GenericSchema<unknown, Said>): Promise<Said> {
  const { status, text } = await ask(backend, call('sync_migrations', {}));
  const said = v.safeParse(schema, parseJson(text));
  if (said.success) return said.output;
  throw new ProjectProblem(
    `The project at ${backend.url} does not say which migrations it has: ${status}.`,
  );
}

/** Whether the API knows no such table or function. One that it may not show is there. */
async function isUnknown(backend: Backend, question: Question): Promise<boolean> {
  const { status, text } = await ask(backend, question);
  const refusal = problemOfStatus(backend, status);
  const { code } = Object(parseJson(text)) as { code?: unknown };
  // A table that only accounts may read is refused with a code of the database.
  if (refusal !== null && code === undefined) throw new ProjectProblem(refusal);
  return status === 404 && ['PGRST202', 'PGRST205', '42P01'].includes(String(code));
}

/**
 * Whether the project has the bucket for pictures, and it is public. Asked for a picture that no bucket holds, Storage says which
 * of the two is missing.
 *
 * @throws {ProjectProblem}
 */
export async function keepsPictures(backend: Backend): Promise<boolean> {
  const path = '/storage/v1/object/public/pictures/none';
  const { text } = await ask(backend, { path, method: 'GET' });
  const { message } = Object(parseJson(text)) as { message?: unknown };
  return message === 'Object not found';
}

/**
 * What admins have written in the place of the configuration's words; null if they have not.
 *
 * @throws {ProjectProblem}
 */
export async function profileRow(backend: Backend): Promise<unknown> {
  const { text } = await ask(backend, { path: '/rest/v1/site_profile?limit=1', method: 'GET' });
  const rows = parseJson(text);
  return Array.isArray(rows) ? (rows[0] ?? null) : null;
}

/** @throws {ProjectProblem} */
export async function adminCount(backend: Backend): Promise<number> {
  const { status, text } = await ask(backend, call('admin_count', {}));
  const count = parseJson(text);
  if (typeof count === 'number') return count;
  throw new ProjectProblem(
    `The project at ${backend.url} does not say how many administrators there are: ${status}.`,
  );
}

function call(name: string, body: object): Question {
  return { path: `/rest/v1/rpc/${name}`, method: 'POST', body };
}

/** The longest that Realtime is waited for, in ms: of a project that was idle it has to start first. */
const REALTIME_PATIENCE = 20_000;

/** Whether Realtime tells of changes of `sync_state`, which is what open pages listen to. */
export async function tellsOfChanges(backend: Backend): Promise<boolean> {
  const client = new RealtimeClient(`${backend.url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: backend.key },
    // Node 20 has none of its own.
    transport: WebSocket as never,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<boolean>((done) => {
      timer = setTimeout(() => done(false), REALTIME_PATIENCE);
      client
        .channel('setup')
        .on(
          'postgres_changes',
          { event: 'UPDATE', schema: 'public', table: 'sync_state' },
          () => {},
        )
        // The join is accepted before it is known whether the table is published.
        .on('system', {}, ({ extension, status }) => {
          if (extension === 'postgres_changes') done(status === 'ok');
        })
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') done(false);
        });
    });
  } finally {
    clearTimeout(timer);
    await client.removeAllChannels();
    await client.disconnect();
  }
}

async function ask(backend: Backend, question: Question): Promise<Reply> {
  try {
    return await patiently(() => request(backend, question));
  } catch (error) {
    throw new ProjectProblem(problemOfSilence(backend, error), { cause: error });
  }
}

function problemOfSilence({ url }: Backend, error: unknown): string {
  const { hostname } = new URL(url);
  // The failure, what fetch threw, and the reason that it kept.
  const { cause } = Object((error as Failure).cause) as { cause?: unknown };
  const { code } = Object(cause) as { code?: unknown };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `There is no ${hostname}: the address is mistyped, the project was paused or deleted, or this machine has no network. The dashboard shows the address under Connect, and wakes a paused project.`;
  }
  if (error instanceof Failure && error.code === 'time-out') {
    return `Nothing at ${url} answers in time, after three tries: the project is paused or starting, or this machine has no network. Look at it in the Supabase dashboard.`;
  }
  return `Nothing answers at ${url}${code === undefined ? '' : ` (${code})`}. Is the address right, and is there a network?`;
}
