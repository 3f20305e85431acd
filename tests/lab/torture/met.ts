import { bounds } from './bounds.ts';
import { uploadEvents } from './bucket.ts';
import { checks } from './check-step.ts';
import { faultsByCall } from './network.ts';
import { operationNames } from './operations.ts';

/** What a run of the standard size has to meet: each operation, fault, check and bound, by the name that it is counted by. */
export const toBeMet: readonly string[] = [
  ...[...operationNames].map((name) => `operation ${name}`),
  ...faultsByCall.map(([fault, call]) => `fault ${fault} of ${call}`),
  ...checks.map(({ name }) => `check ${name}`),
  ...bounds.map((bound) => `bound ${bound}`),
  ...uploadEvents.map((event) => `upload ${event}`),
];

type Counts = Readonly<Record<string, number>>;

/** What histories never met, so that they prove nothing about it. */
export function notMet(counts: Counts): readonly string[] {
  return toBeMet.filter((name) => !counts[name]);
}

/** All of it with how often it was met, zero included, and whatever else was counted. */
export function allCounts(counts: Counts): [string, number][] {
  const zeros = Object.fromEntries(toBeMet.map((name) => [name, 0]));
  return Object.entries({ ...zeros, ...counts }).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The counts as a list of docs/torture.md: a paragraph for the operations, one for the faults, and so on. */
export function asList(counts: Counts): string {
  const groups = [...new Set(toBeMet.map((name) => name.split(' ', 1)[0] ?? ''))];
  return groups
    .map((group) => {
      const own = allCounts(counts).filter(([name]) => name.startsWith(`${group} `));
      const items = own.map(([name, times]) => `${name.slice(group.length + 1)} ${times}`);
      return inLines(`- **each ${group}**: `, items);
    })
    .join('\n');
}

function inLines(beginning: string, items: readonly string[], width = 118): string {
  const lines = [beginning];
  for (const item of items) {
    const line = lines.pop() ?? '';
    if (`${line}${item}`.length < width) lines.push(`${line}${item}; `);
    else lines.push(line.trimEnd(), `  ${item}; `);
  }
  return lines.join('\n').replace(/; $/, '.');
}
