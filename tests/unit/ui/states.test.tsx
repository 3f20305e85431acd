import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Activity, useState } from 'react';
import { useRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { loadPage, routes } from '../../../src/app/routes.tsx';
import { kinds } from '../../../src/content/kinds.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { exampleRow } from '../../support/example-rows.ts';
import {
  type Held,
  neverSynced,
  newDevice,
  show,
  synced,
  syncFailed,
} from '../../support/site.tsx';

/**
 * What each page of ROUTE-1 says while it loads, when it has failed, and when there is nothing. That these states come
 * about with a real network: tests/e2e/states.spec.ts.
 */

/** Words on the page, or a way on from it by its role and name. */
type Sight = string | readonly ['button' | 'link', string];

const retry: Sight = ['button', 'Retry'];
const noLearning = 'Learning not found or error loading data. Please try again.';
const noProject = 'Error loading project details. Project might not exist.';

type State = 'loading' | 'error' | 'empty';

const pages: readonly [address: string, says: Record<State, readonly Sight[]>][] = [
  [
    '/',
    {
      loading: ['Loading commentary...', 'Loading track', 'Loading projects'],
      error: [
        'There was an error connecting to the database. Please check your connection and try again.',
        'Unable to load commentaries',
        'Unable to load projects',
      ],
      empty: [
        'No commentaries yet.',
        'No track selected.',
        'No in-progress projects yet.',
        'No ideas yet.',
      ],
    },
  ],
  [
    '/projects',
    {
      loading: ['Loading projects'],
      error: ['Failed to load projects. Please try refreshing the page.', retry],
      empty: ['No projects yet.'],
    },
  ],
  [
    '/projects/fieldnotes',
    {
      loading: ['Loading project'],
      error: [noProject, retry, ['link', 'Return to Projects']],
      empty: [noProject, ['link', 'Return to Projects']],
    },
  ],
  [
    '/roadmap',
    {
      loading: ['Loading projects'],
      error: ['Error loading projects. Please try again later.', retry],
      empty: [
        'No projects found. They may still be loading or there might be a connection issue.',
        ['button', 'Refresh'],
      ],
    },
  ],
  [
    '/learnings',
    {
      loading: ['Loading learnings'],
      error: [
        'Error loading learnings data. Please try again later.',
        'Failed to load learnings. Please try again.',
        retry,
      ],
      empty: ['No learnings found.'],
    },
  ],
  [
    '/learnings/evals-first',
    {
      loading: ['Loading learning'],
      error: [noLearning, retry, ['button', 'Back']],
      empty: [noLearning, ['button', 'Back']],
    },
  ],
  [
    '/resources',
    {
      loading: ['Loading resources'],
      error: ['Error loading resources.', retry],
      empty: ['No resources found matching your search.'],
    },
  ],
  [
    '/friends',
    {
      loading: ['Loading AI tools'],
      error: ['Unable to load AI tools', retry],
      empty: ['No AI tools yet.'],
    },
  ],
  [
    '/chatter',
    {
      loading: ['Loading commentaries...'],
      error: ['Unable to load commentaries', retry],
      empty: ['No commentaries available.'],
    },
  ],
];

const held: Record<State, Held> = { loading: neverSynced, error: syncFailed, empty: synced() };

async function open(address: string, device: Held) {
  const Page = () => useRoutes(routes);
  await loadPage(address, '/');
  return show(
    <ToastProvider>
      <Page />
    </ToastProvider>,
    device,
    address,
  );
}

describe('HOME-2 HOME-5 HOME-6 HOME-7 PROJECTS-2 PROJECT-4 ROADMAP-2 LEARNINGS-2 LEARNING-4 RESOURCES-7 CHATTER-1: each page says', () => {
  const cases = pages.flatMap(([address, says]) =>
    (['loading', 'error', 'empty'] as const).map((state) => [address, state, says] as const),
  );

  it.each(cases)('%s: %s', async (address, state, says) => {
    const { container } = await open(address, held[state]);
    for (const sight of says[state]) {
      if (typeof sight === 'string') expect(container.textContent).toContain(sight);
      else expect(screen.getAllByRole(sight[0], { name: sight[1] })).not.toEqual([]);
    }
    const others = Object.values(says)
      .flat()
      .filter((it) => typeof it === 'string' && !says[state].includes(it));
    expect(others.filter((words) => container.textContent?.includes(String(words)))).toEqual([]);
    if (state === 'error') expect(screen.getAllByRole('alert')).not.toEqual([]);
  });
});

describe('a page that React keeps hidden while its content comes', () => {
  const id = '0d9a3f5e-7c41-4b7e-9d55-2f6f0a1b3c4d';
  const rows = Object.fromEntries(
    kinds.map((kind) => [
      kind.table,
      [{ ...kind.blank('2026-03-01T09:00:00Z'), ...exampleRow(kind, 1, () => id), id }],
    ]),
  );
  const names: readonly [address: string, table: string][] = [
    ['/', 'commentaries'],
    ['/projects', 'projects'],
    [`/projects/${id}`, 'projects'],
    ['/roadmap', 'projects'],
    ['/learnings', 'learnings'],
    [`/learnings/${id}`, 'learnings'],
    ['/resources', 'resources'],
    ['/friends', 'ai_tools'],
    ['/chatter', 'commentaries'],
  ];

  it.each(names)('%s: shows it when it is shown again', async (address, table) => {
    const device = await newDevice();
    let turn = (_to: 'visible' | 'hidden') => {};
    function Kept() {
      const [mode, setMode] = useState<'visible' | 'hidden'>('visible');
      turn = setMode;
      const page = useRoutes(routes);
      return <Activity mode={mode}>{page}</Activity>;
    }
    await loadPage(address, '/');
    const { container } = device.open(address, { screen: <Kept /> });
    act(() => turn('hidden'));
    await device.arrive(rows);
    act(() => turn('visible'));
    const name = String(Object(rows[table]?.[0])[kinds.find((it) => it.table === table)!.name]);
    await waitFor(() => expect(container.textContent).toContain(name));
  });
});

it('Retry asks for a sync', async () => {
  const { requestSync } = await open('/roadmap', syncFailed);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(requestSync).toHaveBeenCalledTimes(1);
});

it('HOME-5 LOOK-10: Home loads with skeletons in the place of its rows of cards', async () => {
  await open('/', neverSynced);
  const cards = screen.getAllByTestId('skeleton-card');
  expect(cards.length).toBeGreaterThan(0);
  expect(cards.length % 3).toBe(0);
});

it.each([
  ['PROJECTS-2: Projects', '/projects', 3],
  ['ROADMAP-2: the roadmap', '/roadmap', 9],
])('%s loads with skeletons in the place of its cards', async (_, address, cards) => {
  await open(address, neverSynced);
  expect(screen.getAllByTestId('skeleton-card')).toHaveLength(cards);
  for (const section of screen.queryAllByTestId('skeleton-section'))
    expect(within(section).getAllByTestId('skeleton-card')).toHaveLength(3);
});
