import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { projects } from '../../../src/content/projects/projects.ts';
import { tasks } from '../../../src/content/tasks/tasks.ts';
import { insert, update } from '../../../src/engine/mutation.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { accountOf } from '../../support/fake-auth.ts';
import {
  button,
  choose,
  editingDevice,
  main,
  openPage,
  other,
  project,
  row,
  section,
  text,
  titles,
} from '../../support/outbox-page.ts';
import { admin } from '../../support/site.tsx';

let device: Awaited<ReturnType<typeof editingDevice>>;
beforeEach(async () => {
  device = await editingDevice();
});

describe('waiting edits', () => {
  it('are in the order in which they will be sent, with their changes, age and state', async () => {
    await device.edited('New title');
    await device.editor.edit({
      label: 'Add project “P”',
      changes: [insert(projects, { title: 'P', description: 'd' })],
    });
    await openPage(device);
    const waiting = await section('Waiting');
    expect(titles(waiting)).toEqual(['Edit learning “New title”', 'Add project “P”']);
    const [first, second] = within(waiting)
      .getAllByRole('listitem')
      .filter((it) => 'card' in it.dataset);
    expect(text(first!)).toBe(
      'Edit learning “New title”Will be sent nowjust nowTitle: “Old title” → “New title”Discard Edit learning “New title”',
    );
    expect(text(second!)).toContain('Adds project “P”, with description.');
  });

  it('distinguish several rows, and fold long lists', async () => {
    const changes = Array.from({ length: 8 }, (_, i) =>
      insert(tasks, { project_id: project.id, content: `T${i}`, position: i }),
    );
    await device.editor.edit({ label: 'Add tasks', changes });
    await device.editor.edit({
      label: 'Both',
      changes: [
        update(learnings, row.id, { project_id: project.id }),
        update(learnings, other.id, { title: 'New' }),
      ],
    });
    await openPage(device);
    expect(await screen.findByText('3 more changes')).toBeTruthy();
    expect(await screen.findByText('Adds task “T0”, with project.')).toBeTruthy();
    await screen.findByText(/Bird Watch/);
    const lines = screen.getAllByRole('listitem').map(text);
    expect(lines).toContain('Project of learning “Old title”: nothing → “Bird Watch”');
    expect(lines).toContain('Title of learning “Other”: “Other” → “New”');
  });

  it('contain the full text to copy if the lines are cut', async () => {
    const long = `One line.\n\n${'And then some more. '.repeat(12)}The end.`;
    await device.editor.edit({
      label: 'Add learning',
      changes: [
        insert(learnings, { title: 'L', description: long, tags: ['a'], project_id: project.id }),
      ],
    });
    await device.editor.edit({
      label: 'Edit learning',
      changes: [update(learnings, other.id, { description: long })],
    });
    await device.edited('Short');
    await openPage(device);
    const waiting = await section('Waiting');
    const folds = await within(waiting).findAllByText('Everything it says');
    expect(folds).toHaveLength(2);
    await within(waiting).findByText('“Bird Watch”');
    const said = folds.map((fold) =>
      [...(fold.closest('details')?.querySelectorAll('dt, dd') ?? [])].map((it) => it.textContent),
    );
    expect(said).toEqual([
      ['Title', 'L', 'Description', long, 'Tags', 'a', 'Project', '“Bird Watch”'],
      ['Description', long],
    ]);
  });

  it('are sent on request', async () => {
    await device.edited('New title');
    await openPage(device);
    await choose('Send now');
    await waitFor(() => expect(device.requestSync).toHaveBeenCalledTimes(1));
    expect(await button('Sending…')).toBeTruthy();
    expect(await button('Send now')).toBeTruthy();
  });

  it('are sent on request, also those that could still be taken back', async () => {
    await device.edited('New title', row.id, true);
    await device.edited('Next', other.id);
    expect(await device.send()).toEqual([]);
    await openPage(device);
    await choose('Send now');
    await waitFor(() => expect(device.requestSync).toHaveBeenCalledTimes(1));
    expect(await device.send()).toHaveLength(2);
  });

  it.each([
    ['a visitor', null, '2 edits wait for sign-in', ['Sign in']],
    ['a reader', accountOf('reader@b.cd', false), '2 edits by someone else', []],
    [
      'another admin',
      accountOf('other@b.cd', true),
      '2 edits by someone else',
      ['Import', 'Dashboard'],
    ],
  ] as const)('are counted for %s, and nothing else is shown', async (_, account, count, ways) => {
    const bad = await device.edited('Bad');
    await device.refuse([{ id: bad.id, code: '23514', message: 'Bad' }]);
    await device.edited('New title');
    await device.signIn(account);
    await openPage(device);
    expect(await main().findByText('2 edits by someone else wait here.')).toBeTruthy();
    expect(
      main().getByText('Only the account that made them can see, send or discard them.'),
    ).toBeTruthy();
    expect(await screen.findByRole('link', { name: count })).toBeTruthy();
    const pressed = () => [...main().queryAllByRole('button'), ...main().queryAllByRole('link')];
    // The page may hear of the edits before it hears of the account.
    await waitFor(() => expect(pressed().map(({ textContent }) => textContent)).toEqual(ways));
    expect(document.body.textContent).not.toMatch(/Bad|New title|Everything is on the server/);
  });

  it('of another account are shown only as a number', async () => {
    await device.edited('New title');
    await device.signIn(accountOf('other@b.cd', true));
    await device.edited('Mine');
    await openPage(device);
    expect(titles(await section('Waiting'))).toEqual(['Edit learning “Mine”']);
    expect(main().getByText('1 edit by someone else waits here.')).toBeTruthy();
    expect(screen.getByRole('link', { name: '1 edit waiting' })).toBeTruthy();
  });

  it('of an earlier account with the same address are taken over on request', async () => {
    await device.edited('New title');
    await device.signIn({ ...admin, userId: 'made anew' });
    await openPage(device);
    const words = '1 edit by an earlier account of admin@b.cd waits here.';
    expect(await main().findByText(words)).toBeTruthy();
    expect(main().queryByText(/someone else/)).toBeNull();
    await choose('Take over 1 edit');
    expect(titles(await section('Waiting'))).toEqual(['Edit learning “New title”']);
    expect(main().queryByText(words)).toBeNull();
    expect(device.requestSync).toHaveBeenCalled();
  });

  it('ask for a sign-in when the session has ended', async () => {
    await device.edited('New title');
    await device.signIn({ ...admin, expired: true });
    await openPage(device);
    expect(await screen.findByRole('link', { name: 'Sign in to send 1 edit' })).toBeTruthy();
    expect(screen.getByText('Waiting for sign-in')).toBeTruthy();
  });

  it('disappear when they are discarded, with the focus on the next one, and come back by Undo', async () => {
    await device.edited('One');
    await device.edited('Two', other.id);
    await openPage(device);
    const discard = await button('Discard Edit learning “One”');
    discard.focus();
    fireEvent.click(discard);
    await waitFor(async () => expect(titles(await section('Waiting'))).toHaveLength(1));
    expect(document.activeElement?.textContent).toBe('Edit learning “Two”');
    expect(screen.getByText('Discarded “Edit learning ‘One’”')).toBeTruthy();
    const undo = await button('Undo');
    undo.focus();
    fireEvent.click(undo);
    await waitFor(async () =>
      expect(titles(await section('Waiting'))).toEqual([
        'Edit learning “One”',
        'Edit learning “Two”',
      ]),
    );
    expect(device.requestSync).toHaveBeenCalledTimes(1);
  });

  it('disappear and come back with the edit that they build on', async () => {
    const made = insert(projects, { title: 'P', description: 'd' });
    await device.editor.edit({ label: 'Add project', changes: [made] });
    await device.editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: made.id, content: 'T' })],
    });
    await openPage(device);
    await choose('Discard Add project');
    expect(await screen.findByText('Discarded 2 edits')).toBeTruthy();
    expect(await screen.findByText(/^Everything is on the server\./)).toBeTruthy();
    await choose('Undo');
    expect(titles(await section('Waiting'))).toEqual(['Add project', 'Add task']);
  });

  it('leave the focus on the heading when the last has gone', async () => {
    await device.edited('One');
    await openPage(device);
    const discard = await button('Discard Edit learning “One”');
    discard.focus();
    fireEvent.click(discard);
    await screen.findByText(/^Everything is on the server\./);
    expect(document.activeElement?.textContent).toBe('Outbox');
  });

  it('are discarded with a warning if they may have been sent', async () => {
    await device.edited('One');
    await device.send();
    await openPage(device);
    expect(await screen.findByText('Sent, waiting for the answer')).toBeTruthy();
    expect(screen.getByText(/tried once/)).toBeTruthy();
    await choose('Discard Edit learning “One”');
    expect(
      await screen.findByText('It may already have reached the server. If so, it comes back.'),
    ).toBeTruthy();
  });

  it('stay if they cannot be discarded, and the page says why', async () => {
    await device.edited('One');
    device.editor.discard = () => Promise.reject(new Failure('device', 'full', 'no room'));
    await openPage(device);
    await choose('Discard Edit learning “One”');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This device has no room left. Free some and try again; nothing was changed.',
    );
  });

  it('come with a warning if the browser may clear the storage (P6)', async () => {
    vi.stubGlobal('navigator', { ...navigator, storage: { persisted: async () => false } });
    await device.edited('One');
    await openPage(device);
    expect(
      await screen.findByText(
        /^This browser may clear .* Install this site, or send them soon\.$/s,
      ),
    ).toBeTruthy();
  });

  it('come without a warning if the storage is persistent', async () => {
    vi.stubGlobal('navigator', { ...navigator, storage: { persisted: async () => true } });
    await device.edited('One');
    await openPage(device);
    await section('Waiting');
    expect(screen.queryByText(/This browser may clear/)).toBeNull();
  });
});
