import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { chart } from '../bench/peers/chart.ts';
import { busyIn } from '../bench/peers/profiler.ts';
import { profileReport, report, timeCell, withGenerated } from '../bench/peers/report.ts';
import type { Sample, Values } from '../bench/peers/sample.ts';
import { median, ratio, summarize } from '../bench/peers/statistics.ts';

const about = {
  date: '2026-01-02',
  commit: 'abc1234',
  cpu: 'A processor',
  cores: 2,
  node: 'v20',
  browser: 'Chromium 1',
  packages: { dexie: '4.0.0' },
};

function sample(contestant: string, rows: number, values: Values, messages: string[] = []): Sample {
  return { contestant, rows, run: 0, values, messages };
}

describe('numbers', () => {
  it.each([
    [[], null],
    [[3], 3],
    [[9, 1, 3], 3],
    [[4, 1, 3, 2], 2.5],
  ])('the median of %j is %s', (numbers, expected) => {
    expect(median(numbers)).toBe(expected);
  });

  it('a word or nothing in place of a number does not change the median, and is told', () => {
    const samples = [{ warm: 10 }, { warm: 'never' }, { warm: 30 }, {}].map((values) =>
      sample('rxdb', 100, values),
    );
    const summary = summarize(samples, 'warm');
    expect(summary).toEqual({ median: 20, least: 10, most: 30, words: ['never'], missing: 1 });
    expect(timeCell(summary, null)).toBe('20 (10–30) never 1 failed');
  });

  it('a ratio needs two numbers', () => {
    const of = (warm: number | string) => summarize([sample('rxdb', 100, { warm })], 'warm');
    expect(ratio(of(30), of(20))).toBe(1.5);
    expect(ratio(of('never'), of(20))).toBeNull();
    expect(ratio(of(30), of('never'))).toBeNull();
  });

  it('a time is told with its spread and as a multiple of the floor', () => {
    const samples = [1_500, 1_000, 1_234.5].map((everything) =>
      sample('rxdb', 100, { everything }),
    );
    expect(timeCell(summarize(samples, 'everything'), 1.25)).toBe('1,235 (1,000–1,500) ×1.3');
  });
});

describe('the report', () => {
  const samples = [
    sample('fieldnotes', 1_000, { everything: 150, coldBytes: 1_500, pullReadonly: 2 }),
    sample('floor', 1_000, { everything: 100 }),
    sample('floor', 10_000, { everything: 1_000 }),
    sample('rxdb', 1_000, { everything: 300 }, ['an edit: no edit after 180 s']),
  ];
  const text = report({ about, samples });

  it('names machine, versions and commit', () => {
    for (const part of [...Object.values(about).slice(0, 6), 'dexie 4.0.0']) {
      expect(text).toContain(String(part));
    }
  });

  it('has a part for each size, and in it a line for everybody who was there', () => {
    const [, thousand = '', tenThousand = ''] = text.split('### ');
    expect(thousand).toMatch(/^1,000 rows/);
    expect(thousand).toMatch(/^\| Fieldnotes \|.* 150 ×1\.5 \|/m);
    expect(thousand).toMatch(/^\| Floor.* 100 \|/m);
    expect(thousand).toMatch(/^\| RxDB \|.* 300 ×3\.0 \|/m);
    expect(tenThousand).not.toContain('| RxDB');
  });

  it('tells bytes as kB', () => {
    expect(text).toMatch(/^\| Fieldnotes \|.* 1\.5 \|/m);
  });

  it('says what went wrong', () => {
    expect(text).toContain('- RxDB, 1,000 rows: an edit: no edit after 180 s');
  });

  it('takes the place of the earlier one, and leaves the rest of the document', () => {
    const begins = '<!-- Written by `npm run bench`. -->';
    const ends = '<!-- The end of what it writes. -->';
    const command = 'npm run bench';
    const other = `<!-- Written by \`npm run other\`. -->\nleft\n${ends}`;
    const written = withGenerated(
      `# Above\n${other}\n${begins}\nold\n${ends}\nbelow`,
      'new',
      command,
    );
    expect(written).toBe(`# Above\n${other}\n${begins}\n\nnew\n\n${ends}\nbelow`);
    expect(withGenerated(written, 'new', command)).toBe(written);
    expect(() => withGenerated('# Above', 'new', command)).toThrow('needs a line');
  });
});

describe('the profile', () => {
  const frame = (functionName: string, url = '') => ({ functionName, url });

  it('tells whose code was busy, and leaves out what was idle', () => {
    const nodes = [
      { id: 1, callFrame: frame('(root)') },
      { id: 2, callFrame: frame('(idle)') },
      { id: 3, callFrame: frame('usePSD', 'http://localhost/floor/assets/dexie-B1c.js') },
      { id: 4, callFrame: frame('render', 'http://localhost/floor/assets/react-x_Y.js') },
      { id: 5, callFrame: frame('start', 'http://localhost/floor/assets/index-a.js') },
      { id: 6, callFrame: frame('put') },
    ];
    const samples = [1, 2, 3, 3, 4, 5, 6];
    const timeDeltas = [9_000, 9_000, 1_000, 500, 2_000, 3_000, 4_000];
    const expected = { dexie: 1.5, react: 2, own: 3, browser: 4 };
    expect(busyIn({ nodes, samples, timeDeltas })).toEqual(expected);
  });

  it('has a line for each step and contestant, with medians', () => {
    const busy = (own: number) => ({
      '100 edits': { own, dexie: 2, react: 3, browser: 4, answering: 2 * own },
    });
    const samples = [1, 9, 5].map((own) => ({ ...sample('floor', 1_000, {}), busy: busy(own) }));
    expect(profileReport({ about, samples })).toContain(
      '| 1,000 | 100 edits | Floor: fetch + Dexie | 5 | 2 | 3 | 4 | 14 | 10 |',
    );
  });
});

describe('the chart', () => {
  const svg = chart([
    sample('fieldnotes', 1_000, { everything: 110, push: 90 }),
    sample('floor', 1_000, { everything: 100, push: 100 }),
    sample('rxdb', 1_000, { everything: 800, push: '37/100' }),
  ]);

  it('is well-formed, and says in words what it shows', () => {
    const { svg: root } = new XMLParser({ ignoreAttributes: false }).parse(svg, true);
    expect(root['@_role']).toBe('img');
    expect(root.title['#text']).toContain('multiples of the floor');
    expect(root.desc['#text']).toBe(
      'First visit, 1,000 rows: Fieldnotes 1.1, RxDB 8.0. 100 edits made offline, 1,000 rows: Fieldnotes 0.9, RxDB none.',
    );
  });

  it('has a longer bar for a larger multiple, and none for a word', () => {
    const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, it]) => Number(it));
    expect(widths).toHaveLength(3);
    const [ours = 0, rxdb = 0] = widths;
    expect(rxdb).toBeGreaterThan(5 * ours);
  });

  it('has colours for light and dark', () => {
    expect(svg).toContain('prefers-color-scheme: dark');
  });
});
