import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDashboard } from '../../support/dashboard.tsx';
import { learningRow, projectRow, trackRow } from '../../support/rows.ts';
import {
  type Device,
  field,
  formOf,
  listOf,
  newDevice,
  pick,
  press,
  toast,
  type,
} from '../../support/site.tsx';

let device: Device;
beforeEach(async () => {
  device = await newDevice();
});

/** Behaviour of single tabs of the dashboard; saved values are read back from the mirror and the outbox. */

const full = 'This device has no room left. Free some and try again.';

describe('the tab of learnings', () => {
  it('LEARNING-2: says which links by name lead nowhere, until they do', async () => {
    const [one, other] = [
      learningRow({ title: 'One', content: '[[Other]], [[Nowhere|there]], `[[Code]]`' }),
      learningRow({ title: 'Other' }),
    ];
    await device.arrive({ learnings: [one, other] });
    await openDashboard(device, 'learnings');
    expect(await screen.findByText('One: [[Nowhere]]')).toBeTruthy();
    await device.arrive({ projects: [projectRow({ title: 'Nowhere' })] });
    await waitFor(() => expect(screen.queryByText('One: [[Nowhere]]')).toBeNull());
  });
});

describe('the tab of resources', () => {
  it('ADMIN-9: adds tags on Enter or by the button, ignores repeats, removes them', async () => {
    const learning = learningRow({ title: 'Chunking' });
    await device.arrive({ learnings: [learning] });
    await openDashboard(device, 'resources');
    const form = await formOf('New resource');
    const tags = () =>
      form.queryAllByRole('button', { name: /^Remove tag/ }).map((it) => it.textContent);
    const input = field(form, 'Tags (Optional)');
    for (const tag of ['rag', ' agents ', 'rag']) {
      fireEvent.change(input, { target: { value: tag } });
      // Safari reports so the press that confirms a word of an input method.
      fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
      expect(input.value).toBe(tag);
      fireEvent.keyDown(input, { key: 'Enter' });
      expect(input.value).toBe('');
    }
    fireEvent.change(input, { target: { value: 'evals' } });
    press(form, 'Add tag');
    expect(tags()).toEqual(['rag', 'agents', 'evals']);
    expect(await device.waiting()).toEqual([]);
    press(form, 'Remove tag rag');
    expect(tags()).toEqual(['agents', 'evals']);
    expect(document.activeElement).toBe(input);
    type(form, { Title: 'Paper', Description: 'x', 'Tags (Optional)': 'half typed' });
    await pick(form, 'Learning (Optional)', 'Chunking');
    fireEvent.change(field(form, 'Type'), { target: { value: 'video' } });
    press(form, 'Add Resource');
    await toast('Resource added successfully');
    expect(await device.rowsOf('resources')).toMatchObject([
      { tags: 'agents,evals,half typed', learning_id: learning.id, type: 'video' },
    ]);
  });
});

describe('the tab of projects', () => {
  it('ADMIN-4 DATA-2: offers the four statuses by their labels; Just an Idea is the default', async () => {
    await device.arrive({});
    await openDashboard(device, 'projects');
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
});

describe('the tab of learnings', () => {
  it('keeps tags as text in a row that has them as text', async () => {
    const row = learningRow({ tags: 'rag, evals' });
    await device.arrive({ learnings: [row] });
    await openDashboard(device, 'learnings', { edit: row.id });
    const form = await formOf('Edit learning');
    press(form, 'Remove tag rag');
    press(form, 'Update Learning');
    await toast('Learning updated successfully');
    expect(await device.rowsOf('learnings')).toMatchObject([{ tags: 'evals' }]);
  });

  it('links to a project', async () => {
    const project = projectRow({ title: 'Bird Watch' });
    await device.arrive({ projects: [project] });
    await openDashboard(device, 'learnings');
    const form = await formOf('New learning');
    expect(field(form, 'Link (Optional)').type).toBe('url');
    type(form, { Title: 'x', Description: 'y' });
    await pick(form, 'Project (Optional)', 'Bird Watch');
    press(form, 'Add Learning');
    await toast('Learning added successfully');
    expect(await device.rowsOf('learnings')).toMatchObject([{ project_id: project.id }]);
  });
});

describe('ADMIN-5: the tab of music', () => {
  const old = trackRow({ title: 'Old', is_current: true });
  const next = trackRow({ title: 'Next', created_at: '2025-01-01T00:00:00Z' });
  const open = async () => {
    await device.arrive({ current_listening: [old, next] });
    await openDashboard(device, 'music');
    return listOf('Tracks');
  };

  it('DATA-3: makes one track the current one, and the other one no longer', async () => {
    const list = await open();
    const playing = await list.findByRole('button', { name: 'Now Playing Old' });
    expect(playing.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(playing);
    press(list, 'Set Current Next');
    await list.findByRole('button', { name: 'Now Playing Next' });
    await list.findByRole('button', { name: 'Set Current Old' });
    await toast('Current track updated successfully');
    expect(await device.waiting()).toMatchObject([
      {
        changes: [{ id: next.id, values: { is_current: true } }],
      },
    ]);
  });

  it('FORM-5: says so when the device cannot store that', async () => {
    const list = await open();
    device.fill();
    fireEvent.click(await list.findByRole('button', { name: 'Set Current Next' }));
    await toast('Failed to update current track');
    expect((await screen.findByRole('alert')).textContent).toBe(
      `“Next” was not made the current track. ${full}`,
    );
  });

  const link = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC';
  const withLink = async (value: string) => {
    await device.arrive({});
    await openDashboard(device, 'music');
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
  ])('FORM-6: refuses %s', async (value, title, detail) => {
    const { form, button } = await withLink(value);
    fireEvent.click(button);
    await toast(title);
    if (detail !== null) await toast(detail);
    expect(form.getByText(`${detail ?? title}.`)).toBeTruthy();
    expect(field(form, 'Title').value).toBe('');
  });

  it('DIFF-6: fills in what Spotify answers, and leaves what was typed', async () => {
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
  ])('FORM-6 DIFF-6: has placeholders where Spotify %s', async (_, answerIt) => {
    const { form, button } = await withLink(link);
    vi.stubGlobal('fetch', answerIt);
    fireEvent.click(button);
    await toast('Failed to load track information from Spotify');
    expect(field(form, 'Title').value).toBe('Spotify track 4uLU6hMCjMI75M1A2tKUQC');
    expect(field(form, 'Artist').value).toBe('Unknown Artist');
  });

  it('DIFF-6: has placeholders while there is no network', async () => {
    const { form, button } = await withLink(link);
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent.click(button);
    expect(await form.findByText('You are offline, so placeholders are filled in.')).toBeTruthy();
    expect(field(form, 'Artist').value).toBe('Unknown Artist');
  });

  it('FORM-6: asks Spotify although the browser says that there is no network', async () => {
    const { form, button } = await withLink(link);
    vi.stubGlobal('fetch', async () => Response.json({ title: 'A real title' }));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent.click(button);
    await waitFor(() => expect(field(form, 'Title').value).toBe('A real title'));
  });

  it('FORM-6: says so when Spotify has no such track', async () => {
    const { button } = await withLink(link);
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    fireEvent.click(button);
    await toast('Could not extract information from Spotify URL');
  });
});
