import { webAddress } from '../lib/web-address.ts';
import { learningParagraphs } from './learnings/learning-text.ts';
import type { Learning } from './learnings/learnings.ts';
import { type Project, statusWords } from './projects/projects.ts';
import type { Resource } from './resources/resources.ts';
import { type Task, type TaskStatus, taskStatusWords } from './tasks/tasks.ts';

/** Items as Markdown: the files that the build makes, and what "Copy as Markdown" copies. */

/** In the order of the board (BOARD-1). */
const statuses: readonly TaskStatus[] = ['todo', 'in-progress', 'done'];

/**
 * @param tasks of this project, in the order of their list
 * @param learnings of this project, too
 */
export function projectMarkdown(
  { title, description, details, status }: Project,
  tasks: readonly Task[],
  learnings: readonly Learning[],
): string {
  return document([
    `# ${oneLine(title)}`,
    `Status: ${statusWords[status]}`,
    description,
    ...learningParagraphs(details ?? ''),
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
}

/** @param resources of this learning, in the order of their list */
export function learningMarkdown(
  { title, description, content, tags, link }: Learning,
  resources: readonly Resource[],
): string {
  const address = webAddress(link);
  return document([
    `# ${oneLine(title)}`,
    tags.length > 0 ? `Tags: ${tags.map(oneLine).join(', ')}` : '',
    description,
    ...learningParagraphs(content ?? ''),
    address === null ? '' : `Learn more: <${address}>`,
    ...section(
      'Related resources',
      resources.map((it) => linked(it.title, webAddress(it.link))),
    ),
  ]);
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
