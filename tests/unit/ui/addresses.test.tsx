import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Project } from '../../../src/content/projects/projects.ts';
import { ProjectGroups } from '../../../src/features/projects/grouped-projects.tsx';
import { RoadmapSections } from '../../../src/features/roadmap/roadmap-sections.tsx';
import { memoryMirror } from '../../support/memory-mirror.ts';
import { OnEngine, render } from '../../support/site.tsx';

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
      status: 'idea',
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
