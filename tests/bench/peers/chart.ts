import { contestants, floor, ours } from './contestants.ts';
import type { Measure, Sample } from './sample.ts';
import { ratio, samplesOf, summarize } from './statistics.ts';

/** The chart of docs/benchmarks.md: times as multiples of the floor's, on a logarithmic scale. */

const shown: readonly {
  readonly title: string;
  readonly measure: Measure;
  readonly rows: number;
}[] = [
  { title: 'First visit, 1,000 rows', measure: 'everything', rows: 1_000 },
  { title: 'First visit, 10,000 rows', measure: 'everything', rows: 10_000 },
  { title: 'One changed row of 10,000', measure: 'pull', rows: 10_000 },
  { title: '100 edits made offline, 1,000 rows', measure: 'push', rows: 1_000 },
];

const WIDTH = 760;
const LEFT = 190;
const RIGHT = 60;
const BAR = 16;
const GAP = 5;
const TOP = 28;
const BETWEEN = 18;

/** What a bar says: a name, and a multiple of the floor; null if there is no number. */
interface Bar {
  readonly id: string;
  readonly name: string;
  readonly times: number | null;
}

/** An SVG that needs no page around it, in the colours of light and dark. */
export function chart(samples: readonly Sample[]): string {
  const groups = shown
    .map(({ title, measure, rows }) => ({ title, bars: barsOf(samples, measure, rows) }))
    .filter(({ bars }) => bars.length > 0);
  const most = Math.max(2, ...groups.flatMap(({ bars }) => bars.map(({ times }) => times ?? 0)));
  const least = Math.min(1, ...groups.flatMap(({ bars }) => bars.map(({ times }) => times ?? 1)));
  const x = (times: number) =>
    LEFT + (Math.log(times / least) / Math.log(most / least)) * (WIDTH - LEFT - RIGHT);
  const parts: string[] = [];
  let y = 8;
  for (const { title, bars } of groups) {
    parts.push(`<text class="title" x="0" y="${y + 14}">${escaped(title)}</text>`);
    y += TOP;
    const bottom = y + bars.length * (BAR + GAP);
    parts.push(`<path class="floor" d="M${fixed(x(1))} ${y - 4}V${bottom}"/>`);
    for (const bar of bars) {
      parts.push(drawn(bar, y, x));
      y += BAR + GAP;
    }
    y += BETWEEN;
  }
  parts.push(
    `<text x="0" y="${y + 6}">The dashed line is the floor. The scale is logarithmic, shorter is faster.</text>`,
  );
  y += BETWEEN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-labelledby="title desc">
<title id="title">Times of ${contestants.length - 1} libraries as multiples of the floor</title>
<desc id="desc">${escaped(inWords(groups))}</desc>
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; }
.name { text-anchor: end; }
.bar { fill: #8c959f; }
.ours { fill: #0969da; }
.floor { stroke: #59636e; stroke-dasharray: 3 3; fill: none; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; }
  .bar { fill: #656c76; }
  .ours { fill: #4493f8; }
  .floor { stroke: #9198a1; }
}
</style>
${parts.join('\n')}
</svg>
`;
}

function barsOf(samples: readonly Sample[], measure: Measure, rows: number): Bar[] {
  const lowest = summarize(samplesOf(samples, floor.id, rows), measure);
  return contestants
    .filter(({ id }) => id !== floor.id && samplesOf(samples, id, rows).length > 0)
    .map(({ id, name }) => {
      const times = ratio(summarize(samplesOf(samples, id, rows), measure), lowest);
      return { id, name, times };
    });
}

function drawn({ id, name, times }: Bar, y: number, x: (times: number) => number): string {
  const baseline = y + BAR - 4;
  const label = `<text class="name" x="${LEFT - 10}" y="${baseline}">${escaped(name)}</text>`;
  if (times === null) return `${label}<text x="${fixed(x(1) + 6)}" y="${baseline}">–</text>`;
  const [from, to] = [Math.min(x(1), x(times)), Math.max(x(1), x(times))];
  const style = id === ours.id ? 'bar ours' : 'bar';
  return [
    label,
    `<rect class="${style}" x="${fixed(from)}" y="${y}" width="${fixed(Math.max(1, to - from))}" height="${BAR}" rx="2"/>`,
    `<text x="${fixed(to + 6)}" y="${baseline}">×${told(times)}</text>`,
  ].join('');
}

function inWords(groups: readonly { title: string; bars: readonly Bar[] }[]): string {
  return groups
    .map(({ title, bars }) => {
      const said = bars.map(
        ({ name, times }) => `${name} ${times === null ? 'none' : told(times)}`,
      );
      return `${title}: ${said.join(', ')}.`;
    })
    .join(' ');
}

const told = (times: number): string => times.toFixed(times < 10 ? 1 : 0);
const fixed = (length: number): string => String(Math.round(length * 10) / 10);

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
