import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { pages } from '../../../src/app/pages.tsx';
import { addressesIn } from '../../../src/content/addresses.ts';
import type { Project } from '../../../src/content/projects/projects.ts';
import { PageHead } from '../../../src/features/head/page-head.tsx';
import { ProjectGroups } from '../../../src/features/projects/grouped-projects.tsx';
import { RoadmapSections } from '../../../src/features/roadmap/roadmap-sections.tsx';
import { memoryMirror } from '../../support/memory-mirror.ts';
import { learningRow, projectRow } from '../../support/rows.ts';
import { heading, newDevice, OnEngine, type Row, render } from '../../support/site.tsx';

const MANY = 200;

/** Projects that count how often their slugs are read. */
function countedProjects() {
  let reads = 0;
  const projects = Array.from(
    { length: MANY },
    (_, place): Project => ({
      id: String(place).padStart(4, '0'),
      title: `Project ${place}`,
      description: '',
      details: null,
      imageUrl: null,
      createdAt: null,
      updatedAt: null,
      status: 'idea',
      formerSlugs: [],
      get slug() {
        reads += 1;
        return `project-${place}`;
      },
    }),
  );
  return { projects, reads: () => reads };
}

it.each([
  ['roadmap', RoadmapSections],
  ['list of projects', ProjectGroups],
])(
  'the %s finds the addresses of all its cards in one pass or two, however many they are',
  (_name, Cards) => {
    const { projects, reads } = countedProjects();
    const device = memoryMirror({}, { freshness: 1_770_000_000_000 });
    const frame = (screen: ReactNode) => (
      <OnEngine mirror={device}>
        <MemoryRouter>{screen}</MemoryRouter>
      </OnEngine>
    );
    render(frame(<Cards projects={projects} />));
    expect(screen.getAllByRole('link')).toHaveLength(MANY);
    expect(reads()).toBeLessThanOrEqual(4 * MANY);
  },
);

describe.each([
  ['learnings', learningRow],
  ['projects', projectRow],
] as const)('an address of %s', (table, rowOf) => {
  const row = (columns: Record<string, unknown>): Row => rowOf(columns);

  it('ADDRESS-1: is the slug that the server has given it, whatever its title is', async () => {
    const named = row({ title: 'C, corrected', slug: 'c' });
    const device = await newDevice({ rows: { [table]: [named] } });
    const list = device.open(`/${table}`);
    const link = await screen.findByRole('link', { name: 'C, corrected' });
    expect(link.getAttribute('href')).toBe(`/${table}/c`);
    list.unmount();
    const page = device.open(`/${table}/c`);
    await heading('C, corrected');
    page.unmount();
  });

  it('ADDRESS-2: a former one leads to its item, and is replaced by the present one in the address bar', async () => {
    const former = ['first', 'second', 'third'];
    const renamed = row({ title: 'Renamed', slug: 'fourth', former_slugs: former });
    const other = row({ title: 'Other', slug: 'other', former_slugs: null });
    const device = await newDevice({ rows: { [table]: [other, renamed] } });
    for (const slug of [...former, 'fourth']) {
      const entry = { usr: null, key: slug };
      window.history.replaceState(entry, '', `/${table}/${slug}?a#b`);
      const entries = window.history.length;
      const head = device.open(`/${table}/${slug}?a#b`, { screen: <PageHead pages={pages} /> });
      await waitFor(() => expect(window.location.pathname).toBe(`/${table}/fourth`));
      expect(window.location.href).toContain(`/${table}/fourth?a#b`);
      expect([window.history.state, window.history.length]).toEqual([entry, entries]);
      head.unmount();
      const page = device.open(`/${table}/${slug}`);
      await heading('Renamed');
      page.unmount();
    }
  });

  it('ADDRESS-2: a slug and an id come before a former one', async () => {
    const heir = row({ title: 'Heir', slug: 'old' });
    const renamed = row({ title: 'Renamed', slug: 'new', former_slugs: ['old', heir.id] });
    const device = await newDevice({ rows: { [table]: [renamed, heir] } });
    for (const address of ['old', heir.id]) {
      const page = device.open(`/${table}/${address}`);
      await heading('Heir');
      page.unmount();
    }
  });

  it('of an item without a slug of its own keeps its page when the title is corrected, also after a reload', async () => {
    const read = row({ title: 'C', created_at: '2026-01-02T00:00:00Z' });
    const device = await newDevice({ rows: { [table]: [read] } });
    const { unmount } = device.open(`/${table}/c`);
    await heading('C');
    const as = (title: string): Row => ({ ...read, title });
    await device.arrive({ [table]: [as('C, corrected')] });
    await heading('C, corrected');
    const namesake = row({ title: 'C', created_at: '2026-01-01T00:00:00Z' });
    await device.arrive({ [table]: [namesake, as('C, corrected twice')] });
    await heading('C, corrected twice');
    unmount();
    device.open(`/${table}/c`);
    await heading('C, corrected twice');
  });

  it('ROUTE-2: is replaced by the present one in the address bar while its page is open', async () => {
    const read = row({ title: 'C', created_at: '2026-01-02T00:00:00Z' });
    const device = await newDevice({ rows: { [table]: [read] } });
    const entry = { usr: null, key: 'k' };
    const inBar = () => window.location.href.slice(window.location.origin.length);
    window.history.replaceState(entry, '', `/${table}/c?from=a#b`);
    const entries = window.history.length;
    const page = device.open(`/${table}/c?from=a#b`, { screen: <PageHead pages={pages} /> });
    await waitFor(() => expect(document.head.innerHTML).toContain('C · '));
    const as = (title: string): Row => ({ ...read, title });
    await device.arrive({ [table]: [as('Later')] });
    await waitFor(() => expect(inBar()).toBe(`/${table}/later?from=a#b`));
    await device.arrive({ [table]: [as('Latest')] });
    await waitFor(() => expect(inBar()).toBe(`/${table}/latest?from=a#b`));
    // Somebody else's by now; it is older.
    const namesake = row({ title: 'Latest', created_at: '2026-01-01T00:00:00Z' });
    await device.arrive({ [table]: [namesake, as('Latest')] });
    await waitFor(() => expect(inBar()).toBe(`/${table}/${read.id}?from=a#b`));
    expect([window.history.state, window.history.length]).toEqual([entry, entries]);

    // The reader has gone on, and the page is about to be.
    window.history.pushState(null, '', '/roadmap');
    await device.arrive({ [table]: [as('Last of all')] });
    await waitFor(() => expect(document.head.innerHTML).toContain('Last of all · '));
    expect(inBar()).toBe('/roadmap');
    page.unmount();
  });

  it('ROUTE-2: stays in the address bar if it is the item’s id', async () => {
    const read = row({ title: 'C' });
    const device = await newDevice({ rows: { [table]: [read] } });
    for (const id of [read.id, read.id.toUpperCase()]) {
      window.history.replaceState(null, '', `/${table}/${id}`);
      const page = device.open(`/${table}/${id}`, { screen: <PageHead pages={pages} /> });
      await waitFor(() =>
        expect(document.head.querySelector('[property="og:title"]')).not.toBeNull(),
      );
      expect(window.location.pathname).toBe(`/${table}/${id}`);
      page.unmount();
    }
  });

  it('stays with the oldest of several that have one slug, wherever they stand in the list', async () => {
    const oldest = row({ title: 'C', rank: 3, created_at: '2026-01-01T00:00:00Z' });
    const newer = row({ title: 'C++', rank: 2, created_at: '2026-01-02T00:00:00Z' });
    const newest = row({ title: 'C#', rank: 1, created_at: '2026-01-03T00:00:00Z' });
    const device = await newDevice({ rows: { [table]: [newest, newer, oldest] } });
    const addresses = { C: 'c', 'C++': newer.id, 'C#': newest.id };
    for (const [title, address] of Object.entries(addresses)) {
      const list = device.open(`/${table}`);
      const link = await screen.findByRole('link', { name: title });
      expect(link.getAttribute('href')).toBe(`/${table}/${address}`);
      list.unmount();
      const page = device.open(`/${table}/${address}`);
      await heading(title);
      page.unmount();
    }
  });
});

it('an item without a date is older than all with one; of two as old, the lower id keeps the slug', () => {
  const item = (id: string, createdAt: number | null) => ({ id, createdAt, slug: 'c' });
  const addresses = (...all: ReturnType<typeof item>[]) => all.map(addressesIn(all));
  expect(addresses(item('b', 1), item('a', 1))).toEqual(['b', 'c']);
  expect(addresses(item('a', 1), item('b', null))).toEqual(['a', 'c']);
});
