import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ProjectsPage } from '../../../src/features/projects/projects-page.tsx';
import { projectRow, taskRow } from '../../support/rows.ts';
import { show, synced } from '../../support/site.tsx';

describe('Projects', () => {
  it('PROJECTS-2: says that there are none in the words of the page around it', () => {
    show(<ProjectsPage empty="Come back soon." />, synced());
    expect(screen.getByText('Come back soon.')).toBeTruthy();
  });

  it('PROJECTS-1 DIFF-16: groups by status, what is being worked on before all else, newest first, without empty groups', () => {
    const rows = [
      projectRow({ title: 'Old idea', created_at: '2025-01-01T00:00:00Z' }),
      projectRow({ title: 'New idea', created_at: '2026-01-01T00:00:00Z' }),
      projectRow({ title: 'Finished', status: 'done' }),
      projectRow({ title: 'Out', status: 'donezo' }),
      projectRow({ title: 'Going on', status: 'in-progress' }),
    ];
    show(<ProjectsPage />, synced({ projects: rows }));
    const titles = screen
      .getAllByRole('heading', { level: 2 })
      .map((heading) => heading.textContent);
    expect(titles).toEqual(['working on it', 'donezo', 'just an idea at this point', 'completed']);
    const ideas = screen.getByRole('region', { name: 'just an idea at this point' });
    expect(
      within(ideas)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['New idea', 'Old idea']);
  });

  it('DIFF-16: only what is being worked on has pictures, and of an odd number the first one has a line for itself', () => {
    const at = (day: number) => ({ created_at: `2026-01-0${day}T00:00:00Z`, image_url: '/a.svg' });
    const alive = [3, 2, 1].map((day) =>
      projectRow({ title: `Alive ${day}`, status: 'in-progress', ...at(day) }),
    );
    const idea = projectRow({ title: 'Idea', image_url: '/b.svg' });
    const wide = () => [...document.querySelectorAll('li[class*=col-span-2]')].map(titleIn);
    const titleIn = (it: Element) => it.querySelector('h3')?.textContent;
    const { unmount } = show(<ProjectsPage />, synced({ projects: [...alive, idea] }));
    expect([...document.querySelectorAll('li:has(img)')].map(titleIn)).toEqual([
      'Alive 3',
      'Alive 2',
      'Alive 1',
    ]);
    expect(wide()).toEqual(['Alive 3']);
    unmount();
    show(<ProjectsPage />, synced({ projects: alive.slice(1) }));
    expect(wide()).toEqual([]);
  });

  it('PROJECTS-3: a card says since when its project is there and how far it is, in words and as a line', () => {
    const [far, bare] = [projectRow({ title: 'Far' }), projectRow({ title: 'Bare' })];
    const tasks = ['done', 'todo', 'done', 'in-progress'].map((status) =>
      taskRow({ project_id: far.id, status }),
    );
    const footOf = (name: string) =>
      screen.getByRole('link', { name }).closest('li')?.querySelector('.tabular-nums');
    const { unmount } = show(<ProjectsPage />, synced({ projects: [far, bare], tasks }));
    expect(footOf('Far')?.textContent).toBe('Since Mar 1, 20262 of 4 done');
    expect(footOf('Far')?.querySelector<HTMLElement>('[style]')?.style.width).toBe('50%');
    expect(footOf('Bare')?.textContent).toBe('Since Mar 1, 2026');
    expect(footOf('Bare')?.querySelector('[style], .bg-hairline')).toBeNull();
    unmount();
    // The room is there before the tasks are known.
    show(<ProjectsPage />, { freshness: null, rows: { projects: [far] } });
    expect(footOf('Far')?.querySelector('.h-1')).not.toBeNull();
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
