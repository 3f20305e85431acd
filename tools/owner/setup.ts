import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import '../server/commands/env-files.ts';
import { backendOf } from '../../src/lib/backend-of-build.ts';
import { problemOf } from '../build/plugins/build-settings.ts';
import { lookAt, type Report } from './advice.ts';
import { openAnswers } from './answers.ts';
import { withSettings } from './env-lines.ts';
import { ProjectProblem, reach } from './project.ts';

/**
 * `npm run setup`: asks for the address and the key of a hosted project, checks them against it, writes them to `.env`,
 * and says what is left to do. `npm run setup -- --check` only checks the settings that there are, and exits with 1 if
 * something is missing.
 */

const URL_NAME = 'VITE_SUPABASE_URL';
const KEY_NAME = 'VITE_SUPABASE_PUBLISHABLE_KEY';

interface Settings {
  [URL_NAME]: string;
  [KEY_NAME]: string;
}

const envFile = resolve(import.meta.dirname, '../../.env');
const onlyCheck = process.argv.includes('--check');

try {
  const settings = onlyCheck ? settingsThere() : await askForSettings();
  const problem = problemOf({ ...settings });
  if (problem !== null) throw new ProjectProblem(problem);
  const backend = backendOf('', settings);
  const auth = await reach(backend);
  if (!onlyCheck) keep({ ...settings, [URL_NAME]: backend.url });
  const report = await lookAt(backend, auth);
  tell(report);
  end(onlyCheck && report.missing.length > 0 ? 1 : 0);
} catch (error) {
  if (!(error instanceof ProjectProblem)) throw error;
  console.error(error.message);
  end(1);
}

/** The client that has listened keeps timers for ten seconds, which would keep the command. */
function end(code: number): void {
  process.stdout.write('', () => process.exit(code));
}

function settingsThere(): Settings {
  const { [URL_NAME]: url = '', [KEY_NAME]: key = '' } = process.env;
  if (url !== '' || key !== '') return { [URL_NAME]: url, [KEY_NAME]: key };
  throw new ProjectProblem(
    'No hosted project is set, so the site uses its own backend. `npm run setup` connects it to a project.',
  );
}

/** Asks for both; an empty answer keeps what is set. */
async function askForSettings(): Promise<Settings> {
  const answers = openAnswers();
  const ask = async (question: string, now = ''): Promise<string> => {
    const answer = await answers.ask(`${question}${now === '' ? '' : ` [${now}]`}: `);
    if (answer === null) {
      throw new ProjectProblem('\nThere was no answer. Nothing has been written.');
    }
    return answer.trim() || now;
  };
  const { [URL_NAME]: url, [KEY_NAME]: key } = process.env;
  const isSafe = problemOf({ [URL_NAME]: url, [KEY_NAME]: key }) === null;
  try {
    return {
      [URL_NAME]: await ask(
        'Address of the Supabase project (dashboard: Connect)',
        isSafe ? url : '',
      ),
      [KEY_NAME]: await ask('Publishable key (Project Settings, API Keys)', isSafe ? key : ''),
    };
  } finally {
    answers.close();
  }
}

/** Writes the settings, and warns where the shell or .env.local says otherwise and wins. */
function keep(settings: Settings): void {
  const text = existsSync(envFile) ? readFileSync(envFile, 'utf8') : '';
  writeFileSync(envFile, withSettings(text, { ...settings }));
  console.log(`\n  Written to .env`);
  for (const [name, value] of Object.entries(settings)) {
    const other = process.env[name] ?? value;
    const isOfFile = text.split(/\r?\n/).some((line) => line === `${name}=${other}`);
    if (other !== value && other !== '' && !isOfFile) {
      console.log(`  ${name} is also set in the shell or in .env.local, which wins.`);
    }
  }
}

function tell({ found, missing, advice }: Report): void {
  console.log('');
  for (const [what, how] of found) console.log(`  ${what.padEnd(20)}${how}`);
  const steps = [...missing, ...advice];
  console.log(steps.length === 0 ? '\n  Nothing is left to do.' : '\n  Left to do:');
  for (const [i, step] of steps.entries()) console.log(`  ${i + 1}. ${step}`);
}
