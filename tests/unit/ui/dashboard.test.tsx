import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Dashboard } from '../../../src/features/dashboard/dashboard.tsx';
import { SampleWords } from '../../../src/features/dashboard/sample-words.tsx';
import { toReport } from '../../../src/lib/failure.ts';
import { openDashboard } from '../../support/dashboard.tsx';
import { unreachable } from '../../support/failures.ts';
import { accountOf } from '../../support/fake-auth.ts';
import { friendRow, projectRow } from '../../support/rows.ts';
import {
  type Device,
  field,
  formOf,
  listOf,
  newDevice,
  press,
  show,
  synced,
  toast,
  type,
} from '../../support/site.tsx';

let device: Device;
beforeEach(async () => {
  device = await newDevice();
});

/** The dashboard over the real store; saved values are read back from the mirror and the outbox. */

describe('the frame', () => {
  it('ADMIN-1 ADMIN-2: has its title, its two ways out and six tabs, Commentaries first', async () => {
    await device.arrive({});
    const onSignOut = vi.fn();
    await openDashboard(device, '', { onSignOut });
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View Site' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('heading', { name: 'Content Management' })).toBeTruthy();
    const tabs = ['Commentaries', 'Projects', 'Music', 'Resources', 'AI Tools', 'Learnings'];
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(tabs);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Commentaries');
    fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(onSignOut).toHaveBeenCalledOnce();
  });

  it('FIRST-2: lists what is left of the sample, and says nothing where nothing is', () => {
    const left = ['brand: Fieldnotes', 'profile.name: Robin Fielding'];
    const { unmount } = show(<SampleWords built={left} />, synced());
    expect(screen.getByText('2 values of the sample are still on this site')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((it) => it.textContent)).toEqual(left);
    unmount();
    const { container } = show(<SampleWords built={[]} />, synced());
    expect(container.childElementCount).toBe(0);
  });

  it('FIRST-2 FIRST-5: what the profile has in its place is no longer the sample’s', () => {
    const built = [
      'brand: Fieldnotes',
      'greeting: Hi',
      'profile.name: Robin Fielding',
      'social, GitHub: https://github.com',
    ];
    const row = { id: crypto.randomUUID(), name: 'Rosa', links: 'Blog https://rosa.example' };
    show(<SampleWords built={built} />, synced({ site_profile: [row] }));
    expect(screen.getAllByRole('listitem').map((it) => it.textContent)).toEqual(built.slice(0, 2));
  });

  it('ADMIN-1: says that it loads until it is known who is signed in', async () => {
    vi.spyOn(device.database.meta, 'toArray').mockReturnValue(new Promise(() => {}) as never);
    device.open('/admin', { screen: <Dashboard onSignOut={() => {}} /> });
    expect(await screen.findByText('Loading admin dashboard...')).toBeTruthy();
  });

  it('goes from tab to tab by arrow keys, Home and End', async () => {
    await device.arrive({});
    await openDashboard(device, 'commentary');
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
    ['none', /lost when the tab closes/],
    ['silent', /cannot be saved now/],
    ['full', /no room left/],
  ] as const)(
    'on a device where storage is %s says so before the first edit',
    async (keeping, words) => {
      await device.arrive({});
      await openDashboard(device, 'projects', { keeping });
      expect(screen.getByRole('alert').textContent).toMatch(words);
    },
  );

  it('deleting is quiet in a list: nothing in it is red before a pointer or the focus is there', async () => {
    await device.arrive({ projects: [projectRow({ title: 'A boat' }), projectRow()] });
    await openDashboard(device, 'projects');
    const list = await listOf('Projects');
    const deletes = await list.findAllByRole('button', { name: /^Delete/ });
    expect(deletes).toHaveLength(2);
    for (const one of deletes) expect(one.className.split(' ')).not.toContain('text-danger');
    for (const one of deletes) expect(one.className.split(' ')).toContain('hover:text-danger');
  });

  it('says which list could not be loaded, with a way to try again', async () => {
    const value = { phase: 'waiting', failures: 1, failure: toReport(unreachable) } as const;
    await device.database.meta.put({ key: 'status', value });
    await openDashboard(device, 'projects');
    const list = await listOf('Projects');
    expect(
      await list.findByText('Failed to load projects. Please try refreshing the page.'),
    ).toBeTruthy();
    press(list, 'Retry');
    expect(device.requestSync).toHaveBeenCalledTimes(1);
  });
});

describe('saving', () => {
  const typed = { Title: 'Once', Content: 'only' };

  it('E17: saves once when it is pressed twice, and the second press shows no error', async () => {
    await device.arrive({});
    await openDashboard(device, 'commentary');
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
    expect(await device.waiting()).toHaveLength(1);
  });

  it('E17: works by ⌘S and Ctrl+S, with or without the focus in a field', async () => {
    await device.arrive({});
    await openDashboard(device, 'commentary');
    const form = await formOf('New commentary');
    type(form, typed);
    field(form, 'Title').focus();
    fireEvent.keyDown(field(form, 'Title'), { key: 's', metaKey: true });
    await waitFor(async () => expect(await device.waiting()).toHaveLength(1));
    const own = await formOf('Edit commentary');
    type(own, { Content: 'more' });
    field(own, 'Title').blur();
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await waitFor(async () => expect(JSON.stringify(await device.waiting())).toContain('"more"'));
  });

  it('E17: saves, by key, the one of two forms that has the focus', async () => {
    await device.arrive({});
    await openDashboard(device, 'ai-tools');
    const form = await formOf('New friend');
    type(form, { Name: 'Noor' });
    field(form, 'Name').focus();
    fireEvent.keyDown(field(form, 'Name'), { key: 's', ctrlKey: true });
    await toast('Friend added successfully');
    expect((await formOf('New AI tool')).queryByRole('alert')).toBeNull();
  });

  it('is never stopped by the browser’s own validation; an invalid address is pointed out, not refused', async () => {
    await device.arrive({});
    await openDashboard(device, 'resources');
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
    expect(await device.rowsOf('resources')).toMatchObject([{ link_url: 'example.com/a' }]);
  });

  it('says that a picture by plain http is not shown, and offers the address that is', async () => {
    await device.arrive({});
    await openDashboard(device, 'commentary');
    const form = await formOf('New commentary');
    const warning = () => form.queryByText(/^Pictures from http:\/\/ addresses are not shown/);
    type(form, { 'Image URL (Optional)': 'http://pictures.example/a.png' });
    expect(warning()).not.toBeNull();
    press(form, 'Use https://pictures.example/a.png');
    expect(warning()).toBeNull();
    expect(field(form, 'Image URL (Optional)')).toHaveProperty(
      'value',
      'https://pictures.example/a.png',
    );
    type(form, { 'Image URL (Optional)': `${window.location.origin}/pictures/a.png` });
    expect(warning()).toBeNull();
    type(form, { 'Image URL (Optional)': 'HTTP://pictures.example/a.png' });
    expect(warning()).not.toBeNull();
  });

  it('takes what Spotify’s app copies for a link', async () => {
    await device.arrive({});
    await openDashboard(device, 'music');
    const form = await formOf('New track');
    const warning = () => form.queryByText(/^Only an address that begins with/);
    type(form, { 'Spotify Link (Optional)': 'spotify:nonsense' });
    expect(warning()).not.toBeNull();
    type(form, { 'Spotify Link (Optional)': 'spotify:track:4aawyAB9vmqN3uQ7FjRGTy' });
    expect(warning()).toBeNull();
  });

  it('offers https:// for a link without it, and only where that mends the link', async () => {
    await device.arrive({});
    await openDashboard(device, 'resources');
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

it('A12: a row whose edit the server refused says that it needs its admin, and leads to the outbox', async () => {
  const row = friendRow({ name: 'Ada' });
  await device.arrive({ friends: [row] });
  const account = accountOf('admin@b.cd', true).userId;
  const mutation = { id: 'm', account, rows: [`friends/${row.id}`], after: [], changes: [] };
  await device.database.rejected.put({ id: 'm', mutation } as never);
  await openDashboard(device, 'ai-tools');
  const link = await (await listOf('Friends')).findByRole('link', { name: 'needs you' });
  expect(link.getAttribute('href')).toBe('/admin/outbox');
});

describe('a list', () => {
  const twelve = Array.from({ length: 12 }, (_, n) =>
    friendRow({ name: `Friend ${n + 1}`, role: n === 4 ? 'poet' : 'cook' }),
  );

  it('can be searched by the words of its rows when it has more than ten', async () => {
    await device.arrive({ friends: twelve.slice(0, 10) });
    const { unmount } = await openDashboard(device, 'ai-tools');
    const list = await listOf('Friends');
    await list.findByRole('button', { name: 'Edit Friend 10' });
    expect(list.queryByLabelText('Search friends')).toBeNull();
    unmount();
    await device.arrive({ friends: twelve.slice(10) });
    await openDashboard(device, 'ai-tools');
    const longer = await listOf('Friends');
    await longer.findByRole('button', { name: 'Edit Friend 12' });
    type(longer, { 'Search friends': 'POET' });
    expect(await longer.findByText('1 of 12 friends')).toBeTruthy();
    expect(longer.getByRole('listitem').textContent).toContain('Friend 5');
    type(longer, { 'Search friends': '' });
    await waitFor(() => expect(longer.getAllByRole('listitem')).toHaveLength(12));
  });

  it('opens a row by its id, also in capitals', async () => {
    await device.arrive({ friends: twelve.slice(0, 2) });
    await openDashboard(device, 'ai-tools', { edit: twelve[0]!.id.toUpperCase() });
    expect(field(await formOf('Edit friend'), 'Name').value).toBe('Friend 1');
  });

  it('marks a row with an unfinished draft, and says so at New', async () => {
    await device.arrive({ friends: twelve.slice(0, 2) });
    await openDashboard(device, 'ai-tools', { edit: twelve[0]!.id });
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
