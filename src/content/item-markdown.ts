import { ownersTime } from '../lib/owner-times.ts';
import { webAddress } from '../lib/web-address.ts';
import { learningParagraphs } from './learnings/learning-text.ts';
import type { Learning } from './learnings/learnings.ts';
import { isHtml } from './markdown/html-or-markdown.ts';
import { type Project, statusWords } from './projects/projects.ts';
import type { Resource } from './resources/resources.ts';
import { type Task, type TaskStatus, taskStatusWords } from './tasks/tasks.ts';

/** Items as Markdown: the files that the build makes, and what "Copy as Markdown" copies. */

/** In the order of the board (BOARD-1). */
const statuses: readonly TaskStatus[] = ['todo', 'in-progress', 'done'];

/**
 * Details that are Markdown are as they are stored, to the byte, at the end: nothing that is added can come into a fence that
 * they leave open. Of HTML the words are left.
 *
 * @param tasks of this project, in the order of their list
 * @param learnings of this project, too
 */
export function projectMarkdown(
  { title, description, details, status }: Project,
  tasks: readonly Task[],
  learnings: readonly Learning[],
): string {
  const text = details ?? '';
  const [words, source] = isHtml(text) ? [learningParagraphs(text), ''] : [[], text];
  const file = document([
    `# ${oneLine(title)}`,
    `Status: ${statusWords[status]}`,
    description,
    ...words,
    ...statuses.flatMap((its) =>
      section(
        taskStatusWords[its],
        tasks.filter((task) => task.status === its).map(({ content }) => content),
      ),
    ),
    ...section(
      'Learnings',
      learnings.map((it) => it.title),
    ),
  ]);
  return source.trim() === '' ? file : `${file}\n## Details\n\n${source}\n`;
}

/**
 * A learning's text as it is stored, to the byte, below what else there is to say of it (YAML): nothing that is added can come
 * into a fence that the text leaves open.
 *
 * @param resources of this learning, in the order of their list
 * @param address of its page
 */
export function learningMarkdown(
  { title, description, content, tags, link, createdAt, updatedAt }: Learning,
  resources: readonly Resource[],
  address: string,
): string {
  const matter = [
    ['title', quoted(title)],
    ['date', createdAt === null ? null : ownersTime(createdAt)],
    ['updated', updatedAt === null ? null : ownersTime(updatedAt)],
    ['tags', listed(tags)],
    ['address', quoted(address)],
    ['description', description === '' ? null : quoted(description)],
    ['link', quotedAddress(link)],
    ['resources', listed(resources.map((it) => linked(it.title, webAddress(it.link))))],
  ].flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return `---\n${matter.join('\n')}\n---\n\n${content ?? ''}\n`;
}

function quotedAddress(link: string | null): string | null {
  const address = webAddress(link);
  return address === null ? null : quoted(address);
}

function listed(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : `[${texts.map(quoted).join(', ')}]`;
}

/** In YAML a text in JSON's quotes means itself, with these characters escaped too. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function document(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function section(title: string, points: readonly string[]): string[] {
  if (points.length === 0) return [];
  return [`## ${title}`, points.map((point) => `- ${oneLine(point)}`).join('\n')];
}

/** A link whose words cannot end it. */
export function linked(words: string, address: string | null): string {
  const said = oneLine(words).replace(/[[\]\\]/g, '\\$&');
  return address === null ? said : `[${said}](<${address.replace(/[<>]/g, encodeURIComponent)}>)`;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
