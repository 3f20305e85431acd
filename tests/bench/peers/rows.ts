import { createHash } from 'node:crypto';

/** A row as both tables of the benchmark have it; the other columns are the tables' own. */
export interface BenchRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly link_url: string;
  readonly image_url: string;
  readonly tags: string;
  readonly type: string;
  readonly Source: string | null;
  readonly created_at: string;
}

const HOUR_MS = 3_600_000;

/** A made-up collection of links, newest first; a row is about 550 bytes of JSON. The same rows for the same count. */
export function benchRows(count: number): BenchRow[] {
  return Array.from({ length: count }, (_, i) => benchRow(i));
}

function benchRow(i: number): BenchRow {
  const hash = createHash('sha256').update(`resource ${i}`).digest('hex');
  const prose = (from: number, count: number) =>
    Array.from({ length: count }, (_, k) => {
      const at = (from + k) % 60;
      return words[Number.parseInt(hash.slice(at, at + 3), 16) % words.length];
    });
  return {
    id: `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`,
    title: `${prose(0, 6).join(' ')} ${i}`,
    description: prose(7, 20).join(' '),
    link_url: `https://${hash.slice(0, 8)}.example.org/articles/${prose(3, 4).join('-')}`,
    image_url: `https://images.example.org/${hash.slice(0, 24)}.webp`,
    tags: prose(11, 4).join(', '),
    type: ['text', 'video', 'audio'][i % 3] ?? 'text',
    Source: ['newsletter', 'friend', 'search', null][i % 4] ?? null,
    created_at: new Date(Date.UTC(2026, 5, 1) - i * HOUR_MS).toISOString(),
  };
}

const words =
  'a practical guide to building resilient local first web applications with offline data and honest interfaces for people who learn by making things together every single day'.split(
    ' ',
  );
