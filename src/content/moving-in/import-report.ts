import { counted } from '../../lib/in-words.ts';
import type { GatheredFiles } from './gather-files.ts';
import type { NoteRemark } from './note-remark.ts';
import type { ListsPlan } from './plan-lists.ts';
import type { NotesPlan } from './plan-notes.ts';
import { printable } from './printable.ts';
import type { ReadListFile } from './read-list.ts';
import type { ReadNote } from './read-note.ts';

/** What an import says: in the terminal, in the file that `--list` names, and on the page of imports. */

/** How many rows come, and what becomes of the others. */
export interface Outcome {
  readonly added: number;
  readonly changed: number;
  readonly gone: number;
  readonly same: number;
  readonly edited: number;
  readonly deleted: number;
  /** Of these, how many lie at another path now. */
  readonly moved?: number;
}

/** `3 new, 1 changed, 0 gone, 12 as they were, 1 edited here since.` */
export function summary({
  added,
  changed,
  gone,
  same,
  edited,
  deleted,
  moved = 0,
}: Outcome): string {
  const more = [
    ...(moved > 0 ? [`${moved} moved`] : []),
    ...(edited > 0 ? [`${edited} edited here since`] : []),
    ...(deleted > 0 ? [`${deleted} deleted here since`] : []),
  ];
  const all = `${added} new, ${changed} changed, ${gone} gone, ${same} as they were`;
  return `${[all, ...more].join(', ')}.`;
}

/** Everything that an import is about to do. */
export interface ImportReport {
  readonly plans: readonly (NotesPlan | ListsPlan)[];
  readonly notes: readonly ReadNote[];
  readonly lists: readonly ReadListFile[];
  readonly refused: GatheredFiles['refused'];
  /** What overwrites what was edited here, as its reader calls it. */
  readonly replaces: string;
}

export function outcomeOf(
  plans: readonly { readonly [Key in keyof Outcome]: { readonly length: number } }[],
): Outcome {
  const count = (key: keyof Outcome) =>
    plans.reduce((sum, plan) => sum + (plan[key]?.length ?? 0), 0);
  return {
    added: count('added'),
    changed: count('changed'),
    gone: count('gone'),
    same: count('same'),
    edited: count('edited'),
    deleted: count('deleted'),
    moved: count('moved'),
  };
}

/** The lines below the summary, without control characters. */
export function reportLines(report: ImportReport): string[] {
  return [...columnsIn(report), ...whatHappens(report), ...remarks(report, false)].map(printable);
}

/** The text of the list that has everything. */
export function everyLine(report: ImportReport): string {
  const called = namesOf(report);
  const lines = [
    summary(outcomeOf(report.plans)),
    ...columnsIn(report),
    ...report.plans.flatMap((plan) => [
      ...plan.added.map(({ path }) => `${called(path)}: new`),
      ...plan.changed.map(
        ({ path, values }) => `${called(path)}: changed: ${Object.keys(values).join(', ')}`,
      ),
      ...plan.same.map((path) => `${called(path)}: as it was`),
      ...('moved' in plan ? plan.moved : []).map(
        ({ path, from }) => `${path}: moved; it was ${from}, and keeps its learning`,
      ),
    ]),
    ...whatHappens(report),
    ...remarks(report, true),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** Of a post people know the name, and not what it is remembered by. */
function namesOf({ notes }: ImportReport): (path: string) => string {
  const called = new Map(
    notes.flatMap((it) => (it.called === undefined ? [] : [[it.path, it.called]])),
  );
  return (path) => called.get(path) ?? path;
}

function columnsIn({ lists }: ImportReport): string[] {
  return lists.map(({ path, sort, columns, rows }) => {
    const became = columns.map(
      ({ name, became: it }) => `${name || '(no name)'} → ${it ?? 'nothing'}`,
    );
    const what =
      sort === 'tools' ? counted(rows.length, 'AI tool') : counted(rows.length, 'resource');
    return `${path}: ${what}; ${became.join(', ')}`;
  });
}

function whatHappens(report: ImportReport): string[] {
  const called = namesOf(report);
  return report.plans.flatMap(({ edited, deleted, gone }) => [
    ...edited.map(
      (it) => `${called(it)}: edited here since, and left alone; ${report.replaces} overwrites it`,
    ),
    ...deleted.map(
      (it) => `${called(it)}: deleted here since, and left away; ${report.replaces} brings it back`,
    ),
    ...gone.map((it) => goneInWords(it)),
  ]);
}

function goneInWords(path: string): string {
  // A row of a list.
  if (/\.[ct]sv#/.test(path)) return `${path}: no more in the list; what it brought stays`;
  return `${path}: no more in the folder; its learning stays`;
}

function remarks({ notes, lists, refused }: ImportReport, isWhole: boolean): string[] {
  const fields = new Map<string, number>();
  const hosts = new Map<string, number>();
  const lines = [
    ...refused.map(({ path, why }) => `${path}: not taken: ${why}`),
    ...lists.flatMap(({ path, problems }) =>
      problems.map(({ line, words }) => `${path}:${line}: not taken: ${words}`),
    ),
  ];
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const { path, called, told } of notes) {
    for (const remark of told) {
      if (remark.sort === 'field') count(fields, remark.words);
      else if (remark.sort === 'remote picture' && !isWhole) count(hosts, hostOf(remark.words));
      else {
        const place = remark.line === null ? '' : `:${remark.line}`;
        lines.push(`${called ?? path}${place}: ${inWords(remark)}`);
      }
    }
  }
  if (hosts.size > 0) lines.push(`Pictures that stay on other sites: ${listed(hosts)}`);
  return fields.size === 0
    ? lines
    : [...lines, `Fields that a learning has no place for: ${listed(fields)}`];
}

const listed = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, count]) => `${name} (${count})`).join(', ');

function hostOf(address: string): string {
  return address.replace(/^(?:https?:)?\/\//i, '').replace(/[/?#].*$/s, '');
}

function inWords({ sort, words }: NoteRemark): string {
  switch (sort) {
    case 'picture':
      return `the picture ${words} is not taken in; its place in the text stays`;
    case 'remote picture':
      return `the picture ${words} stays on its site`;
    case 'file':
      return `${words} is no Markdown file of this folder; the link stays as it is`;
    case 'lost link':
      return `${words} leads to nothing in this folder; it stays as it is`;
    default:
      return words;
  }
}
