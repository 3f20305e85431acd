import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { startStatus } from '../../../src/engine/mirror/meta.ts';
import { RoadmapPage } from '../../../src/features/roadmap/roadmap-page.tsx';
import { projectRow, taskRow } from '../../support/rows.ts';
import { show, synced } from '../../support/site.tsx';

const sections = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

describe('the Project Roadmap', () => {
  it('ROADMAP-1: has a section for each status, in order', () => {
    const projects = ['done', 'idea', 'in-progress', 'donezo'].map((status) =>
      projectRow({ title: `P ${status}`, status }),
    );
    show(<RoadmapPage />, synced({ projects }));
    expect(sections()).toEqual([
      'donezo',
      'working on it',
      'just an idea at this point',
      'completed',
    ]);
    const linkIn = (name: string) =>
      within(screen.getByRole('region', { name })).getByRole('link').textContent;
    expect(sections().map((name) => linkIn(name ?? ''))).toEqual([
      'P donezo',
      'P in-progress',
      'P idea',
      'P done',
    ]);
  });

  it('ROADMAP-1: shows only sections that are not empty, newest first', () => {
    const projects = [
      projectRow({ title: 'Old', created_at: '2025-01-01T00:00:00Z' }),
      projectRow({ title: 'New', created_at: '2026-01-01T00:00:00Z' }),
    ];
    show(<RoadmapPage />, synced({ projects }));
    expect(sections()).toEqual(['just an idea at this point']);
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['New', 'Old']);
  });

  it('ROADMAP-3 DIFF-16: what is being worked on has cards, the others have lines, and all say how far they are', () => {
    const projects = ['done', 'idea', 'in-progress', 'donezo'].map((status) =>
      projectRow({ title: `P ${status}`, status, image_url: '/a.svg' }),
    );
    const tasks = projects.map(({ id }) => taskRow({ project_id: id, status: 'done' }));
    show(<RoadmapPage />, synced({ projects, tasks }));
    const cards = screen.getAllByRole('link').map((it) => it.closest('.rounded-card')?.textContent);
    expect(cards.filter((it) => it !== undefined).length).toBe(1);
    expect(document.querySelectorAll('.rounded-card img').length).toBe(1);
    expect(screen.getAllByText('1 of 1 done').length).toBe(4);
    expect(screen.getAllByText('Mar 1, 2026').length).toBe(4);
  });

  it('leads to each project by slug; of two that share one, to the newer by its id', () => {
    const newer = projectRow({
      title: 'Twin',
      status: 'done',
      created_at: '2026-01-02T00:00:00Z',
    });
    const older = projectRow({
      title: 'Twin!',
      status: 'donezo',
      created_at: '2026-01-01T00:00:00Z',
    });
    show(<RoadmapPage />, synced({ projects: [newer, older] }));
    const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(addressOf('Twin')).toBe(`/projects/${newer.id}`);
    expect(addressOf('Twin!')).toBe('/projects/twin');
  });
});

describe('Refresh', () => {
  it('syncs, and shows for a moment that it is busy, while the content stays', () => {
    vi.useFakeTimers();
    const { requestSync } = show(
      <RoadmapPage />,
      synced({ projects: [projectRow({ title: 'Stays' })] }),
    );
    const button = screen.getByRole('button', { name: 'Refresh' });
    const arrow = button.querySelector('svg')!;
    const announced = () => screen.getByRole('status').textContent;
    expect(announced()).toBe('');
    fireEvent.click(button);
    expect(requestSync).toHaveBeenCalledTimes(1);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(arrow.getAttribute('class')).toContain('spinning');
    expect(announced()).toBe('Refreshing');
    expect(screen.getByText('Stays')).toBeTruthy();
    act(() => vi.advanceTimersByTime(1_000));
    expect(button.getAttribute('aria-busy')).toBe('false');
    expect(arrow.getAttribute('class')).not.toContain('spinning');
    expect(announced()).toBe('');
  });

  it('is busy for as long as the sync takes', () => {
    vi.useFakeTimers();
    const status = { ...startStatus, phase: 'pulling' } as const;
    show(<RoadmapPage />, { ...synced({ projects: [projectRow()] }), status });
    const button = screen.getByRole('button', { name: 'Refresh' });
    fireEvent.click(button);
    act(() => vi.advanceTimersByTime(60_000));
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  it('does not show a sync that nobody asked for', () => {
    const status = { ...startStatus, phase: 'pulling' } as const;
    show(<RoadmapPage />, { ...synced({ projects: [projectRow()] }), status });
    expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-busy')).toBe('false');
  });
});
