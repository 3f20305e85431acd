import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ProjectsPage } from '../../../src/features/projects/projects-page.tsx';
import { projectRow } from '../../support/rows.ts';
import { show, synced } from '../../support/site.tsx';

describe('Projects', () => {
  it('PROJECTS-2: says that there are none in the words of the page around it', () => {
    show(<ProjectsPage empty="Come back soon." />, synced());
    expect(screen.getByText('Come back soon.')).toBeTruthy();
  });

  it('PROJECTS-1: groups by status, in the order of the roadmap, newest first, without empty groups', () => {
    const rows = [
      projectRow({ title: 'Old idea', created_at: '2025-01-01T00:00:00Z' }),
      projectRow({ title: 'New idea', created_at: '2026-01-01T00:00:00Z' }),
      projectRow({ title: 'Finished', status: 'done' }),
      projectRow({ title: 'Going on', status: 'in-progress' }),
    ];
    show(<ProjectsPage />, synced({ projects: rows }));
    const titles = screen
      .getAllByRole('heading', { level: 2 })
      .map((heading) => heading.textContent);
    expect(titles).toEqual(['working on it', 'just an idea at this point', 'completed']);
    const ideas = screen.getByRole('region', { name: 'just an idea at this point' });
    expect(
      within(ideas)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['New idea', 'Old idea']);
  });

  it('leads to each project by its slug; of two that share one, to the newer by its id', () => {
    const newer = projectRow({ title: 'Twin', created_at: '2026-01-02T00:00:00Z' });
    const older = projectRow({ title: 'Twin!', created_at: '2026-01-01T00:00:00Z' });
    const emoji = projectRow({ title: '🚀', created_at: '2025-01-01T00:00:00Z' });
    show(<ProjectsPage />, synced({ projects: [newer, older, emoji] }));
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(addresses.filter((address) => address !== '/roadmap')).toEqual([
      `/projects/${newer.id}`,
      '/projects/twin',
      `/projects/${emoji.id}`,
    ]);
  });
});
