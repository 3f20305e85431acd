import type { NotesPlan } from './plan-notes.ts';
import type { NoteRemark, ReadNote } from './read-note.ts';

/** What an import of notes does, or would do, in words. Names in them are not ours: a terminal needs them without control characters. */

/** A file that is not read, and why. */
export interface RefusedFile {
  readonly path: string;
  readonly why: string;
}

/** @returns e.g. '200 new, 3 changed, 1 gone, 12 as they were.' */
export function planInWords({ added, changed, gone, same, edited, deleted }: NotesPlan): string {
  const more = [
    ...(edited.length > 0 ? [`${edited.length} edited here since`] : []),
    ...(deleted.length > 0 ? [`${deleted.length} deleted here since`] : []),
  ];
  const all = `${added.length} new, ${changed.length} changed, ${gone.length} gone, ${same.length} as they were`;
  return `${[all, ...more].join(', ')}.`;
}

/**
 * @param replaces what overwrites what was edited here, as its reader calls it
 * @returns a line for each note that is left alone
 */
export function leftAlone({ edited, deleted, gone }: NotesPlan, replaces: string): string[] {
  return [
    ...edited.map((it) => `${it}: edited here since, and left alone; ${replaces} overwrites it`),
    ...deleted.map((it) => `${it}: deleted here since, and left away; ${replaces} brings it back`),
    ...gone.map((it) => `${it}: no more in the folder; its learning stays`),
  ];
}

/** @returns a line for each thing that is not taken as it stands, with its file and line */
export function remarksInWords(
  notes: readonly ReadNote[],
  refused: readonly RefusedFile[],
): string[] {
  const fields = new Map<string, number>();
  const lines = refused.map(({ path, why }) => `${path}: not taken: ${why}`);
  for (const { path, told } of notes) {
    for (const remark of told) {
      if (remark.sort === 'field') fields.set(remark.words, (fields.get(remark.words) ?? 0) + 1);
      else
        lines.push(`${path}${remark.line === null ? '' : `:${remark.line}`}: ${inWords(remark)}`);
    }
  }
  const named = [...fields].map(([name, count]) => `${name} (${count})`).join(', ');
  return named === '' ? lines : [...lines, `Fields that a learning has no place for: ${named}`];
}

function inWords({ sort, words }: NoteRemark): string {
  switch (sort) {
    case 'picture':
      return `the picture ${words} is not taken in; its place in the text stays`;
    case 'file':
      return `${words} is no Markdown file of this folder; the link stays as it is`;
    case 'lost link':
      return `${words} leads to nothing in this folder; it stays as it is`;
    default:
      return words;
  }
}

/** @returns a line for each note, and for each remark */
export function everyLine(
  plan: NotesPlan,
  notes: readonly ReadNote[],
  refused: readonly RefusedFile[],
  replaces: string,
): string[] {
  return [
    planInWords(plan),
    ...plan.added.map(({ path }) => `${path}: new`),
    ...plan.changed.map(
      ({ path, values }) => `${path}: changed: ${Object.keys(values).join(', ')}`,
    ),
    ...plan.same.map((path) => `${path}: as it was`),
    ...leftAlone(plan, replaces),
    ...remarksInWords(notes, refused),
  ];
}
