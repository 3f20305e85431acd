import '../../support/dompurify-in-happy-dom.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { startStatus } from '../../../src/engine/mirror/meta.ts';
import { LearningsPage } from '../../../src/features/learnings/learnings-page.tsx';
import { ProjectPage } from '../../../src/features/project/project-page.tsx';
import { LOADING } from '../../../src/lib/built-page.ts';
import { learningRow, projectRow, taskRow } from '../../support/rows.ts';
import { type Held, neverSynced, show, synced, syncFailed } from '../../support/site.tsx';

function Elsewhere() {
  const { pathname, state } = useLocation();
  return <output>{JSON.stringify({ pathname, state })}</output>;
}

function open(address: string, device: Held) {
  return show(
    <Routes>
      <Route path="/projects/:projectId" element={<ProjectPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    device,
    `/projects/${address}`,
  );
}

const arrived = () => JSON.parse(screen.getByRole('status').textContent ?? '{}');
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const project = projectRow({ title: 'Bird Watch' });
const tasksOf = (status: string, count: number, first = 0) =>
  Array.from({ length: count }, (_, place) =>
    taskRow({
      project_id: project.id,
      status,
      content: `${status} ${first + place}`,
      position: first + place,
    }),
  );
const column = (name: string) => screen.getByRole('region', { name });
const cards = (name: string) =>
  within(column(name))
    .queryAllByRole('listitem')
    .map((item) => item.textContent);

describe('DIFF-10: a project’s description', () => {
  it('leads its page', () => {
    const words = 'Counts the birds\nof one garden.';
    open(
      'bird-watch',
      synced({ projects: [projectRow({ title: 'Bird Watch', description: words })] }),
    );
    const lead = screen.getByText(/^Counts the birds/);
    expect(lead.textContent).toBe(words);
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.compareDocumentPosition(lead)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const details = screen.getByText('No details provided for this project yet.');
    expect(lead.compareDocumentPosition(details)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('takes no room where there is none', () => {
    open(
      'bird-watch',
      synced({ projects: [projectRow({ title: 'Bird Watch', description: '' })] }),
    );
    expect(document.querySelector('article p.whitespace-pre-line')).toBeNull();
  });
});

describe('DIFF-15: a project without any task and learning', () => {
  const words = 'Nothing on the board and nothing learned yet.';

  it('says so in one sentence', () => {
    const others = { tasks: [taskRow()], learnings: [learningRow()] };
    open('bird-watch', synced({ projects: [project], ...others }));
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText(/^No (tasks|learnings)|none yet/)).toBeNull();
    expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([]);
  });

  it('is not one as long as that is not known', () => {
    open('bird-watch', { ...neverSynced, rows: { projects: [project] } });
    expect(screen.queryByText(words)).toBeNull();
    expect(facts()).toEqual(['Since Mar 1, 2026', 'Tasks', 'Learnings']);
  });
});

const facts = () =>
  [...document.querySelectorAll('[aria-label="About this project"] > ul > li')].map((it) =>
    it.textContent?.trim(),
  );

describe('PROJECT-5: a project’s facts', () => {
  it('are since when, how far, how much was learned, and where its links lead', () => {
    const details = `<p><a href="https://www.dexie.org/">D</a> <a href="/learnings/a">here</a>
      <a href='https://github.com/a/b?c=1&amp;d=2'>G</a> <a href="https://dexie.org">again</a></p>`;
    const tasks = [...tasksOf('done', 1), ...tasksOf('todo', 2)];
    const learnings = [learningRow({ project_id: project.id }), learningRow()];
    const row = projectRow({ ...project, details, status: 'in-progress' });
    open('bird-watch', synced({ projects: [row], tasks, learnings }));
    expect(facts()).toEqual([
      'Since Mar 1, 2026',
      'Tasks 1 of 3 done',
      'Learnings 1 learning',
      'Links dexie.org (opens in a new tab)github.com/a/b (opens in a new tab)',
    ]);
    const aside = within(screen.getByRole('region', { name: 'About this project' }));
    const addresses = aside.getAllByRole('link').map((it) => it.getAttribute('href'));
    expect(addresses).toEqual([
      '/projects/bird-watch#learnings',
      'https://www.dexie.org/',
      'https://github.com/a/b?c=1&d=2',
    ]);
    const section = screen.getByRole('region', { name: 'Learnings' });
    expect(section.closest('#learnings')).not.toBeNull();
  });

  it('say what there is none of, and when a finished one was begun', () => {
    const row = projectRow({ ...project, status: 'done' });
    open('bird-watch', synced({ projects: [row], tasks: tasksOf('done', 1) }));
    expect(facts()).toEqual(['Begun Mar 1, 2026', 'Tasks 1 of 1 done', 'Learnings none yet']);
  });
});

describe('PROJECT-6: the way on from a project', () => {
  const projects = [
    projectRow({ title: 'Idea', status: 'idea' }),
    projectRow({
      title: 'Alive, older',
      status: 'in-progress',
      created_at: '2026-01-01T00:00:00Z',
    }),
    projectRow({ title: 'Alive', status: 'in-progress' }),
    projectRow({ title: 'Shelved', status: 'done' }),
  ];

  it.each([
    ['alive', 'Alive, older', 'Next project · working on it'],
    ['alive-older', 'Idea', 'Next project · just an idea at this point'],
    ['idea', 'Shelved', 'Next project · completed'],
    ['shelved', 'All projects', 'That was the last one'],
  ])('leads from %s to %s', async (address, name, words) => {
    open(address, synced({ projects }));
    const way = await screen.findByRole(
      'navigation',
      { name: 'Next project' },
      { timeout: 60_000 },
    );
    expect(way.textContent).toBe(`${words}${name}`);
    expect(way.className).toContain('print:hidden');
    fireEvent.click(within(way).getByRole('link', { name }));
    if (name === 'All projects') expect(arrived().pathname).toBe('/projects');
    else expect(heading()).toBe(name);
  });
});

describe('a project’s address', () => {
  it('ROUTE-2: is its slug, or its id where it has none, also in capitals', () => {
    const device = synced({ projects: [project] });
    for (const address of ['bird-watch', project.id, project.id.toUpperCase()]) {
      const { unmount } = open(address, device);
      expect(heading()).toBe('Bird Watch');
      unmount();
    }
  });

  it('means the oldest where two share a slug; the other is reached by its id', () => {
    const newer = projectRow({ title: 'Twin', created_at: '2026-02-02T00:00:00Z' });
    const older = projectRow({ title: 'Twin!', created_at: '2026-02-01T00:00:00Z' });
    const device = synced({ projects: [older, newer] });
    const { unmount } = open('twin', device);
    expect(heading()).toBe('Twin!');
    unmount();
    open(newer.id, device);
    expect(heading()).toBe('Twin');
  });

  it('ROUTE-2: prefers a slug over an id', () => {
    const other = projectRow({ title: 'Other', slug: project.id });
    open(project.id, synced({ projects: [project, other] }));
    expect(heading()).toBe('Other');
  });

  it.each(['🚀', '!?', '日本語'])('is the id where the title %j gives no slug', (title) => {
    const row = projectRow({ title });
    open(row.id, synced({ projects: [row] }));
    expect(heading()).toBe(title);
  });

  it('may hold accents, spaces and slashes', () => {
    const row = projectRow({ title: 'Odd', slug: 'caf\u00e9 50% a/b?' });
    open(encodeURIComponent('caf\u00e9 50% a/b?'), synced({ projects: [row] }));
    expect(heading()).toBe('Odd');
  });
});

describe('a project', () => {
  it('PROJECT-1: shows title, status in words, picture and details, and leads back', () => {
    const row = projectRow({
      title: 'Bird Watch',
      status: 'in-progress',
      image_url: '/pictures/birds.svg',
      details: '<h1>Why</h1><p>Because <em>birds</em>.</p>',
    });
    const { container } = open('bird-watch', synced({ projects: [row] }));
    expect(heading()).toBe('Bird Watch');
    expect(document.title).toContain('Bird Watch');
    expect(screen.getByText('working on it')).toBeTruthy();
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/pictures/birds.svg');
    expect(screen.getByRole('heading', { level: 2, name: 'Why' })).toBeTruthy();
    expect(container.querySelector('.prose em')?.textContent).toBe('birds');
    expect(screen.getAllByRole('heading', { level: 1 }).length).toBe(1);
    fireEvent.click(screen.getByRole('link', { name: 'Back to Projects' }));
    expect(arrived().pathname).toBe('/projects');
  });

  it.each([null, '', '  ', '<p></p>', '<script>x</script>'])(
    'says that it has no details where they are %j',
    (details) => {
      open('bird-watch', synced({ projects: [projectRow({ ...project, details })] }));
      expect(screen.getByText('No details provided for this project yet.')).toBeTruthy();
    },
  );

  it('has no picture frame without a picture', () => {
    const { container } = open('bird-watch', synced({ projects: [project] }));
    expect(container.querySelector('img')).toBeNull();
  });
});

describe('PROJECT-4: a missing project', () => {
  const words = 'Error loading project details. Project might not exist.';

  it.each([
    ['is missing, keeps out of search engines', synced(), 'noindex'],
    // Search engines must not drop a project because nobody answered.
    ['could not be loaded', syncFailed, undefined],
  ])('PAGES-7: says so when it %s, and leads back', (_, device, robots) => {
    open('nowhere', device);
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe(robots);
    fireEvent.click(screen.getByRole('link', { name: 'Return to Projects' }));
    expect(arrived().pathname).toBe('/projects');
    expect(document.querySelector('meta[name=robots]')).toBeNull();
  });

  it('LOOK-10: shows a spinner, after a moment, while nothing is on the device yet', () => {
    open('bird-watch', neverSynced);
    expect(screen.queryByText(words)).toBeNull();
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('Loading project');
    expect(status.className).toContain('after-wait');
    expect(status.hasAttribute(LOADING)).toBe(true);
  });
});

describe('the board', () => {
  it('PROJECT-2 BOARD-1: has three columns with their counts, and tasks by position', () => {
    const tasks = [
      ...tasksOf('todo', 2, 4).reverse(),
      ...tasksOf('in-progress', 1),
      taskRow({ content: 'of another project', status: 'done' }),
    ];
    open('bird-watch', synced({ projects: [project], tasks }));
    expect(screen.getByRole('heading', { level: 2, name: 'Features' })).toBeTruthy();
    const titles = screen.getAllByRole('heading', { level: 3 }).map((it) => it.textContent);
    expect(titles).toEqual(['To Do', 'In Progress', 'Done']);
    const counts = ['To Do', 'In Progress', 'Done'].map(
      (name) => column(name).querySelector('.tabular-nums')?.lastChild?.textContent,
    );
    expect(counts).toEqual(['2', '1', '0']);
    expect(cards('To Do')).toEqual(['todo 4', 'todo 5']);
    expect(cards('In Progress')).toEqual(['in-progress 0']);
    expect(within(column('Done')).getByText('No tasks in this column')).toBeTruthy();
  });

  it('BOARD-2: says in all three columns that a project with learnings has no tasks', () => {
    const learnings = [learningRow({ project_id: project.id })];
    open('bird-watch', synced({ projects: [project], learnings }));
    expect(screen.getAllByText('No tasks in this column').length).toBe(3);
  });

  it('shows five tasks without a word', () => {
    open('bird-watch', synced({ projects: [project], tasks: tasksOf('done', 5) }));
    expect(cards('Done').length).toBe(5);
    expect(within(column('Done')).queryByRole('button')).toBeNull();
  });

  it('BOARD-2: shows five tasks, and the rest on request, at most 500 px high', () => {
    open('bird-watch', synced({ projects: [project], tasks: tasksOf('todo', 8) }));
    const todo = within(column('To Do'));
    expect(cards('To Do').length).toBe(5);
    const more = todo.getByRole('button', { name: 'Show 3 more' });
    more.focus();
    fireEvent.click(more);
    expect(cards('To Do').length).toBe(8);
    expect(todo.getByRole('list').className).toContain('max-h-[500px] overflow-y-auto');
    expect(todo.getByRole('list').tabIndex).toBe(0);
    // The focus was not lost with the button.
    expect(document.activeElement).toBe(todo.getByRole('button', { name: 'Show less' }));
    fireEvent.click(todo.getByRole('button', { name: 'Show less' }));
    expect(cards('To Do').length).toBe(5);
  });

  it('prints all of a folded column, and folds it again', () => {
    open('bird-watch', synced({ projects: [project], tasks: tasksOf('todo', 8) }));
    fireEvent(window, new Event('beforeprint'));
    expect(cards('To Do').length).toBe(8);
    fireEvent(window, new Event('afterprint'));
    expect(cards('To Do').length).toBe(5);
  });

  it('opens and closes a column by the toggle in its header', () => {
    open('bird-watch', synced({ projects: [project], tasks: tasksOf('todo', 6) }));
    const todo = within(column('To Do'));
    const toggle = todo.getByRole('button', { name: 'Expand To Do' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    expect(toggle.textContent).toBe('Collapse To Do');
    expect(cards('To Do').length).toBe(6);
    fireEvent.click(toggle);
    expect(cards('To Do').length).toBe(5);
    expect(todo.getByRole('button', { name: 'Show 1 more' })).toBeTruthy();
  });

  it('does not call a column empty before it knows', () => {
    open('bird-watch', { ...neverSynced, rows: { projects: [project] } });
    expect(screen.queryByText('No tasks in this column')).toBeNull();
    expect(column('To Do').textContent).toBe('To Do');
  });

  it('says so when the tasks could not be loaded', () => {
    open('bird-watch', { ...syncFailed, rows: { projects: [project] } });
    expect(screen.getByText('Unable to load tasks')).toBeTruthy();
  });

  it('shows tasks as text', () => {
    const content = '<img src=x onerror=alert(1)>';
    const task = taskRow({ project_id: project.id, content });
    open('bird-watch', synced({ projects: [project], tasks: [task] }));
    expect(cards('To Do')).toEqual([content]);
  });
});

describe('PROJECT-3: the project’s learnings', () => {
  const learning = (title: string, columns = {}) =>
    learningRow({ title, project_id: project.id, ...columns });
  const titles = () =>
    within(screen.getByRole('region', { name: 'Learnings' }))
      .getAllByRole('heading', { level: 3 })
      .map((it) => it.textContent);

  it('are sorted by title, and only its own', () => {
    const learnings = [
      learning('banana', { rank: 1 }),
      learning('Cherry', { rank: 0 }),
      learning('Apple', { rank: 2 }),
      learningRow({ title: 'Another’s' }),
    ];
    open('bird-watch', synced({ projects: [project], learnings }));
    expect(titles()).toEqual(['Apple', 'banana', 'Cherry']);
  });

  it('of one title are in the order of the list', () => {
    const learnings = [
      learning('Same', { rank: 2, description: 'Later' }),
      learning('Same', { rank: 1, description: 'Sooner' }),
    ];
    open('bird-watch', synced({ projects: [project], learnings }));
    const descriptions = screen.getAllByText(/^(Sooner|Later)$/).map((it) => it.textContent);
    expect(descriptions).toEqual(['Sooner', 'Later']);
  });

  it('LEARNINGS-1: have the cards of the list, without the name of the project', () => {
    const row = learning('Evals', { content: 'How it went', tags: ['rag'] });
    const device = synced({ projects: [project], learnings: [row] });
    const cardIn = ({ container }: { container: HTMLElement }) =>
      [...container.querySelectorAll('li > div')].find((it) => it.textContent?.includes('Evals'));
    const listed = show(<LearningsPage />, device);
    const words = cardIn(listed)?.textContent;
    listed.unmount();
    expect(words).toContain('How it went');
    const own = ` · Associated Project: ${project.title}`;
    expect(cardIn(open('bird-watch', device))?.textContent).toBe(words?.replace(own, ''));
  });

  it('LEARNING-1: open at their address, with the learning already at hand', () => {
    const row = learning('Evals & me', { content: 'Words', tags: ['rag'] });
    open('bird-watch', synced({ projects: [project], learnings: [row] }));
    fireEvent.click(screen.getByRole('link', { name: 'Evals & me' }));
    expect(arrived().pathname).toBe('/learnings/evals-me');
    expect(arrived().state.learning).toMatchObject({
      id: row.id,
      title: 'Evals & me',
      content: 'Words',
      tags: ['rag'],
      projectId: project.id,
    });
  });

  it('that share a slug with another, of any project, are addressed by id', () => {
    const first = learningRow({ title: 'Same', created_at: '2026-01-01T00:00:00Z' });
    const second = learning('Same', { created_at: '2026-01-02T00:00:00Z' });
    open('bird-watch', synced({ projects: [project], learnings: [first, second] }));
    expect(screen.getByRole('link', { name: 'Same' }).getAttribute('href')).toBe(
      `/learnings/${second.id}`,
    );
  });

  it('link to more in a new tab', () => {
    const learnings = [
      learning('A', { link: 'https://example.com/a' }),
      learning('B', { link: 'javascript:alert(1)' }),
      learning('C'),
    ];
    open('bird-watch', synced({ projects: [project], learnings }));
    const links = screen.getAllByRole('link', { name: /^Learn more/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.com/a']);
    expect(links[0]?.getAttribute('target')).toBe('_blank');
    expect(links[0]?.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('are replaced by a sentence when there are none', () => {
    const words = 'No learnings documented for this project yet.';
    for (const learnings of [[], [learningRow()]]) {
      const device = synced({ projects: [project], tasks: tasksOf('todo', 1), learnings });
      const { unmount } = open('bird-watch', device);
      expect(screen.getByText(words)).toBeTruthy();
      unmount();
    }
    const filling = { freshness: null, status: startStatus, rows: { projects: [project] } };
    open('bird-watch', filling);
    expect(screen.queryByText(words)).toBeNull();
  });
});

it('HOME-5 PROJECT-1: details that are HTML have pictures that are enlarged, and links to the site that need no load', async () => {
  const details = '<p><img src="/a.png" alt="A chart"> <a href="/learnings/b">there</a></p>';
  open('bird-watch', synced({ projects: [projectRow({ title: 'Bird Watch', details })] }));
  await waitFor(() => expect(document.querySelectorAll(`[${LOADING}]`).length).toBe(0));
  // What hears the press is loaded when the text is shown.
  await waitFor(
    () => {
      fireEvent.click(screen.getByRole('button', { name: 'Enlarge picture: A chart' }));
      return screen.findByRole('dialog', { name: 'Picture: A chart' }, { timeout: 5_000 });
    },
    { timeout: 60_000 },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryAllByRole('dialog').length).toBe(0));
  expect(fireEvent.click(screen.getByRole('link', { name: 'there' }))).toBe(false);
  expect(arrived().pathname).toBe('/learnings/b');
});
