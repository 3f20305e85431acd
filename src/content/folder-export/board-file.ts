import { asInRows } from '../../lib/uuid.ts';
import { taskStatusWords, tasks } from '../tasks/tasks.ts';
import type { Row } from '../write-content-file.ts';
import { ownFields, publicationFields } from './document-file.ts';
import { OWN_FIELD, type TextFile } from './folder-layout.ts';
import type { Findings } from './folder-rows.ts';
import { type ReadFields, readMatter, UnreadableMatter, writeMatter } from './front-matter-yaml.ts';
import { longestRise } from './longest-rise.ts';

/**
 * The board of a project as task lists, a heading for each column. At the end of each line stands the task's id, as Obsidian marks
 * the blocks that links lead to.
 *
 * | in the file | means |
 * |---|---|
 * | under which heading a task stands | its column |
 * | it is ticked under another heading than `Done`, or is not under that | done, or to do: so it is marked in other programs |
 * | the order of the lines | the order of the cards; only those that were moved get another position |
 * | a line without an id | a new task |
 */

const words: readonly (readonly [string, string])[] = Object.entries(taskStatusWords);

/** @param project whose tasks these are; undefined if it is not among the rows */
export function writeBoard(project: Row | undefined, id: string, rows: readonly Row[]): string {
  const sorted = [...rows].sort(
    (a, b) => Number(a.position) - Number(b.position) || (a.id < b.id ? -1 : 1),
  );
  // What an earlier site kept otherwise is not dropped.
  const strange = sorted
    .map((it) => String(it.status))
    .filter((it) => !words.some(([known]) => known === it));
  const columns = [...words, ...[...new Set(strange)].map((it) => [it, inLine(it)] as const)];
  const lists = columns.flatMap(([status, heading]) => {
    const lines = sorted
      .filter((it) => it.status === status)
      .map((it) => `- [${status === 'done' ? 'x' : ' '}] ${inLine(it.content)} ^${it.id}\n`);
    return lines.length === 0 ? [] : [`\n## ${heading}\n\n${lines.join('')}`];
  });
  const texts = sorted.filter(({ content }) => inLine(content) !== content);
  const matter = writeMatter({
    title: typeof project?.title === 'string' ? `Board: ${project.title}` : 'Board',
    ...(project === undefined ? {} : publicationFields(project)),
    [OWN_FIELD]: {
      project_id: id,
      positions: Object.fromEntries(sorted.map((it) => [it.id, Number(it.position)])),
      ...(texts.length === 0
        ? {}
        : { texts: Object.fromEntries(texts.map((it) => [it.id, String(it.content)])) }),
    },
  });
  return matter + lists.join('');
}

function inLine(text: unknown): string {
  return String(text).replace(/\s+/g, ' ').trim();
}

/**
 * Adds the tasks of a file to what is found.
 *
 * @param projectAt the id of the project whose file has the same name
 */
export function readBoard(
  file: TextFile,
  found: Findings,
  projectAt: (path: string) => string | null,
): void {
  const { path } = file;
  try {
    const { fields, body, bodyLine } = readMatter(file.text);
    const own = ownFields(fields);
    const named = own.get('project_id')?.value;
    const project = typeof named === 'string' ? asInRows(named) : projectAt(path);
    const lines = linesOf(path, body, bodyLine, found);
    if (project === null) {
      if (lines.length === 0) return;
      const why = `it is of no project: give it the name of its file in projects/`;
      found.problems.push({ path, line: 1, why });
      return;
    }
    const [positions, texts] = [mapAt(own, 'positions'), mapAt(own, 'texts')];
    for (const [status] of words) {
      const column = lines.filter((it) => it.status === status);
      const placed = positioned(column, positions, path, found);
      for (const it of column) {
        const { id, line, text } = it;
        const written = texts.get(id)?.value;
        const content = typeof written === 'string' && inLine(written) === text ? written : text;
        const values = { project_id: project, content, status, position: placed.get(it) };
        found.rows.push({ table: tasks.table, path, line, id, values });
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableMatter)) throw error;
    found.problems.push({ path, line: error.line, why: error.message });
  }
}

interface Line {
  readonly id: string;
  readonly line: number;
  readonly text: string;
  readonly status: string;
  /** It stands under another column, and was only ticked or unticked: its place there says nothing. */
  readonly isElsewhere: boolean;
}

const task =
  /^\s*[-*+] \[(.)\](?: (.*?))??(?:(?:^|\s)\^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?\s*$/iu;

function linesOf(path: string, body: string, bodyLine: number, found: Findings): readonly Line[] {
  const lines: Line[] = [];
  const added = new Map<string, number>();
  let heading: string | null = null;
  for (const [at, source] of body.split('\n').entries()) {
    const line = bodyLine + at;
    const [, title] = /^#{1,6}\s+(.*?)[\s#]*$/.exec(source) ?? [];
    if (title !== undefined) {
      heading = words.find(([, it]) => it.toLowerCase() === title.toLowerCase())?.[0] ?? null;
      continue;
    }
    const [isTask, mark = '', text = '', given] = task.exec(source) ?? [];
    if (isTask === undefined) {
      if (source.trim() !== '')
        found.told.push({ path, line, why: 'it is no task, and is not taken' });
      continue;
    }
    if (text === '' && given === undefined) continue;
    if (heading === null) {
      const all = words.map(([, it]) => `## ${it}`).join(', ');
      found.problems.push({ path, line, why: `it stands under no column: put it under ${all}` });
      continue;
    }
    const repeated = added.get(text) ?? 0;
    if (given === undefined) added.set(text, repeated + 1);
    const id = given === undefined ? found.idOf(`${path}\n${text}\n${repeated}`) : asInRows(given);
    const status = statusOf(heading, mark);
    lines.push({ id, line, text: text.trim(), status, isElsewhere: status !== heading });
  }
  return lines;
}

function statusOf(heading: string, mark: string): string {
  if (/x/i.test(mark)) return 'done';
  return heading === 'done' && mark === ' ' ? 'todo' : heading;
}

function mapAt(own: ReadFields, name: string): ReadFields {
  const value = own.get(name)?.value;
  return value instanceof Map ? (value as ReadFields) : new Map();
}

/** The position of each line of a column: that which it had, unless it was moved or is new. */
function positioned(
  lines: readonly Line[],
  positions: ReadFields,
  path: string,
  found: Findings,
): ReadonlyMap<Line, number> {
  const had = (it: Line) => positionIn(positions, it.id, path, found);
  const column = lines.filter(({ isElsewhere }) => !isElsewhere);
  const places = inOrder(column.map((it) => ({ id: it.id, number: had(it) })));
  const placed = new Map(column.map((it, place) => [it, places[place] ?? place]));
  let last = places.at(-1) ?? -1;
  for (const it of lines.filter(({ isElsewhere }) => isElsewhere)) {
    const position = had(it) ?? last + 1;
    placed.set(it, position);
    last = Math.max(last, position);
  }
  return placed;
}

function positionIn(
  positions: ReadFields,
  id: string,
  path: string,
  found: Findings,
): number | null {
  const field = positions.get(id);
  if (field === undefined) return null;
  const number = Number(field.value);
  if (typeof field.value === 'string' && Number.isFinite(number)) return number;
  const why = `${OWN_FIELD}.positions: it must be a number`;
  found.problems.push({ path, line: field.line, why });
  return null;
}

interface Place {
  readonly id: string;
  readonly number: number | null;
}

/** Positions that rise from line to line. */
function inOrder(column: readonly Place[]): readonly number[] {
  const stay = longestRise(
    column.map(({ id, number }) => (number === null ? null : { id, number })),
    (a, b) => a.number < b.number || (a.number === b.number && a.id < b.id),
  );
  // What each place has after it that stays.
  const next: (number | undefined)[] = [];
  for (let place = column.length - 1; place > 0; place -= 1)
    next[place - 1] = stay.has(place) ? (column[place]?.number ?? undefined) : next[place];
  const placed: number[] = [];
  for (const [place, { number }] of column.entries())
    placed.push(stay.has(place) && number !== null ? number : between(placed.at(-1), next[place]));
  const rises = column.every(({ id }, place) => {
    const [before, it] = [placed[place - 1], placed[place] ?? 0];
    const isTied = before === it && (column[place - 1]?.id ?? '') < id;
    return before === undefined || before < it || isTied;
  });
  return rises ? placed : column.map((_, place) => place);
}

function between(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return after === undefined ? 0 : after - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}
