import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import '../server/commands/env-files.ts';
import type { Backend } from '../../src/engine/supabase/http.ts';
import { backendOf } from '../../src/lib/backend-of-build.ts';
import type { SiteConfig } from '../../src/site.config.ts';
import { problemOf } from '../build/plugins/build-settings.ts';
import { samplesLeft } from '../build/plugins/samples-left.ts';
import { lookAt, type Report } from './advice.ts';
import { type Answers, openAnswers } from './answers.ts';
import { withSettings } from './env-lines.ts';
import { ProjectProblem, reach } from './project.ts';
import { wordsThere } from './words-there.ts';
import { writeWhole } from './write-whole.ts';

/**
 * `npm run setup`: asks for the site's words, and writes them to `src/site.config.ts`. Then it asks for the address and the key of
 * a hosted project, checks them against it, writes them to `.env`, and says what is left to do. `npm run setup -- --check` only
 * checks the settings that there are, and exits with 1 if something is missing.
 */

const URL_NAME = 'VITE_SUPABASE_URL';
const KEY_NAME = 'VITE_SUPABASE_PUBLISHABLE_KEY';

interface Settings {
  [URL_NAME]: string;
  [KEY_NAME]: string;
}

const envFile = resolve(import.meta.dirname, '../../.env');
const configFile = resolve(import.meta.dirname, '../../src/site.config.ts');
const onlyCheck = process.argv.includes('--check');

try {
  const settings = onlyCheck ? settingsThere() : await askForAll();
  if (settings === null) end(0);
  else await connect(settings);
} catch (error) {
  if (!(error instanceof ProjectProblem)) throw error;
  console.error(error.message);
  end(1);
}

async function connect(settings: Settings): Promise<void> {
  const problem = problemOf({ ...settings });
  if (problem !== null) throw new ProjectProblem(problem);
  const backend = backendOf('', settings);
  const auth = await reach(backend);
  if (!onlyCheck) keep({ ...settings, [URL_NAME]: backend.url });
  // Read only now, as it may have been written a moment ago.
  const { site } = await import('../../src/site.config.ts');
  const report = await lookAt(backend, auth, site.contact === ('inbox' as string));
  tell({ ...report, advice: [...report.advice, ...(await adviceOnSamples(backend, site))] });
  end(onlyCheck && report.missing.length > 0 ? 1 : 0);
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

/** @returns null if there is to be no hosted project */
async function askForAll(): Promise<Settings | null> {
  const answers = openAnswers();
  try {
    // Who answers by a pipe, or not at all, means the settings.
    const { stdin, stdout, env } = process;
    if (stdin.isTTY && stdout.isTTY && !env.CI) await askForConfig(answers);
    return await askForSettings(answers);
  } finally {
    answers.close();
  }
}

/** FIRST-1. */
async function askForConfig(answers: Answers): Promise<void> {
  console.log('\n  Your words. Enter keeps what stands in brackets.\n');
  const text = readFileSync(configFile, 'utf8');
  // They come with Vite's parser, which takes a second to load: `--check` and the settings do not wait for it.
  const { askForWords } = await import('./ask-words.ts');
  const { ConfigUnreadable } = await import('./config-text.ts');
  try {
    const wanted = await askForWords(answers, text, (line) => console.log(line));
    if (wanted === null) {
      throw new ProjectProblem('\nThere was no answer. Nothing has been written.');
    }
    if (wanted !== text) writeWhole(configFile, wanted);
    console.log(
      `\n  ${wanted === text ? 'Nothing to change in' : 'Written to'} src/site.config.ts\n`,
    );
  } catch (error) {
    if (!(error instanceof ConfigUnreadable)) throw error;
    console.log(`  ${error.message}\n`);
  }
}

/** Asks for both; an empty answer keeps what is set. @returns null if nothing is set and nothing was said */
async function askForSettings(answers: Answers): Promise<Settings | null> {
  const ask = async (question: string, now = ''): Promise<string> => {
    const answer = await answers.ask(`${question}${now === '' ? '' : ` [${now}]`}: `);
    if (answer === null) {
      throw new ProjectProblem('\nThere was no answer. Nothing has been written to .env.');
    }
    return answer.trim() || now;
  };
  const { [URL_NAME]: set, [KEY_NAME]: key } = process.env;
  const isSafe = problemOf({ [URL_NAME]: set, [KEY_NAME]: key }) === null;
  const url = await ask(
    'Address of the Supabase project (dashboard: Connect; Enter for none)',
    isSafe ? set : '',
  );
  if (url === '' && (set ?? '') === '') {
    console.log('\n  No project: the site goes on with its own backend.');
    return null;
  }
  return {
    [URL_NAME]: url,
    [KEY_NAME]: await ask('Publishable key (Project Settings, API Keys)', isSafe ? key : ''),
  };
}

/** FIRST-2. */
async function adviceOnSamples(backend: Backend, site: SiteConfig): Promise<readonly string[]> {
  const left = samplesLeft(await wordsThere(backend, site));
  if (left.length === 0) return [];
  const how = 'Put your own words into src/site.config.ts. These are still the sample’s:';
  return [[how, ...left].join('\n       ')];
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
