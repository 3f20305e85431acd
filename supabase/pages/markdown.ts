import { learningParagraphs } from '../../src/content/learnings/learning-text.ts';
import { statusWords } from '../../src/content/projects/projects.ts';
import type { PublicPage } from '../../src/features/head/public-page.ts';
import { columns } from '../../src/features/project/board-columns.ts';
import { webAddress } from '../../src/lib/web-address.ts';
import type { Items } from './content.ts';

/** An item as Markdown, for readers that are programs; null for a page that is no item. */
export function markdownOf({ item }: PublicPage, items: Items): string | null {
  if (item === null) return null;
  const blocks =
    item.kind === 'project' ? project(item.project, items) : learning(item.learning, items);
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function project(
  { id, title, description, details, status }: Items['projects'][number],
  { tasks, learnings }: Items,
): string[] {
  const ofProject = tasks.filter(({ projectId }) => projectId === id);
  return [
    `# ${oneLine(title)}`,
    `Status: ${statusWords[status]}`,
    description,
    ...learningParagraphs(details ?? ''),
    ...columns.flatMap((column) =>
      section(
        column.title,
        ofProject.filter((task) => task.status === column.status).map(({ content }) => content),
      ),
    ),
    ...section(
      'Learnings',
      learnings.filter(({ projectId }) => projectId === id).map((it) => it.title),
    ),
  ];
}

function learning(
  { id, title, description, content, tags, link }: Items['learnings'][number],
  { resources }: Items,
): string[] {
  const address = webAddress(link);
  return [
    `# ${oneLine(title)}`,
    tags.length > 0 ? `Tags: ${tags.map(oneLine).join(', ')}` : '',
    description,
    ...learningParagraphs(content ?? ''),
    address === null ? '' : `Learn more: <${address}>`,
    ...section(
      'Related resources',
      resources
        .filter(({ learningId }) => learningId === id)
        .map((it) => linked(it.title, webAddress(it.link))),
    ),
  ];
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
