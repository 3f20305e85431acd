// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ChatterPage } from '../../../src/features/chatter/chatter-page.tsx';
import { LearningPage } from '../../../src/features/learnings/learning-page.tsx';
import { LearningsPage } from '../../../src/features/learnings/learnings-page.tsx';
import { PostsPage } from '../../../src/features/posts/posts-page.tsx';
import { Board } from '../../../src/features/project/board.tsx';
import { ProjectLearnings } from '../../../src/features/project/project-learnings.tsx';
import { ProjectPage } from '../../../src/features/project/project-page.tsx';
import { ProjectsPage } from '../../../src/features/projects/projects-page.tsx';
import { ResourcesPage } from '../../../src/features/resources/resources-page.tsx';
import { RoadmapPage } from '../../../src/features/roadmap/roadmap-page.tsx';
import { ToolsPage } from '../../../src/features/tools/tools-page.tsx';
import { neverSynced, type OnDevice, show, synced, syncFailed } from '../../support/render.tsx';
import { learningRow, projectRow, taskRow } from '../../support/rows.ts';

const at = (path: string, element: ReactNode) => (
  <Routes>
    <Route path={path} element={element} />
  </Routes>
);

describe('RESOURCES-7 CHATTER-1 LEARNINGS-2 LEARNING-4: what each page says when there is nothing to show', () => {
  const words: [string, ReactNode, OnDevice, string][] = [
    ['Chatter, loading', <ChatterPage key="1" />, neverSynced, 'Loading commentaries...'],
    ['Chatter, failed', <ChatterPage key="1" />, syncFailed, 'Unable to load commentaries'],
    ['Chatter, empty', <ChatterPage key="1" />, synced(), 'No commentaries available.'],
    [
      'Learnings, failed',
      <LearningsPage key="1" />,
      syncFailed,
      'Error loading learnings data. Please try again later.',
    ],
    ['Learnings, empty', <LearningsPage key="1" />, synced(), 'No learnings found.'],
    ['Resources, failed', <ResourcesPage key="1" />, syncFailed, 'Error loading resources.'],
    [
      'Resources, empty',
      <ResourcesPage key="1" />,
      synced(),
      'No resources found matching your search.',
    ],
    [
      'Roadmap, failed',
      <RoadmapPage key="1" />,
      syncFailed,
      'Error loading projects. Please try again later.',
    ],
    [
      'Roadmap, empty',
      <RoadmapPage key="1" />,
      synced(),
      'No projects found. They may still be loading or there might be a connection issue.',
    ],
    [
      'Project, missing',
      <ProjectPage key="1" />,
      synced(),
      'Error loading project details. Project might not exist.',
    ],
    [
      'Project, failed',
      <ProjectPage key="1" />,
      syncFailed,
      'Error loading project details. Project might not exist.',
    ],
    [
      'Learning, missing',
      <LearningPage key="1" />,
      synced(),
      'Learning not found or error loading data. Please try again.',
    ],
    ['AI tools, empty', <ToolsPage key="1" />, synced(), 'No AI tools yet.'],
  ];
  it.each(words)('%s', (_, page, device, text) => {
    show(page, device);
    expect(screen.getByText(text)).toBeTruthy();
  });

  const failing: [string, ReactNode][] = [
    ['Projects', <ProjectsPage key="1" />],
    ['Project', <ProjectPage key="1" />],
    ['Roadmap', <RoadmapPage key="1" />],
    ['Learnings', <LearningsPage key="1" />],
    ['Learning', <LearningPage key="1" />],
    ['Resources', <ResourcesPage key="1" />],
    ['AI tools', <ToolsPage key="1" />],
    ['Chatter', <ChatterPage key="1" />],
    ['the board', <Board key="1" projectId={projectRow().id} isAdmin={false} />],
    ['the learnings of a project', <ProjectLearnings key="1" projectId={projectRow().id} />],
  ];
  it.each(failing)('%s, failed: an alert with Retry', (_, page) => {
    show(page, syncFailed);
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('ROADMAP-2: the roadmap loads with three sections of three cards', () => {
    show(<RoadmapPage />, neverSynced);
    const sections = screen.getAllByTestId('skeleton-section');
    expect(
      sections.map((section) => within(section).getAllByTestId('skeleton-card').length),
    ).toEqual([3, 3, 3]);
  });
});

describe('a project', () => {
  const project = projectRow({ title: 'Ask My Notes', status: 'in-progress' });
  const rows = {
    projects: [project],
    tasks: Array.from({ length: 7 }, (_, position) =>
      taskRow({ project_id: project.id, content: `Task ${position}`, position }),
    ),
    learnings: ['b', 'A', 'c'].map((title) => learningRow({ title, project_id: project.id })),
  };
  const open = (address: string) =>
    show(at('/projects/:projectId', <ProjectPage />), synced(rows), address);

  it('ROUTE-2: is found by its slug and by its id', () => {
    for (const address of ['/projects/ask-my-notes', `/projects/${project.id}`]) {
      const { unmount } = open(address);
      expect(screen.getByRole('heading', { level: 1, name: 'Ask My Notes' })).toBeTruthy();
      unmount();
    }
  });

  it('PROJECT-1: says what it does not have', () => {
    show(
      at('/projects/:projectId', <ProjectPage />),
      synced({ projects: [project] }),
      '/projects/ask-my-notes',
    );
    expect(screen.getByText('No details provided for this project yet.')).toBeTruthy();
    expect(screen.getByText('No learnings documented for this project yet.')).toBeTruthy();
    expect(screen.getAllByText('No tasks in this column').length).toBe(3);
  });

  it('BOARD-2: shows five tasks of a column, all of them on request, and their count', () => {
    open('/projects/ask-my-notes');
    const column = screen.getByRole('region', { name: 'To Do' });
    expect(within(column).getByText('7')).toBeTruthy();
    expect(within(column).getAllByText(/^Task \d/).length).toBe(5);
    fireEvent.click(within(column).getByRole('button', { name: 'Show 2 more' }));
    expect(
      within(column)
        .getAllByText(/^Task \d/)
        .map((task) => task.textContent),
    ).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `Task ${n}`));
    fireEvent.click(within(column).getByRole('button', { name: /Collapse/ }));
    expect(within(column).getAllByText(/^Task \d/).length).toBe(5);
  });

  it('PROJECT-3: lists its learnings by title', () => {
    open('/projects/ask-my-notes');
    const learnings = screen.getByRole('region', { name: 'Learnings' });
    expect(
      within(learnings)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['A', 'b', 'c']);
  });
});

describe('a learning', () => {
  const learning = learningRow({
    title: 'Evals first',
    content: 'One <b>bold</b> step.\n\nA &lt; B &amp; C.',
  });
  const resources = [1, 2, 3, 4].map((n) => ({
    id: crypto.randomUUID(),
    title: `Resource ${n}`,
    description: 'd',
    link_url: null,
    image_url: null,
    tags: null,
    type: 'text',
    Source: null,
    learning_id: learning.id,
    created_at: `2026-01-0${n}T00:00:00Z`,
  }));

  it('LEARNING-2 LEARNING-3: shows its text in paragraphs, and three of its resources with the link to all', () => {
    show(
      at('/learnings/:slug', <LearningPage />),
      synced({ learnings: [learning], resources }),
      '/learnings/evals-first',
    );
    expect(screen.getByText('One bold step.')).toBeTruthy();
    expect(screen.getByText('A < B & C.')).toBeTruthy();
    expect(screen.getAllByText(/^Resource \d/).length).toBe(3);
    expect(screen.getByRole('link', { name: 'View all 4 resources' }).getAttribute('href')).toBe(
      `/resources?learning=${learning.id}`,
    );
  });

  it('LEARNINGS-1: names its project in the list', () => {
    const project = projectRow({ title: 'Notes' });
    show(
      <LearningsPage />,
      synced({
        learnings: [Object.assign({}, learning, { project_id: project.id })],
        projects: [project],
      }),
    );
    expect(screen.getByText('Associated Project: Notes')).toBeTruthy();
  });
});

it('POSTS-1: there are three posts, each with its day and its author', () => {
  show(<PostsPage />, synced());
  expect(screen.getAllByRole('heading', { level: 2 }).length).toBe(3);
  expect(
    screen.getByText(
      (_, element) =>
        element?.tagName === 'P' && /^Posted on Sep 14, 2026 by /.test(element.textContent ?? ''),
    ),
  ).toBeTruthy();
});

describe('AI tools', () => {
  const tool = (name: string, tag: string, day: number) => ({
    id: crypto.randomUUID(),
    name,
    bio: null,
    picture: null,
    hyperlink: 'https://example.com',
    tag,
    created_at: `2026-01-0${day}T00:00:00Z`,
  });
  const rows = { ai_tools: [tool('Claude', 'assistant', 1), tool('Ollama', 'models', 2)] };

  it('TOOLS-2: are found by a tag with a comma in it, alone and together with another tag', () => {
    const both = { ai_tools: [tool('Whisper', 'speech, local', 1), tool('Ollama', 'models', 2)] };
    show(<ToolsPage />, synced(both));
    const names = () => screen.queryAllByRole('heading', { level: 2 }).map((it) => it.textContent);
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    const tag = screen.getByRole('button', { name: 'speech, local' });
    fireEvent.click(tag);
    expect(names()).toEqual([expect.stringContaining('Whisper')]);
    expect(tag.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'models' }));
    expect(names()).toHaveLength(2);
    fireEvent.click(tag);
    expect(names()).toEqual([expect.stringContaining('Ollama')]);
  });
  const names = () =>
    screen
      .getAllByRole('heading', { level: 2 })
      .map((heading) => heading.textContent?.replace(/ \(.*/, ''));

  it('TOOLS-1: are sorted newest first, or oldest first on request', () => {
    show(<ToolsPage />, synced(rows), '/friends');
    expect(names()).toEqual(['Ollama', 'Claude']);
    fireEvent.click(screen.getByRole('button', { name: 'Newest First' }));
    expect(names()).toEqual(['Claude', 'Ollama']);
    expect(screen.getByRole('button', { name: 'Oldest First' })).toBeTruthy();
  });

  it('TOOLS-2 TOOLS-4: are searched by name and tag; a message says that none match', () => {
    show(<ToolsPage />, synced(rows), '/friends');
    expect(screen.queryByPlaceholderText('Search tools...')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(screen.getByText('Filter by tags:')).toBeTruthy();
    fireEvent.change(screen.getByPlaceholderText('Search tools...'), {
      target: { value: 'MODEL' },
    });
    expect(names()).toEqual(['Ollama']);
    fireEvent.change(screen.getByPlaceholderText('Search tools...'), {
      target: { value: 'nothing like it' },
    });
    expect(screen.getByText('No AI tools match your filters')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(names()).toEqual(['Ollama', 'Claude']);
  });
});
