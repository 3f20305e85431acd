import { Agent, get } from 'node:http';
import { jitter } from '../../../src/lib/backoff.ts';
import { PAGE_ROWS, POKES_SPREAD_MS, POLL_SILENT_MS } from '../../../src/lib/limits.ts';
import { PUBLISHABLE_KEY } from '../../../tools/server/database/secrets.ts';
import { serve } from '../../../tools/server/http/server.ts';
import { startEmbedded } from '../../support/embedded.ts';
import { startCache } from '../../support/nginx.ts';

/** Many readers behind a cache, and one writer: what reaches the database, and how long until all have a change. */

/** A reader as the server sees one: where it stands, and when it asks. */
interface Reader {
  epoch: string;
  cursor: number;
}

const CONNECTIONS = 200;
const CHANGES = 3;
/** ms between two changes. */
const APART_MS = 15_000;

/** @returns a table in Markdown */
export async function measureReaders(nginx: string, count: number): Promise<string> {
  const embedded = await startEmbedded();
  const { backend } = embedded;
  const serving = await serve({ backend, siteDir: null, host: '127.0.0.1', port: 0 });
  const cache = await startCache(nginx, serving.url);
  const reached = new Map<number, number>();
  serving.server.prependListener('request', () => {
    const second = Math.floor(performance.now() / 1000);
    reached.set(second, (reached.get(second) ?? 0) + 1);
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, job: () => Promise<unknown>) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void job();
    }, ms);
    timers.add(timer);
  };
  let requests = 0;
  let bytes = 0;

  async function ask(query: string): Promise<Reader> {
    requests += 1;
    const { text, length } = await fetched(`${cache.url}/rest/v1/rpc/sync_read?${query}`, agent);
    bytes += length;
    const { epoch, cursor } = JSON.parse(text);
    return { epoch, cursor };
  }
  async function follow(reader: Reader, told: number | null): Promise<void> {
    const { epoch, cursor } = reader;
    const poke = told === null ? '' : `&told=${told}`;
    const query = `epoch=${epoch}&cursor=${cursor}&horizon=${cursor}&page_size=${PAGE_ROWS}${poke}`;
    const stands = await ask(query);
    // A page has one exchange at a time; here an older answer may come later.
    if (stands.cursor > reader.cursor) Object.assign(reader, stands);
  }
  function poll(reader: Reader): void {
    // Requests that are still running at the end are aborted.
    const again = () =>
      follow(reader, null).then(
        () => poll(reader),
        () => {},
      );
    later(jitter(POLL_SILENT_MS, Math.random()), again);
  }

  try {
    const first = await ask(`cursor=0&horizon=0&page_size=${PAGE_ROWS}`);
    const readers = Array.from({ length: count }, () => ({ ...first }));
    for (const reader of readers) poll(reader);
    requests = 0;
    bytes = 0;
    reached.clear();
    const began = performance.now();
    const delays: number[] = [];
    for (let i = 0; i < CHANGES; i += 1) {
      await embedded.sql(`insert into friends (name) values ('Friend ${i}')`);
      const [row] = await embedded.sql('select max(version) as newest from sync.change');
      const newest = Number(row?.newest);
      const at = performance.now();
      // Each page hears the poke, and asks some time in the next seconds, as the engine does.
      await Promise.all(
        readers.map(
          (reader) =>
            new Promise<void>((resolve, reject) =>
              later(Math.random() * POKES_SPREAD_MS, () =>
                follow(reader, newest).then(resolve, reject),
              ),
            ),
        ),
      );
      if (readers.some(({ cursor }) => cursor < newest))
        throw new Error('A reader was told of no change.');
      delays.push(performance.now() - at);
      if (i + 1 < CHANGES) await new Promise((resolve) => setTimeout(resolve, APART_MS));
    }
    const seconds = (performance.now() - began) / 1000;
    const atBackend = [...reached.values()].reduce((sum, one) => sum + one, 0);
    const lines: [string, string][] = [
      ['readers', count.toLocaleString('en')],
      ['changes, over', `${CHANGES}, ${seconds.toFixed(0)} s`],
      ['requests of the readers', requests.toLocaleString('en')],
      ['… that reached the backend', atBackend.toLocaleString('en')],
      ['… a second', (atBackend / seconds).toFixed(2)],
      ['… in its busiest second', String(Math.max(0, ...reached.values()))],
      [
        'until the last reader has a change',
        delays.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', '),
      ],
      ['bytes of an answer’s body', (bytes / requests).toFixed(0)],
    ];
    return [
      '| what | |',
      '| --- | ---: |',
      ...lines.map(([what, value]) => `| ${what} | ${value} |`),
    ].join('\n');
  } finally {
    for (const timer of timers) clearTimeout(timer);
    agent.destroy();
    await cache.stop();
    await serving.close();
    await embedded.stop();
  }
}

function fetched(address: string, agent: Agent): Promise<{ text: string; length: number }> {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { apikey: PUBLISHABLE_KEY } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve({ text, length: text.length });
        else reject(new Error(`${response.statusCode}: ${text.slice(0, 200)}`));
      });
    }).on('error', reject);
  });
}
