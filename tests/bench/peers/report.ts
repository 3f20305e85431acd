import { type Contestant, contestants, floor } from './contestants.ts';
import type { Measure, Part, ProfiledStep, Results, Sample } from './sample.ts';
import { median, ratio, type Summary, samplesOf, summarize } from './statistics.ts';

/** The generated part of docs/benchmarks.md. */

const times: readonly (readonly [heading: string, measure: Measure])[] = [
  ['first rows', 'firstRows'],
  ['everything', 'everything'],
  ['on disk', 'onDisk'],
  ['longest task', 'longestTask'],
  ['start without server', 'warm'],
  ['shown again', 'back'],
  ['one changed row', 'pull'],
  ['edit', 'edit'],
  ['100 edits', 'push'],
  ['100 edits, reopened', 'reopened'],
];

type Says = (of: (measure: Measure) => string) => string;

const kB =
  (measure: Measure): Says =>
  (of) =>
    inKilobytes(of(measure));

const costs: readonly (readonly [heading: string, says: Says])[] = [
  ['JS to read, kB', kB('readScripts')],
  ['JS in all, kB', kB('allScripts')],
  ['first visit: requests + preflights', (of) => `${of('coldRequests')} + ${of('coldPreflights')}`],
  ['kB', kB('coldBytes')],
  ['next start: requests', (of) => of('startRequests')],
  ['kB', kB('startBytes')],
  [
    'one changed row: requests + preflights',
    (of) => `${of('pullRequests')} + ${of('pullPreflights')}`,
  ],
  ['kB', kB('pullBytes')],
  ['transactions r + w', (of) => `${of('pullReadonly')} + ${of('pullReadwrite')}`],
  ['an edit: transactions r + w', (of) => `${of('editReadonly')} + ${of('editReadwrite')}`],
  [
    '100 edits: writes + preflights + reads',
    (of) => `${of('pushWrites')} + ${of('pushPreflights')} + ${of('pushReads')}`,
  ],
  ['kB', kB('pushBytes')],
];

export function report({ about, samples }: Results): string {
  const sizes = [...new Set(samples.map(({ rows }) => rows))];
  const packages = Object.entries(about.packages).map(([name, version]) => `${name} ${version}`);
  return [
    whereAndWhen(about),
    '',
    `With ${packages.join(', ')}.`,
    ...sizes.flatMap((rows) => ['', ...ofSize(samples, rows)]),
    ...troubles(samples),
  ].join('\n');
}

function whereAndWhen({ date, commit, browser, node, cores, cpu }: Results['about']): string {
  return `Measured on ${date} at commit ${commit}, with ${browser} and Node ${node}, on ${cores} cores of ${cpu}.`;
}

const parts: readonly (readonly [heading: string, part: Part])[] = [
  ['its own', 'own'],
  ['Dexie', 'dexie'],
  ['React', 'react'],
  ['browser', 'browser'],
];

/** In which code the main thread was in each step, and how long the backend answered: medians, in ms. */
export function profileReport({ about, samples }: Results): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const steps = [...new Set(samples.flatMap(({ busy = {} }) => Object.keys(busy)))];
  const sizes = [...new Set(samples.map(({ rows }) => rows))];
  const lines = sizes.flatMap((rows) =>
    (steps as ProfiledStep[]).flatMap((step) =>
      contestants.flatMap(({ id, name }) => {
        const busy = samplesOf(samples, id, rows).flatMap((it) => it.busy?.[step] ?? []);
        if (busy.length === 0) return [];
        const medians = parts.map(([, part]) => median(busy.map((it) => it[part])) ?? 0);
        const sum = medians.reduce((all, ms) => all + ms, 0);
        const answering = median(busy.map((it) => it.answering)) ?? 0;
        const cells = [...medians, sum, answering].map((ms) => number(Math.round(ms * 10) / 10));
        return [row([rows.toLocaleString('en'), step, name, ...cells])];
      }),
    ),
  );
  return [
    whereAndWhen(about),
    '',
    row(['rows', 'step', '', ...parts.map(([heading]) => heading), 'busy in all', 'the server']),
    row(['---:', '---', '---', ...parts.map(() => '---:'), '---:', '---:']),
    ...lines,
  ].join('\n');
}

function ofSize(samples: readonly Sample[], rows: number): string[] {
  const present = contestants.filter(({ id }) => samplesOf(samples, id, rows).length > 0);
  const runs = Math.max(...present.map(({ id }) => samplesOf(samples, id, rows).length));
  return [
    `### ${rows.toLocaleString('en')} rows`,
    '',
    `Times in ms: the median of ${runs} ${runs === 1 ? 'run' : 'runs'}, the least and the most, and × the floor's median.`,
    '',
    ...table(present, times, ({ id }, measure) => {
      const one = summarize(samplesOf(samples, id, rows), measure);
      const lowest = summarize(samplesOf(samples, floor.id, rows), measure);
      return timeCell(one, id === floor.id ? null : ratio(one, lowest));
    }),
    '',
    'What it costs:',
    '',
    ...table(present, costs, ({ id }, says) =>
      says((measure) => countCell(summarize(samplesOf(samples, id, rows), measure))),
    ),
  ];
}

function table<Column>(
  present: readonly Contestant[],
  columns: readonly (readonly [heading: string, column: Column])[],
  cell: (contestant: Contestant, column: Column) => string,
): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['', ...columns.map(([heading]) => heading)]),
    row(['---', ...columns.map(() => '---:')]),
    ...present.map((it) => row([it.name, ...columns.map(([, column]) => cell(it, column))])),
  ];
}

/** `63 (58–71) ×1.2` */
export function timeCell(summary: Summary, timesFloor: number | null): string {
  const { median, least, most, words, missing } = summary;
  const parts: string[] = [];
  if (median !== null) parts.push(number(median));
  if (median !== null && least !== most) parts.push(`(${number(least)}–${number(most)})`);
  if (timesFloor !== null) parts.push(`×${timesFloor.toFixed(timesFloor < 10 ? 1 : 0)}`);
  parts.push(...words);
  if (missing > 0) parts.push(`${missing} failed`);
  return parts.join(' ');
}

/** The median of what is counted. */
function countCell({ median, words }: Summary): string {
  return median === null ? (words[0] ?? '–') : String(median);
}

function inKilobytes(bytes: string): string {
  return Number.isNaN(Number(bytes)) ? bytes : number(Number(bytes) / 1000);
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}

/** What went wrong stands under the tables: a number whose run had errors is not to be trusted. */
function troubles(samples: readonly Sample[]): string[] {
  const lines = contestants.flatMap(({ id, name }) => {
    const said = samples
      .filter((it) => it.contestant === id)
      .flatMap(({ rows, messages }) =>
        messages.map((it) => `${rows.toLocaleString('en')} rows: ${it}`),
      );
    return [...new Set(said)].map((it) => `- ${name}, ${it}`);
  });
  return lines.length === 0 ? [] : ['', 'What went wrong:', '', ...lines];
}

const ENDS = '<!-- The end of what it writes. -->';

/**
 * @param command what has generated it, as the line before it says
 * @throws if the document has no part of this command
 */
export function withGenerated(document: string, generated: string, command: string): string {
  const begins = `<!-- Written by \`${command}\`. -->`;
  const from = document.indexOf(begins);
  const to = document.indexOf(ENDS, from);
  if (from === -1 || to === -1) {
    throw new Error(`The document needs a line '${begins}' and a line '${ENDS}'.`);
  }
  return `${document.slice(0, from)}${begins}\n\n${generated}\n\n${document.slice(to)}`;
}
