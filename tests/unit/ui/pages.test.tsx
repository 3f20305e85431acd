import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ChatterPage } from '../../../src/features/chatter/chatter-page.tsx';
import { LearningPage } from '../../../src/features/learnings/learning-page.tsx';
import { LearningsPage } from '../../../src/features/learnings/learnings-page.tsx';
import { PostsPage } from '../../../src/features/posts/posts-page.tsx';
import { ResourcesPage } from '../../../src/features/resources/resources-page.tsx';
import { ToolsPage } from '../../../src/features/tools/tools-page.tsx';
import { site } from '../../../src/site.config.ts';
import { learningRow, projectRow, resourceRow } from '../../support/rows.ts';
import { comeIntoView, type Held, show, synced } from '../../support/site.tsx';

const at = (path: string, element: ReactNode) => (
  <Routes>
    <Route path={path} element={element} />
  </Routes>
);

describe('a learning', () => {
  const learning = learningRow({
    title: 'Evals first',
    content: 'One <b>bold</b> step.\n\nA &lt; B &amp; C.',
  });
  const resources = [1, 2, 3, 4].map((n) =>
    resourceRow({
      title: `Resource ${n}`,
      learning_id: learning.id,
      created_at: `2026-01-0${n}T00:00:00Z`,
    }),
  );

  it('LEARNING-2 LEARNING-3: shows its text in paragraphs, and three of its resources with the link to all', async () => {
    show(
      at('/learnings/:slug', <LearningPage />),
      synced({ learnings: [learning], resources }),
      '/learnings/evals-first',
    );
    expect(screen.getByText('One bold step.')).toBeTruthy();
    expect(screen.getByText('A < B & C.')).toBeTruthy();
    expect((await screen.findAllByText(/^Resource \d/)).length).toBe(3);
    expect(screen.getByRole('link', { name: 'View all 4 resources' }).getAttribute('href')).toBe(
      `/resources?learning=${learning.id}`,
    );
  });

  it('LEARNING-2: leads to pages by their names, keeps the words of other names, and says where it is mentioned', async () => {
    const named = learningRow({
      title: 'Named',
      content: '[[ask my notes|The project]], [[Evals first]] and [[Nowhere]].',
    });
    const project = projectRow({ title: 'Ask My Notes' });
    const device = synced({ learnings: [learning, named], projects: [project] });
    const page = at('/learnings/:slug', <LearningPage />);
    const { unmount } = show(page, device, '/learnings/named');
    const link = await screen.findByRole('link', { name: 'The project' });
    expect(link.getAttribute('href')).toBe('/projects/ask-my-notes');
    expect(link.getAttribute('target')).toBeNull();
    expect(screen.getByText(/and Nowhere\.$/)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Mentioned in' })).toBeNull();
    unmount();
    show(page, device, '/learnings/evals-first');
    const mentions = await screen.findByRole('region', { name: 'Mentioned in' });
    expect(within(mentions).getByRole('link').getAttribute('href')).toBe('/learnings/named');
  });

  it('RESOURCES-10: the list of its resources says whose they are, and leads back and to all', () => {
    show(
      <ResourcesPage />,
      synced({ learnings: [learning], resources }),
      `/resources?learning=${learning.id}`,
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Resources for Evals first');
    const way = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(way('Back to the learning')).toBe('/learnings/evals-first');
    expect(way('All resources')).toBe('/resources');
  });

  it('RESOURCES-4: is chosen by its id, also in capitals', () => {
    const device = synced({
      learnings: [learning],
      resources: resources.map((one, n) => (n === 0 ? { ...one, learning_id: null } : one)),
    });
    show(<ResourcesPage />, device, `/resources?learning=${learning.id.toUpperCase()}`);
    expect(screen.getAllByRole('heading', { level: 2, name: /^Resource \d/ })).toHaveLength(3);
  });

  it('RESOURCES-4: the box offers each learning once it is in view, and until then names the chosen one', () => {
    const other = learningRow({ title: 'Agents that ask' });
    show(
      <ResourcesPage />,
      synced({ learnings: [learning, other], resources }),
      `/resources?learning=${learning.id}`,
    );
    const box = screen.getByLabelText<HTMLSelectElement>('Filter by learning');
    const offered = () => Array.from(box.options, ({ text }) => text);
    expect(offered()).toEqual(['All learnings', 'Evals first']);
    comeIntoView();
    expect(offered().sort()).toEqual(['Agents that ask', 'All learnings', 'Evals first']);
    expect(box.value).toBe(learning.id);
  });

  it('RESOURCES-4 LOOK-17: many learnings come a few hundred at a time, and the chosen one stays', async () => {
    const many = Array.from({ length: 700 }, (_, n) => learningRow({ title: `Learning ${n}` }));
    const oldest = learningRow({ title: 'The oldest', created_at: '2001-01-01T12:00:00Z' });
    show(
      <ResourcesPage />,
      synced({ learnings: [...many, oldest], resources }),
      `/resources?learning=${oldest.id}`,
    );
    const box = screen.getByLabelText<HTMLSelectElement>('Filter by learning');
    comeIntoView();
    expect(box.options).toHaveLength(1 + 250 + 1);
    expect(box.selectedOptions[0]?.text).toBe('The oldest');
    await waitFor(() => expect(box.options).toHaveLength(1 + 701));
    expect(box.value).toBe(oldest.id);
  });

  it('LEARNINGS-1 LEARNINGS-8: names its project in the list, which leads there', () => {
    const project = projectRow({ title: 'Notes' });
    show(
      <LearningsPage />,
      synced({
        learnings: [Object.assign({}, learning, { project_id: project.id })],
        projects: [project],
      }),
    );
    const link = screen.getByRole('link', { name: 'Notes' });
    expect(link.parentElement?.parentElement?.textContent).toBe('Associated Project: Notes');
    expect(link.getAttribute('href')).toBe('/projects/notes');
  });
});

describe('the end of a learning’s page', () => {
  const open = (address: string, learnings: Held['rows']) =>
    show(at('/learnings/:slug', <LearningPage />), synced(learnings), `/learnings/${address}`);
  const rows = {
    learnings: [
      learningRow({ title: 'First', rank: 1, created_at: '2024-06-01T12:00:00Z' }),
      learningRow({ title: 'Same', tags: ['RAG'], created_at: '2026-06-01T12:00:00Z' }),
      learningRow({ title: 'Same', tags: ['rag'], created_at: '2025-06-01T12:00:00Z' }),
      learningRow({ title: 'Other', tags: ['rag'], created_at: '2024-01-01T12:00:00Z' }),
    ],
  };

  it('LEARNING-5 LEARNING-6: leads to the previous and the next one of the list, and to related ones, by addresses that are found', async () => {
    open(`${rows.learnings[1]?.id}`, rows);
    const more = within(await screen.findByRole('navigation', { name: 'More learnings' }));
    expect(
      more.getAllByRole('link').map((it) => [it.textContent, it.getAttribute('href')]),
    ).toEqual([
      ['Other', '/learnings/other'],
      // The oldest of a name has its address. It is related, too, and here once.
      ['Same', '/learnings/same'],
      ['Previous: First', '/learnings/first'],
    ]);
    expect(more.getByText('Related')).toBeTruthy();
    expect(more.getByText('Next')).toBeTruthy();
    expect(more.getByText('1 Jun 2025')).toBeTruthy();
    // Not on paper.
    expect(screen.getByRole('region', { name: 'Read on' }).closest('.print\\:hidden')).toBeTruthy();
  });

  it('LEARNING-5 LEARNING-6: has nothing of it where there are none', async () => {
    const { unmount } = open('first', rows);
    expect(await screen.findByText('Next')).toBeTruthy();
    expect(screen.queryByText(/^Previous/)).toBeNull();
    expect(screen.queryByText('Related')).toBeNull();
    unmount();
    open('first', { learnings: rows.learnings.slice(0, 1) });
    expect(screen.getByRole('heading', { level: 1, name: 'First' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'More learnings' })).toBeNull();
  });
});

it('LEARNING-8: behind the last learning the list of all is the next page', async () => {
  const learnings = [
    learningRow({ title: 'One', rank: 1 }),
    learningRow({ title: 'Two', rank: 2 }),
  ];
  show(at('/learnings/:slug', <LearningPage />), synced({ learnings }), '/learnings/two');
  const more = within(await screen.findByRole('navigation', { name: 'More learnings' }));
  expect(more.getAllByRole('link').map((it) => it.getAttribute('href'))).toEqual([
    '/learnings',
    '/learnings/one',
  ]);
});

it('LEARNING-6 LEARNING-7 DIFF-13: in the margin is the project, with its status, and at the end more of it', async () => {
  const project = projectRow({ title: 'Notes', status: 'in-progress' });
  const of = (title: string, rank: number) => ({
    ...learningRow({ title, rank }),
    project_id: project.id,
  });
  show(
    at('/learnings/:slug', <LearningPage />),
    synced({ learnings: [of('Two', 1), of('One', 2)], projects: [project] }),
    '/learnings/one',
  );
  const link = screen.getByRole('link', { name: 'Notes' });
  expect(link.getAttribute('href')).toBe('/projects/notes');
  expect(link.closest('p')?.textContent).toContain('working on it');
  const more = within(await screen.findByRole('navigation', { name: 'More learnings' }));
  expect(more.getByText('More from Notes')).toBeTruthy();
  expect(more.getAllByRole('link')[0]?.getAttribute('href')).toBe('/learnings/two');
});

describe('the list of learnings', () => {
  const many = {
    learnings: [
      learningRow({ title: 'Ranked', rank: 1, tags: ['RAG'], created_at: '2024-06-01T12:00:00Z' }),
      learningRow({ title: 'New', tags: ['rag', 'evals'], created_at: '2026-06-01T12:00:00Z' }),
      learningRow({ title: 'Old', tags: ['evals'], created_at: '2024-06-02T12:00:00Z' }),
      learningRow({ title: 'Older', content: 'Of boats.', created_at: '2024-05-02T12:00:00Z' }),
    ],
  };
  const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((it) => it.textContent);
  const count = () => screen.getByRole('status').textContent;
  const way = (name: string) => screen.getByRole('link', { name });
  const choice = (name: string) => [
    way(name).getAttribute('href'),
    way(name).getAttribute('aria-current'),
  ];
  const open = (address = '/learnings', rows: Parameters<typeof synced>[0] = many) =>
    show(
      <Routes>
        {['/learnings', '/tags/:place'].map((path) => (
          <Route key={path} path={path} element={<LearningsPage />} />
        ))}
      </Routes>,
      synced(rows),
      address,
    );

  it('LEARNINGS-4 LEARNINGS-5: has the ways to each tag and year, with how many are there; the one in use leads back', () => {
    open();
    expect(count()).toBe('4 learnings');
    expect(way('evals 2 learnings').getAttribute('href')).toBe('/tags/evals');
    fireEvent.click(way('RAG 2 learnings'));
    expect(titles()).toEqual(['Ranked', 'New']);
    expect(count()).toBe('2 of 4 learnings');
    // Counted within the tag, and the tags within the year: no way leads to nothing.
    expect(way('2024 1 learning').getAttribute('href')).toBe('/learnings?tag=RAG&year=2024');
    expect(choice('RAG 2 learnings')).toEqual(['/learnings', 'true']);
    fireEvent.click(way('2024 1 learning'));
    expect(titles()).toEqual(['Ranked']);
    expect(choice('RAG 1 learning')).toEqual(['/learnings?year=2024', 'true']);
    expect(choice('evals 1 learning')).toEqual(['/learnings?tag=evals&year=2024', null]);
    fireEvent.click(way('RAG 1 learning'));
    expect(titles()).toEqual(['Ranked', 'Old', 'Older']);
  });

  it('LEARNINGS-3 LEARNINGS-6: finds words; where none has them, the page says so and leads back to all', () => {
    show(<LearningsPage />, synced(many));
    const search = screen.getByPlaceholderText('Search learnings...');
    fireEvent.change(search, { target: { value: 'boats' } });
    expect(titles()).toEqual(['Older']);
    fireEvent.change(search, { target: { value: 'no such word' } });
    expect(screen.getByText('No learnings found.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(titles()).toHaveLength(4);
    expect(document.activeElement?.textContent).toBe('4 learnings');
  });

  it('LEARNINGS-6: begins as its address says, with years only where there are several', () => {
    const { unmount } = show(
      <LearningsPage />,
      synced(many),
      '/learnings?q=what&tag=evals&year=2024',
    );
    expect(titles()).toEqual(['Old']);
    expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeTruthy();
    unmount();
    const none = show(<LearningsPage />, synced(many), '/learnings?tag=gone&year=2020');
    expect(titles()).toEqual([]);
    expect(choice('gone 0 learnings')).toEqual(['/learnings?year=2020', 'true']);
    expect(choice('2020 0 learnings')).toEqual(['/tags/gone', 'true']);
    none.unmount();
    show(<LearningsPage />, synced({ learnings: many.learnings.slice(1, 2) }));
    expect(screen.queryByText('Years')).toBeNull();
  });

  it('LEARNINGS-4: a tag of a card and of a learning’s page leads to all that have it', () => {
    const { unmount } = open();
    const ofNew = within(screen.getByRole('heading', { name: 'New' }).closest('li')!);
    const tag = ofNew.getByRole('link', { name: 'evals' });
    expect(tag.getAttribute('href')).toBe('/tags/evals');
    fireEvent.click(tag);
    expect(titles()).toEqual(['New', 'Old']);
    unmount();
    show(at('/learnings/:slug', <LearningPage />), synced(many), '/learnings/new');
    expect(screen.getByRole('link', { name: 'rag' }).getAttribute('href')).toBe('/tags/rag');
  });

  it('LEARNINGS-7: a tag has a page, named as it is mostly spelled, whose list is narrowed like that of all', () => {
    open('/tags/evals');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Learnings tagged “evals”');
    expect(document.title).toBe(`Learnings tagged “evals” · ${site.brand}`);
    expect(titles()).toEqual(['New', 'Old']);
    fireEvent.click(way('2024 1 learning'));
    expect(titles()).toEqual(['Old']);
  });

  it('LEARNINGS-7: spellings that differ in case or in what stands between words have one page, and “C” and “C#” have two', () => {
    const rows = ['C', 'C#', 'RAG', 'rag', 'RAG', 'Fine-tuning', 'fine tuning'].map((tag, rank) =>
      learningRow({ title: `${rank}`, tags: [tag], rank }),
    );
    const of = (address: string) => {
      const { unmount } = open(address, { learnings: rows });
      const seen = [screen.getByRole('heading', { level: 1 }).textContent, ...titles()];
      unmount();
      return seen;
    };
    expect(of('/tags/c')).toEqual(['Learnings tagged “C”', '0']);
    expect(of('/tags/c-sharp')).toEqual(['Learnings tagged “C#”', '1']);
    expect(of('/tags/rag')).toEqual(['Learnings tagged “RAG”', '2', '3', '4']);
    expect(of('/tags/fine-tuning')).toEqual(['Learnings tagged “Fine-tuning”', '5', '6']);
    expect(of('/learnings?tag=fine+tuning')).toEqual(['Learnings', '5', '6']);
  });

  it('LEARNINGS-7 PAGES-7: a tag that no learning has says so, with the way to all, and is for no search engine', () => {
    const noIndex = () => document.head.querySelector('meta[content=noindex]');
    open('/tags/gone');
    expect(screen.getByText('No learnings found.')).toBeTruthy();
    expect(noIndex()).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(titles()).toHaveLength(4);
    expect(noIndex()).toBeNull();
  });
});

describe('a page of a long list', () => {
  const learnings = Array.from({ length: 100 }, (_, i) =>
    learningRow({ title: `Number ${i + 1}`, rank: i, tags: i === 0 ? ['first'] : null }),
  );
  const open = (address: string) =>
    show(
      <Routes>
        {['/learnings', '/learnings/page/:number'].map((path) => (
          <Route key={path} path={path} element={<LearningsPage />} />
        ))}
      </Routes>,
      synced({ learnings }),
      address,
    );
  const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((it) => it.textContent);

  it('PAGES-11: begins there, leads to the whole list, and says which part it is', () => {
    open('/learnings/page/2');
    expect(titles()).toEqual(['Number 97', 'Number 98', 'Number 99', 'Number 100']);
    expect(screen.getByText('100 learnings, from number 97 on')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Show all from the beginning' }));
    expect(titles()[0]).toBe('Number 1');
  });

  it('PAGES-11: is the whole list where it is filtered, or has become shorter', () => {
    const { unmount } = open('/learnings/page/2?tag=first');
    expect(titles()).toEqual(['Number 1']);
    unmount();
    for (const address of ['/learnings/page/3', '/learnings/page/x', '/learnings/page/0']) {
      const shown = open(address);
      expect(titles()[0]).toBe('Number 1');
      shown.unmount();
    }
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

it('LEARNINGS-9: a tag of a post leads to the learnings that have it', () => {
  show(<PostsPage />, synced());
  expect(screen.getByRole('link', { name: 'rag' }).getAttribute('href')).toBe('/learnings?tag=rag');
});

it.each([
  ['resources', <ResourcesPage key="" />, 'All learnings', '/learnings'],
  ['AI tools', <ToolsPage key="" />, 'All projects', '/projects'],
  ['chatter', <ChatterPage key="" />, 'All projects', '/projects'],
  ['posts', <PostsPage key="" />, 'All learnings', '/learnings'],
])('FRAME-8: the page of %s ends with the way to a next one', (_, page, name, to) => {
  show(page, synced());
  const way = screen.getByRole('navigation', { name: 'Next' });
  expect(way.className).toContain('print:hidden');
  expect(within(way).getByRole('link', { name }).getAttribute('href')).toBe(to);
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

it('RESOURCES-4: filters that match no resource lead back to all of them', () => {
  const resources = [resourceRow({ title: 'On evals' })];
  show(<ResourcesPage />, synced({ resources }), '/resources?tag=no-such-tag');
  expect(screen.getByText('No resources found matching your search.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getByText('On evals')).toBeTruthy();
});
