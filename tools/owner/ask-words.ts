import { isInvisible } from '../../src/lib/invisible.ts';
import { shortened } from '../../src/lib/shortened.ts';
import type { Answers } from './answers.ts';
import { type ConfigLink, readConfig, withLinks, withTexts } from './config-text.ts';

/** FIRST-1: asks for the words of `src/site.config.ts`. An empty answer keeps what is there. */

interface Question {
  /** Where the answer stands in the configuration. */
  readonly name: string;
  readonly words: string;
  /** What is wrong with an answer, in a sentence; null if nothing is. */
  readonly problemOf?: (answer: string) => string | null;
}

const questions: readonly Question[] = [
  { name: 'brand', words: 'Name of the site' },
  { name: 'tagline', words: 'Tagline, a few words below it' },
  { name: 'description', words: 'Description, for search engines and previews of links' },
  { name: 'profile.name', words: 'Your name' },
  { name: 'profile.description', words: 'About you, in a sentence or two' },
  {
    name: 'timeZone',
    words: 'Time zone of your days, such as Europe/Berlin',
    problemOf: problemOfZone,
  },
];

/**
 * @param text the configuration as it is
 * @param say tells of what cannot be asked or taken
 * @returns the configuration with the answers in it, the same if there are none; null if the answers ended too soon
 * @throws {ConfigUnreadable}
 */
export async function askForWords(
  answers: Pick<Answers, 'ask'>,
  text: string,
  say: (line: string) => void,
): Promise<string | null> {
  const { texts, links } = readConfig(text);
  const answered = new Map<string, string>();
  for (const { name, words, problemOf = () => null } of questions) {
    const now = texts.get(name);
    if (now === undefined) {
      say(`  ${name} is no plain text in src/site.config.ts: change it there.`);
      continue;
    }
    const answer = await insist(answers, `${words} [${inALine(now)}]: `, problemOf, say);
    if (answer === null) return null;
    if (answer !== '' && answer !== now) answered.set(name, answer);
  }
  const withAnswers = withTexts(text, answered);
  if (links === null) {
    say('  social is no plain list in src/site.config.ts: change it there.');
    return withAnswers;
  }
  const kept: (ConfigLink | null)[] = [];
  for (const { label, href } of links) {
    const question = `Address of your ${label}, - for none [${href}]: `;
    const answer = await insist(
      answers,
      question,
      (it) => (it === '-' ? null : problemOfAddress(it)),
      say,
    );
    if (answer === null) return null;
    if (answer === '-') kept.push(null);
    else kept.push({ label, href: answer === '' ? href : addressIn(answer) });
  }
  const added: ConfigLink[] = [];
  for (;;) {
    const question = 'Another link, as in: GitHub https://github.com/me (Enter for no more): ';
    const all = [...kept, ...added].map((it) => it?.href);
    const problemOf = (it: string) =>
      problemOfAddress(linkIn(it).href) ??
      (all.includes(linkIn(it).href) ? 'That link is there already.' : null);
    const answer = await insist(answers, question, problemOf, say);
    if (answer === null) return null;
    if (answer === '') break;
    added.push(linkIn(answer));
  }
  return withLinks(withAnswers, kept, added);
}

/** Asks until an answer is right. @returns empty if nothing was said; null if there are no more answers */
async function insist(
  answers: Pick<Answers, 'ask'>,
  question: string,
  problemOf: (answer: string) => string | null,
  say: (line: string) => void,
): Promise<string | null> {
  for (;;) {
    const answer = await answers.ask(question);
    if (answer === null || isInvisible(answer)) return answer === null ? null : '';
    const problem = problemOf(answer.trim());
    if (problem === null) return answer.trim();
    say(`  ${problem}`);
  }
}

function inALine(text: string): string {
  return shortened(text.replaceAll(/\s+/g, ' '), LONGEST_SHOWN);
}

/** Characters of what is there that a question shows. */
const LONGEST_SHOWN = 60;

/** A zone that is only an offset from UTC would be a mistake in half of the year, and older browsers do not know it. */
function problemOfZone(name: string): string | null {
  const problem = `There is no time zone called “${name}”. It is a name such as Europe/Berlin.`;
  if (!/^[a-z]/i.test(name)) return problem;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return null;
  } catch {
    return problem;
  }
}

function linkIn(answer: string): ConfigLink {
  const [, label, address = answer] = /^(.+?)\s+(\S+)$/.exec(answer) ?? [];
  const href = addressIn(address);
  return { label: label ?? href.replace(/^https:\/\/(www\.)?/, '').replace(/[/?#].*$/, ''), href };
}

function addressIn(answer: string): string {
  return /^[a-z][a-z\d+.-]*:/i.test(answer)
    ? answer.replace(/^https:/i, 'https:')
    : `https://${answer}`;
}

function problemOfAddress(answer: string): string | null {
  const address = addressIn(answer);
  const isWeb =
    URL.canParse(address) && /^https:\/\/[^/]*\w\.\w/.test(address) && !/\s/.test(address);
  return isWeb ? null : `“${answer}” is no address of the web. It begins with https://.`;
}
