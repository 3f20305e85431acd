// @vitest-environment happy-dom
import { randomUUID } from 'node:crypto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../support/render.tsx';
import { kinds } from '../../../src/content/kinds.ts';
import type { MirrorDatabase } from '../../../src/engine/mirror/database.ts';
import { toReport } from '../../../src/lib/failure.ts';
import {
  answer,
  arrive,
  field,
  formOf,
  isFull,
  listOf,
  openDashboard,
  press,
  rowsOf,
  toast,
  type,
  waiting,
} from '../../support/dashboard.tsx';
import { newDatabase } from '../../support/device.ts';
import { unreachable } from '../../support/failures.ts';
import { accountOf } from '../../support/fake-auth.ts';
import { friendRow, learningRow, projectRow, trackRow } from '../../support/rows.ts';

/** The dashboard over the real store: what is saved here is read back from the mirror and the outbox. */

let database: MirrorDatabase;
beforeEach(() => {
  database = newDatabase();
});
afterEach(() => {
  vi.unstubAllGlobals();
  database.close();
});

describe('the frame', () => {
  it('has its title, its two ways out and six tabs, Commentaries first', async () => {
    await arrive(database, {});
    const onSignOut = vi.fn();
    await openDashboard(database, '', { onSignOut });
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View Site' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('heading', { name: 'Content Management' })).toBeTruthy();
    const tabs = ['Commentaries', 'Projects', 'Music', 'Resources', 'AI Tools', 'Learnings'];
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(tabs);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Commentaries');
    fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(onSignOut).toHaveBeenCalledOnce();
  });

  it('says that it loads while nobody knows who is signed in', async () => {
    vi.spyOn(database.meta, 'get').mockReturnValue(new Promise(() => {}) as never);
    void openDashboard(database, '').catch(() => {});
    expect(await screen.findByText('Loading admin dashboard...')).toBeTruthy();
  });

  it('goes from tab to tab by arrow keys, Home and End', async () => {
    await arrive(database, {});
    await openDashboard(database, 'commentary');
    const chosen = () => screen.getByRole('tab', { selected: true });
    for (const [key, name] of [
      ['ArrowLeft', 'Learnings'],
      ['ArrowRight', 'Commentaries'],
      ['End', 'Learnings'],
      ['Home', 'Commentaries'],
    ] as const) {
      fireEvent.keyDown(chosen(), { key });
      expect(chosen().textContent).toBe(name);
      expect(document.activeElement).toBe(chosen());
      const panel = screen.getByRole('tabpanel', { name });
      expect(chosen().getAttribute('aria-controls')).toBe(panel.id);
    }
    await formOf('New commentary');
  });

  it.each([
    ['commentary', 'Commentaries', 'commentaries'],
    ['projects', 'Projects', 'projects'],
    ['music', 'Tracks', 'tracks'],
    ['resources', 'Resources', 'resources'],
    ['ai-tools', 'AI tools', 'AI tools'],
    ['ai-tools', 'Friends', 'friends'],
    ['learnings', 'Learnings', 'learnings'],
  ])(
    'the tab %s says when there are no %s, and when they are still to come',
    async (tab, title, many) => {
      const { unmount } = await openDashboard(database, tab);
      expect((await listOf(title)).getByText(`Loading ${many}...`)).toBeTruthy();
      unmount();
      await arrive(database, {});
      await openDashboard(database, tab);
      expect(await (await listOf(title)).findByText(`No ${many} added yet.`)).toBeTruthy();
    },
  );

  it.each([
    ['none', /gone when the tab closes/],
    ['silent', /cannot be saved now/],
    ['full', /no room left/],
  ] as const)(
    'on a device where storage is %s says so before the first edit',
    async (keeping, words) => {
      await arrive(database, {});
      await openDashboard(database, 'projects', { keeping });
      expect(screen.getByRole('alert').textContent).toMatch(words);
    },
  );

  it('says what could not be loaded, with a way to try again', async () => {
    const value = { phase: 'waiting', failures: 1, failure: toReport(unreachable) } as const;
    await database.meta.put({ key: 'status', value });
    await openDashboard(database, 'projects');
    const list = await listOf('Projects');
    expect(
      await list.findByText('Failed to load projects. Please try refreshing the page.'),
    ).toBeTruthy();
    press(list, 'Retry');
    await waitFor(async () => expect((await database.meta.get('requests'))?.value).toBe(1));
  });
});

interface Case {
  tab: string;
  table: string;
  one: string;
  many: string;
  button: string;
  /** What is typed, by label; the first is its name. */
  typed: Record<string, string>;
  columns: Record<string, unknown>;
  missing: string;
  added: string;
  failed: string;
  failedDelete: string;
  /** What the browser asks before deleting; null where it does not. */
  asks: string | null;
}

const full = 'This device has no room left. Free some and try again.';

const cases: Case[] = [
  {
    tab: 'commentary',
    table: 'commentaries',
    one: 'commentary',
    many: 'Commentaries',
    button: 'Commentary',
    typed: { Title: ' Agents ', 'Image URL (Optional)': '', Content: 'They act.' },
    columns: { title: 'Agents', image_url: null, content: 'They act.' },
    missing: 'Title and content are required',
    added: 'Commentary added successfully',
    failed: 'Failed to add commentary',
    failedDelete: 'Failed to delete commentary',
    asks: 'Are you sure you want to delete this commentary?',
  },
  {
    tab: 'projects',
    table: 'projects',
    one: 'project',
    many: 'Projects',
    button: 'Project',
    typed: { Title: 'Bird Watch', Description: 'Counts birds.', 'Details (Optional)': '<p>x</p>' },
    columns: {
      title: 'Bird Watch',
      description: 'Counts birds.',
      status: 'idea',
      image_url: null,
      details: '<p>x</p>',
      slug: 'bird-watch',
    },
    missing: 'Please fill in all required fields',
    added: 'Project added successfully',
    failed: `Failed to create project: ${full}`,
    failedDelete: 'Failed to delete project',
    asks: 'Are you sure you want to delete this project?',
  },
  {
    tab: 'music',
    table: 'current_listening',
    one: 'track',
    many: 'Tracks',
    button: 'Track',
    typed: { Title: 'Song', Artist: 'Somebody', 'Album (Optional)': 'Record' },
    columns: {
      title: 'Song',
      artist: 'Somebody',
      album: 'Record',
      url: null,
      is_current: false,
      type: 'track',
    },
    missing: 'Title and artist are required',
    added: 'Track added successfully',
    failed: 'Failed to add track',
    failedDelete: 'Failed to delete track',
    asks: 'Are you sure you want to delete this track?',
  },
  {
    tab: 'resources',
    table: 'resources',
    one: 'resource',
    many: 'Resources',
    button: 'Resource',
    typed: { Title: 'Paper', Description: 'On agents.', 'Source (Optional)': 'A journal' },
    columns: {
      title: 'Paper',
      description: 'On agents.',
      link_url: null,
      image_url: null,
      tags: null,
      type: 'text',
      Source: 'A journal',
      learning_id: null,
    },
    missing: 'Title and description are required.',
    added: 'Resource added successfully',
    failed: `Failed to add resource: ${full}`,
    failedDelete: `Failed to delete resource: ${full}`,
    asks: null,
  },
  {
    tab: 'ai-tools',
    table: 'ai_tools',
    one: 'AI tool',
    many: 'AI tools',
    button: 'AI Tool',
    typed: { Name: 'Ollama', Tag: 'local', Hyperlink: 'https://ollama.example' },
    columns: { name: 'Ollama', tag: 'local', hyperlink: 'https://ollama.example', picture: null },
    missing: 'Name, tag, and hyperlink are required',
    added: 'AI tool added successfully',
    failed: 'Failed to add AI tool',
    failedDelete: 'Failed to delete AI tool',
    asks: 'Are you sure you want to delete this AI tool?',
  },
  {
    tab: 'ai-tools',
    table: 'friends',
    one: 'friend',
    many: 'Friends',
    button: 'Friend',
    typed: { Name: 'Noor', 'Role (Optional)': 'Engineer' },
    columns: { name: 'Noor', role: 'Engineer', avatar_url: null, bio: null },
    missing: 'Name is required',
    added: 'Friend added successfully',
    failed: 'Failed to add friend',
    failedDelete: 'Failed to delete friend',
    asks: 'Are you sure you want to delete this friend?',
  },
  {
    tab: 'learnings',
    table: 'learnings',
    one: 'learning',
    many: 'Learnings',
    button: 'Learning',
    typed: { Title: 'Chunking', Description: 'By question.' },
    columns: {
      title: 'Chunking',
      description: 'By question.',
      content: null,
      tags: null,
      link: null,
      project_id: null,
    },
    missing: 'Title and description are required',
    added: 'Learning added successfully',
    failed: 'Failed to add learning',
    failedDelete: 'Failed to delete learning',
    asks: 'Are you sure you want to delete this learning?',
  },
];

describe.each(cases)('$many', (it_) => {
  const { tab, table, one, many, button, typed, columns, missing, added, asks } = it_;
  const [firstLabel = '', firstText = ''] = Object.entries(typed)[0] ?? [];
  const name = firstText.trim();
  const newForm = () => formOf(`New ${one}`);

  /** One that came from the server. */
  async function openWithOne() {
    const kind = kinds.find((it) => it.table === table);
    const row = { ...kind?.blank('2026-03-01T09:00:00Z'), ...columns, id: randomUUID() };
    await arrive(database, { [table]: [row] });
    await openDashboard(database, tab);
    const list = await listOf(many);
    await list.findByRole('button', { name: `Edit ${name}` });
    return { row, list };
  }

  async function addOne() {
    await arrive(database, {});
    await openDashboard(database, tab);
    const form = await newForm();
    type(form, typed);
    press(form, `Add ${button}`);
    await toast(added);
    return form;
  }

  it('are added: at once on the device, queued, said, and the form is empty again', async () => {
    const form = await addOne();
    expect(await rowsOf(database, table)).toMatchObject([columns]);
    expect(await waiting(database)).toMatchObject([
      { label: `Add ${one} “${name}”`, changes: [{ op: 'insert', table, values: columns }] },
    ]);
    const list = await listOf(many);
    expect(await list.findByText('on this device')).toBeTruthy();
    for (const label of Object.keys(typed)) expect(field(form, label).value).toBe('');
    expect(await database.drafts.count()).toBe(0);
  });

  it('E16: are not added without what is required; it is said at the fields', async () => {
    await arrive(database, {});
    await openDashboard(database, tab);
    const form = await newForm();
    press(form, `Add ${button}`);
    const alert = await form.findByRole('alert');
    expect(alert.textContent).toBe(missing);
    const first = field(form, firstLabel);
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(first.getAttribute('aria-invalid')).toBe('true');
    expect(first.getAttribute('aria-describedby')?.split(' ')).toContain(alert.id);
    expect(await waiting(database)).toEqual([]);
    type(form, typed);
    await waitFor(() => expect(form.queryByRole('alert')).toBeNull());
    expect(first.getAttribute('aria-invalid')).toBe('false');
  });

  it('are edited: only what was typed is sent, then the form adds again', async () => {
    const { list } = await openWithOne();
    press(list, `Edit ${name}`);
    const form = await formOf(`Edit ${one}`);
    await waitFor(() => expect(document.activeElement).toBe(field(form, firstLabel)));
    expect(field(form, firstLabel).value).toBe(name);
    type(form, { [firstLabel]: 'Changed' });
    press(form, `Update ${button}`);
    await toast(added.replace('added', 'updated'));
    await newForm();
    const [first = ''] = Object.keys(columns);
    expect(await rowsOf(database, table)).toMatchObject([{ ...columns, [first]: 'Changed' }]);
    expect(await waiting(database)).toMatchObject([
      {
        label: `Edit ${one} “Changed”`,
        changes: [{ op: 'update', values: { [first]: 'Changed' } }],
      },
    ]);
    const [mutation] = await waiting(database);
    const [change] = mutation?.changes ?? [];
    expect(change?.op === 'update' && Object.keys(change.values)).toEqual([first]);
    await waitFor(() =>
      expect(document.activeElement).toBe(list.getByRole('button', { name: 'Edit Changed' })),
    );
  });

  it('are left alone by Cancel, which can be taken back', async () => {
    const { list } = await openWithOne();
    press(list, `Edit ${name}`);
    const form = await formOf(`Edit ${one}`);
    type(form, { [firstLabel]: 'Changed' });
    press(form, 'Cancel');
    await newForm();
    expect(await database.drafts.count()).toBe(0);
    expect(await waiting(database)).toEqual([]);
    press(screen, 'Undo');
    const again = await formOf(`Edit ${one}`);
    await waitFor(() => expect(field(again, firstLabel).value).toBe('Changed'));
  });

  it('E15 FORM-3: are deleted at once, after asking, and come back by Undo', async () => {
    const { list } = await openWithOne();
    const no = answer(false);
    if (asks !== null) {
      press(list, `Delete ${name}`);
      expect(no).toHaveBeenCalledWith(asks);
      expect(await rowsOf(database, table)).toHaveLength(1);
    }
    const yes = answer(true);
    list.getByRole('button', { name: `Delete ${name}` }).focus();
    press(list, `Delete ${name}`);
    await toast(added.replace('added', 'deleted'));
    await toast(`“${name}”`);
    expect(await rowsOf(database, table)).toHaveLength(0);
    expect(yes).toHaveBeenCalledTimes(asks === null ? 0 : 1);
    const [mutation] = await waiting(database);
    expect(mutation?.label).toBe(`Delete ${one} “${name}”`);
    expect((mutation?.heldUntil ?? 0) - (mutation?.at ?? 0)).toBeGreaterThanOrEqual(8_000);
    const place = await list.findByRole('group', { name: `“${name}” deleted` });
    await waitFor(() => expect(document.activeElement).toBe(place));
    press(within(place), /^Undo/);
    await waitFor(async () => expect(await rowsOf(database, table)).toMatchObject([columns]));
    expect(await waiting(database)).toEqual([]);
    await waitFor(() =>
      expect(document.activeElement).toBe(list.getByRole('button', { name: `Edit ${name}` })),
    );
  });

  it('E14: stay in the form where the device is full, with the reason beside it', async () => {
    await arrive(database, {});
    await openDashboard(database, tab);
    const form = await newForm();
    type(form, typed);
    isFull(database);
    press(form, `Add ${button}`);
    await toast(it_.failed);
    const alert = await form.findByRole('alert');
    expect(alert.textContent).toBe(`${full} What you typed is still here.`);
    for (const [label, text] of Object.entries(typed)) expect(field(form, label).value).toBe(text);
    expect(await rowsOf(database, table)).toHaveLength(0);
    vi.restoreAllMocks();
    press(form, `Add ${button}`);
    await toast(added);
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('stay in the list where the device cannot keep the deletion', async () => {
    const { list } = await openWithOne();
    answer(true);
    isFull(database);
    press(list, `Delete ${name}`);
    await toast(it_.failedDelete);
    expect((await list.findByRole('alert')).textContent).toBe(`“${name}” was not deleted. ${full}`);
    expect(await rowsOf(database, table)).toHaveLength(1);
  });
});

describe('saving', () => {
  const typed = { Title: 'Once', Content: 'only' };

  it('E17: twice in a row is once, and the second tap finds nothing wrong', async () => {
    await arrive(database, {});
    await openDashboard(database, 'commentary');
    const form = await formOf('New commentary');
    type(form, typed);
    const button = form.getByRole('button', { name: 'Add Commentary' });
    act(() => {
      button.click();
      button.click();
    });
    await toast('Commentary added successfully');
    fireEvent.click(button);
    expect(form.queryByRole('alert')).toBeNull();
    expect(await waiting(database)).toHaveLength(1);
  });

  it('E17: is done by ⌘S and Ctrl+S, from a field or from nowhere', async () => {
    await arrive(database, {});
    await openDashboard(database, 'commentary');
    const form = await formOf('New commentary');
    type(form, typed);
    field(form, 'Title').focus();
    fireEvent.keyDown(field(form, 'Title'), { key: 's', metaKey: true });
    await waitFor(async () => expect(await waiting(database)).toHaveLength(1));
    await waitFor(() => expect(field(form, 'Title').value).toBe(''));
    type(form, typed);
    field(form, 'Title').blur();
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await waitFor(async () => expect(await waiting(database)).toHaveLength(2));
  });

  it('E17: by key saves the form that the focus is in, of two', async () => {
    await arrive(database, {});
    await openDashboard(database, 'ai-tools');
    const form = await formOf('New friend');
    type(form, { Name: 'Noor' });
    field(form, 'Name').focus();
    fireEvent.keyDown(field(form, 'Name'), { key: 's', ctrlKey: true });
    await toast('Friend added successfully');
    expect((await formOf('New AI tool')).queryByRole('alert')).toBeNull();
  });

  it('a native bubble never stands in its way; what is no address is pointed out, not refused', async () => {
    await arrive(database, {});
    await openDashboard(database, 'resources');
    const form = await formOf('New resource');
    expect(screen.getByRole<HTMLFormElement>('form').noValidate).toBe(true);
    type(form, { Title: 'Paper', Description: 'x', 'Link (Optional)': 'example.com/a' });
    const link = field(form, 'Link (Optional)');
    const [note = ''] = link.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(document.getElementById(note)?.textContent).toContain(
      'Only an address that begins with https:// or http:// opens as a link.',
    );
    press(form, 'Add Resource');
    await toast('Resource added successfully');
    expect(await rowsOf(database, 'resources')).toMatchObject([{ link_url: 'example.com/a' }]);
  });

  it('a link without its beginning is offered with https://, and only one that can be mended so', async () => {
    await arrive(database, {});
    await openDashboard(database, 'resources');
    const form = await formOf('New resource');
    const link = field(form, 'Link (Optional)');
    const offer = () => form.queryByRole('button', { name: /^Use https/ });
    for (const hopeless of ['not a url', 'javascript:alert(1)', 'https://a b', 'word']) {
      type(form, { 'Link (Optional)': hopeless });
      expect(form.getByText(/^Only an address that begins with/)).toBeTruthy();
      expect(offer()).toBeNull();
    }
    type(form, { 'Link (Optional)': ' example.com/a ' });
    fireEvent.click(form.getByRole('button', { name: 'Use https://example.com/a' }));
    expect(link.value).toBe('https://example.com/a');
    expect(offer()).toBeNull();
    expect(document.activeElement).toBe(link);
  });
});

describe('the tab of resources', () => {
  it('adds tags on Enter or by the button, ignores repeats, removes them', async () => {
    const learning = learningRow({ title: 'Chunking' });
    await arrive(database, { learnings: [learning] });
    await openDashboard(database, 'resources');
    const form = await formOf('New resource');
    const tags = () =>
      form.queryAllByRole('button', { name: /^Remove tag/ }).map((it) => it.textContent);
    const input = field(form, 'Tags (Optional)');
    for (const tag of ['rag', ' agents ', 'rag']) {
      fireEvent.change(input, { target: { value: tag } });
      fireEvent.keyDown(input, { key: 'Enter' });
      expect(input.value).toBe('');
    }
    fireEvent.change(input, { target: { value: 'evals' } });
    press(form, 'Add tag');
    expect(tags()).toEqual(['rag', 'agents', 'evals']);
    expect(await waiting(database)).toEqual([]);
    press(form, 'Remove tag rag');
    expect(tags()).toEqual(['agents', 'evals']);
    expect(document.activeElement).toBe(input);
    type(form, { Title: 'Paper', Description: 'x', 'Tags (Optional)': 'half typed' });
    await form.findByRole('option', { name: 'Chunking' });
    fireEvent.change(field(form, 'Learning (Optional)'), { target: { value: learning.id } });
    fireEvent.change(field(form, 'Type'), { target: { value: 'video' } });
    press(form, 'Add Resource');
    await toast('Resource added successfully');
    expect(await rowsOf(database, 'resources')).toMatchObject([
      { tags: 'agents,evals,half typed', learning_id: learning.id, type: 'video' },
    ]);
  });
});

describe('the tab of projects', () => {
  it('offers the four statuses by their labels, Just an Idea first chosen', async () => {
    await arrive(database, {});
    await openDashboard(database, 'projects');
    const form = await formOf('New project');
    const options = within(field(form, 'Status')).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ textContent, value }) => [textContent, value])).toEqual([
      ['Donezo', 'donezo'],
      ['Done', 'done'],
      ['In Progress', 'in-progress'],
      ['Just an Idea', 'idea'],
    ]);
    expect(field(form, 'Status').value).toBe('idea');
    expect(field(form, 'Description').getAttribute('rows')).toBe('5');
  });

  it('leaves the slug that another project has to that one', async () => {
    await arrive(database, { projects: [projectRow({ title: 'Twin' })] });
    await openDashboard(database, 'projects');
    await (await listOf('Projects')).findByRole('button', { name: 'Edit Twin' });
    const form = await formOf('New project');
    type(form, { Title: 'Twin!', Description: 'x' });
    press(form, 'Add Project');
    await toast('Project added successfully');
    const rows = await rowsOf(database, 'projects');
    expect(rows.find(({ title }) => title === 'Twin!')?.slug).toBeNull();
  });
});

describe('the tab of learnings', () => {
  it('keeps the tags of a row that has them as text as text', async () => {
    const row = learningRow({ tags: 'rag, evals' });
    await arrive(database, { learnings: [row] });
    await openDashboard(database, 'learnings', { edit: row.id });
    const form = await formOf('Edit learning');
    press(form, 'Remove tag rag');
    press(form, 'Update Learning');
    await toast('Learning updated successfully');
    expect(await rowsOf(database, 'learnings')).toMatchObject([{ tags: 'evals' }]);
  });

  it('links to a project', async () => {
    const project = projectRow({ title: 'Bird Watch' });
    await arrive(database, { projects: [project] });
    await openDashboard(database, 'learnings');
    const form = await formOf('New learning');
    await form.findByRole('option', { name: 'Bird Watch' });
    expect(field(form, 'Link (Optional)').type).toBe('url');
    type(form, { Title: 'x', Description: 'y' });
    fireEvent.change(field(form, 'Project (Optional)'), { target: { value: project.id } });
    press(form, 'Add Learning');
    await toast('Learning added successfully');
    expect(await rowsOf(database, 'learnings')).toMatchObject([{ project_id: project.id }]);
  });
});

describe('the tab of music', () => {
  const old = trackRow({ title: 'Old', is_current: true });
  const next = trackRow({ title: 'Next', created_at: '2025-01-01T00:00:00Z' });
  const open = async () => {
    await arrive(database, { current_listening: [old, next] });
    await openDashboard(database, 'music');
    return listOf('Tracks');
  };

  it('sets the current track, which takes that from the other', async () => {
    const list = await open();
    const playing = await list.findByRole('button', { name: 'Now Playing Old' });
    expect(playing.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(playing);
    press(list, 'Set Current Next');
    await list.findByRole('button', { name: 'Now Playing Next' });
    await list.findByRole('button', { name: 'Set Current Old' });
    await toast('Current track updated successfully');
    expect(await waiting(database)).toMatchObject([
      {
        changes: [{ id: next.id, values: { is_current: true } }],
      },
    ]);
  });

  it('says where that could not be kept', async () => {
    const list = await open();
    isFull(database);
    fireEvent.click(await list.findByRole('button', { name: 'Set Current Next' }));
    await toast('Failed to update current track');
    expect((await screen.findByRole('alert')).textContent).toBe(
      `“Next” was not made the current track. ${full}`,
    );
  });

  const link = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC';
  const withLink = async (value: string) => {
    await arrive(database, {});
    await openDashboard(database, 'music');
    const form = await formOf('New track');
    const button = form.getByRole<HTMLButtonElement>('button', { name: 'Load Info' });
    expect(button.disabled).toBe(true);
    type(form, { 'Spotify Link (Optional)': value });
    expect(button.disabled).toBe(false);
    return { form, button };
  };

  it.each([
    [
      'https://example.com/track/1',
      'Invalid URL',
      'Please enter a valid Spotify track or episode URL',
    ],
    ['https://open.spotify.com/track/', 'Could not extract information from Spotify URL', null],
  ])('refuses %s', async (value, title, detail) => {
    const { form, button } = await withLink(value);
    fireEvent.click(button);
    await toast(title);
    if (detail !== null) await toast(detail);
    expect(form.getByText(`${detail ?? title}.`)).toBeTruthy();
    expect(field(form, 'Title').value).toBe('');
  });

  it('fills in what Spotify tells, and leaves what was typed', async () => {
    const { form, button } = await withLink(link);
    type(form, { Artist: 'Rick Astley' });
    const fetched = vi.fn(async () => new Response(JSON.stringify({ title: 'A Real Song' })));
    vi.stubGlobal('fetch', fetched);
    fireEvent.click(button);
    expect(form.getByRole('button', { name: 'Loading...' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await waitFor(() => expect(field(form, 'Title').value).toBe('A Real Song'));
    expect(field(form, 'Artist').value).toBe('Rick Astley');
    expect(field(form, 'Album (Optional)').value).toBe('Unknown Album');
    expect(fetched).toHaveBeenCalledWith(
      `https://open.spotify.com/oembed?url=${encodeURIComponent(link)}`,
      expect.anything(),
    );
  });

  it.each([
    ['is silent', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['fails', async () => new Response('', { status: 500 })],
    ['answers nonsense', async () => new Response('<html>')],
  ])('has placeholders where Spotify %s', async (_, answerIt) => {
    const { form, button } = await withLink(link);
    vi.stubGlobal('fetch', answerIt);
    fireEvent.click(button);
    await toast('Failed to load track information from Spotify');
    expect(field(form, 'Title').value).toBe('Spotify track 4uLU6hMCjMI75M1A2tKUQC');
    expect(field(form, 'Artist').value).toBe('Unknown Artist');
  });

  it('has placeholders and asks nobody while there is no network', async () => {
    const { form, button } = await withLink(link);
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent.click(button);
    expect(await form.findByText('There is no network: placeholders are filled in.')).toBeTruthy();
    expect(field(form, 'Artist').value).toBe('Unknown Artist');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('says so where Spotify has no such track', async () => {
    const { button } = await withLink(link);
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    fireEvent.click(button);
    await toast('Could not extract information from Spotify URL');
  });
});

it('A12: a row that the server refused says that it needs its admin, and leads there', async () => {
  const row = friendRow({ name: 'Ada' });
  await arrive(database, { friends: [row] });
  const account = accountOf('admin@b.cd', true).userId;
  const mutation = { id: 'm', account, rows: [`friends/${row.id}`], after: [], changes: [] };
  await database.rejected.put({ id: 'm', mutation } as never);
  await openDashboard(database, 'ai-tools');
  const link = await (await listOf('Friends')).findByRole('link', { name: 'needs you' });
  expect(link.getAttribute('href')).toBe('/admin/outbox');
});

describe('a list', () => {
  const twelve = Array.from({ length: 12 }, (_, n) =>
    friendRow({ name: `Friend ${n + 1}`, role: n === 4 ? 'poet' : 'cook' }),
  );

  it('of more than ten can be searched by what it says of its rows', async () => {
    await arrive(database, { friends: twelve.slice(0, 10) });
    const { unmount } = await openDashboard(database, 'ai-tools');
    const list = await listOf('Friends');
    await list.findByRole('button', { name: 'Edit Friend 10' });
    expect(list.queryByLabelText('Search friends')).toBeNull();
    unmount();
    await arrive(database, { friends: twelve.slice(10) }, 2);
    await openDashboard(database, 'ai-tools');
    const longer = await listOf('Friends');
    await longer.findByRole('button', { name: 'Edit Friend 12' });
    type(longer, { 'Search friends': 'POET' });
    expect(longer.getByText('1 of 12 friends')).toBeTruthy();
    expect(longer.getByRole('listitem').textContent).toContain('Friend 5');
    type(longer, { 'Search friends': '' });
    expect(longer.getAllByRole('listitem')).toHaveLength(12);
  });

  it('marks the row whose edit was left half done, and says so at New', async () => {
    await arrive(database, { friends: twelve.slice(0, 2) });
    await openDashboard(database, 'ai-tools', { edit: twelve[0]!.id });
    type(await formOf('Edit friend'), { 'Bio (Optional)': 'Half' });
    press(screen, 'Close the form of the friend');
    type(await formOf('New friend'), { Name: 'Half' });
    const list = await listOf('Friends');
    await waitFor(() => expect(list.getAllByText('unsaved draft')).toHaveLength(2));
    expect(list.getByRole('button', { name: 'New friend unsaved draft' })).toBeTruthy();
    press(list, 'Edit Friend 1');
    const form = await formOf('Edit friend');
    expect(field(form, 'Bio (Optional)').value).toBe('Half');
    await waitFor(() => expect(list.getAllByText('unsaved draft')).toHaveLength(1));
  });
});
