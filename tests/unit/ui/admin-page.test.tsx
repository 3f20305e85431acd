import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draftPlace } from '../../../src/engine/editing.ts';
import { addCapture } from '../../../src/lib/captures.ts';
import { dropShared, keepShared, listShared } from '../../../src/lib/shared-pictures.ts';
import { edit, form, noServer, withDemo } from '../../support/admin-page.ts';
import { accountOf } from '../../support/fake-auth.ts';
import { testLocks } from '../../support/locks.ts';
import {
  admin,
  type Device,
  field,
  heading,
  newDevice,
  press,
  stopClock,
  type,
} from '../../support/site.tsx';

let device: Device;
beforeEach(async () => {
  device = await newDevice({ rows: {} });
});

describe('the admin page', () => {
  it('ROUTE-1: says that it loads until the device has said who is signed in', async () => {
    device.editor.account = () => new Promise(() => {});
    device.open('/admin');
    expect(await screen.findByText('Loading...')).toBeTruthy();
    expect(device.auth.asked).toEqual([]);
  });

  it('keeps out of search engines', async () => {
    device.open('/admin');
    await form();
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
  });

  it('Y44: shows an admin the dashboard without a request', async () => {
    device.auth.failure = noServer;
    await device.signIn(admin);
    device.open('/admin');
    expect(await heading('Admin Dashboard')).toBeTruthy();
    expect(device.auth.asked).toEqual([]);
  });

  it('ACCESS-2 DIFF-4: tells an account without the role so, and leads out', async () => {
    await device.signIn(accountOf('someone@b.cd', false));
    device.open('/admin');
    expect(await heading('Not an administrator')).toBeTruthy();
    expect(screen.getByText('someone@b.cd')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View Site' }).getAttribute('href')).toBe('/');
    press(screen, 'Sign Out');
    await form();
  });

  it('ACCESS-6: lets an account in that was given the role meanwhile', async () => {
    device.auth.admins.add('someone@b.cd');
    await device.signIn(accountOf('someone@b.cd', false));
    device.open('/admin');
    expect(await heading('Admin Dashboard')).toBeTruthy();
  });

  it('ACCESS-3 FRAME-2: has a link in the sidebar for admins only, after Contact', async () => {
    await device.signIn(accountOf('someone@b.cd', false));
    device.open('/nowhere');
    const links = () =>
      within(screen.getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map((it) => it.textContent);
    await waitFor(() => expect(links().at(-1)).toBe('Contact'));
    await act(() => device.signIn(admin));
    await waitFor(() => expect(links().slice(-2)).toEqual(['Contact', 'Admin']));
  });

  it.each(['outbox', 'pictures', 'learnings/new'])(
    'FRAME-2: its link is current at /admin/%s, too, which leads back to the dashboard',
    async (page) => {
      await device.signIn(admin);
      device.open(`/admin/${page}`);
      const main = await screen.findByRole('navigation', { name: 'Main' });
      const link = await within(main).findByRole('link', { name: 'Admin' });
      expect(link.getAttribute('aria-current')).toBe('page');
      const back = await screen.findByRole('link', { name: /^(Dashboard|Back)/ });
      expect(back.getAttribute('href')).toMatch(/^\/admin/);
    },
  );
});

describe('PICTURE-9: pictures that were shared to the site', () => {
  const given = () => screen.findByRole('dialog', { name: 'Insert pictures' });
  beforeEach(async () => {
    for (const one of await listShared()) await dropShared(one);
    // It has none.
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue(testLocks());
    const file = new File(['no picture'], 'photo.png', { type: 'image/png' });
    await keepShared({ title: 'A walk', text: 'By the river.', url: '' }, [file]);
    return () => vi.restoreAllMocks();
  });

  it('begin a commentary, with their words once, however often it is opened', async () => {
    stopClock();
    await device.signIn(admin);
    device.open('/admin');
    // Whatever cannot be taken is named, as in a paste.
    expect(within(await given()).getByText(/photo\.png/)).toBeTruthy();
    expect(field(screen, 'Title').value).toBe('A walk');
    expect(field(screen, 'Content').value).toBe('By the river.');
    cleanup();
    device.open('/admin');
    await given();
    expect(field(screen, 'Content').value).toBe('By the river.');
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
    press(within(await given()), 'Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await listShared()).toEqual([]);
    press(screen, 'Undo');
    await given();
  });

  const places = async () =>
    (await device.database.drafts.toArray()).map(({ place }) => place).sort();

  it('become a learning instead, with their words, and back; of what was typed nothing stays behind', async () => {
    await device.signIn(admin);
    device.open('/admin');
    press(within(await given()), 'As a learning instead');
    await heading('New learning');
    expect(within(await given()).getByText(/photo\.png/)).toBeTruthy();
    expect(field(screen, 'Title').value).toBe('A walk');
    expect(field(screen, 'Content (Optional)').value).toBe('By the river.');
    expect(await places()).toEqual([draftPlace('learnings', null)]);
    cleanup();
    device.open('/admin');
    press(within(await given()), 'As a commentary instead');
    await heading('New commentary');
    expect(field(screen, 'Content').value).toBe('By the river.');
    expect(await places()).toEqual([draftPlace('commentaries', null)]);
  });

  it('become a learning instead, and a draft that has more than their words stays', async () => {
    await device.signIn(admin);
    device.open('/admin');
    await given();
    type(screen, { 'Image URL (Optional)': 'https://example.org/x.png' });
    press(within(await given()), 'As a learning instead');
    await heading('New learning');
    const both = [draftPlace('commentaries', null), draftPlace('learnings', null)];
    expect(await places()).toEqual(both.sort());
  });

  it('wait for an admin where somebody else is signed in, and can be deleted', async () => {
    await device.signIn(accountOf('someone@b.cd', false));
    device.open('/admin');
    expect(
      await screen.findByText(/^What you shared is saved on this device: 1 picture\. Sign in/),
    ).toBeTruthy();
    expect(await listShared()).toHaveLength(1);
    press(screen, 'Delete it');
    await waitFor(() => expect(screen.queryByText(/^What you shared/)).toBeNull());
    expect(await listShared()).toEqual([]);
  });
});

describe('ACCESS-4: the greeting', () => {
  it('greets an admin who was signed in already, once', async () => {
    await device.signIn(admin);
    device.open('/nowhere');
    expect(await screen.findByText('Admin Access Granted')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await act(() => device.signIn({ ...admin }));
    expect(screen.queryByText('Admin Access Granted')).toBeNull();
  });

  it.each([accountOf('someone@b.cd', false), { ...admin, expired: true }])(
    'is for nobody else',
    async (account) => {
      await device.signIn(account);
      device.open('/nowhere');
      await act(() => new Promise((resolve) => setTimeout(resolve, 30)));
      expect(screen.queryByText('Admin Access Granted')).toBeNull();
    },
  );
});

describe('E12: an account whose session has ended', () => {
  const expired = async () => {
    await device.signIn(admin);
    for (const label of ['one', 'two', 'three']) await edit(device, label);
    await device.signIn({ ...admin, expired: true });
    device.open('/admin');
    await form();
  };

  it('is asked to sign in again as the same account, to send what waits', async () => {
    await expired();
    expect(
      await screen.findByText('Your session has ended. Sign in to send 3 edits.'),
    ).toBeTruthy();
    expect(field(screen, 'Email').value).toBe('admin@b.cd');
    field(screen, 'Password').value = 'right-password';
    press(screen, 'Sign In');
    await heading('Admin Dashboard');
    expect((await device.editor.outbox()).waiting).toHaveLength(3);
  });

  it('SIGNIN-2: sees nothing below what comes only when the server has told of admins', async () => {
    withDemo();
    device.auth.gate = new Promise(() => {});
    await expired();
    const late = screen.getByText('Checking for users...');
    const below = within(screen.getByRole('main'))
      .getAllByRole('button')
      .filter((it) => late.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(below).toEqual([]);
  });

  it('can go on editing', async () => {
    await expired();
    press(screen, 'Keep editing on this device');
    expect(await heading('Admin Dashboard')).toBeTruthy();
  });

  it('keeps the form it is typing into, and is offered to sign in above it', async () => {
    await device.signIn(admin);
    device.open('/admin');
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    fireEvent.change(title, { target: { value: 'Half a thou' } });
    title.focus();
    await device.signIn({ ...admin, expired: true });
    await screen.findByText('Your session has ended. Sign in again to send what you edit.');
    expect(title.isConnected).toBe(true);
    expect(document.activeElement).toBe(title);
    press(screen, 'Sign in again');
    const password = field(screen, 'Password');
    expect(document.activeElement).toBe(password);
    expect(password.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    password.value = 'right-password';
    press(screen, 'Sign In');
    await waitFor(() => expect(screen.queryByText(/^Your session has ended/)).toBeNull());
    expect(title.isConnected).toBe(true);
    expect(title.value).toBe('Half a thou');
  });
});

describe('CAPTURE-3: what was shared and not kept', () => {
  const words = /^What you shared was not saved\. It is longer than 20,000 characters\.$/;
  const shared = () => addCapture({ title: 'x'.repeat(20_001), text: '', url: '' });

  it.each([
    ['beside the sign-in', null, 'Admin Login'],
    ['to an account without the role', accountOf('someone@b.cd', false), 'Not an administrator'],
    ['to an admin', admin, 'Admin Dashboard'],
  ])('is told, once, %s', async (_, account, title) => {
    await device.signIn(account);
    shared();
    const { unmount } = device.open('/admin');
    await heading(title);
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    unmount();
    device.open('/admin');
    await heading(title);
    expect(screen.queryByText(words)).toBeNull();
  });

  it('is not mistaken for what waits', async () => {
    addCapture({ title: 'One', text: '', url: '' });
    shared();
    device.open('/admin');
    await form();
    expect(screen.getByText(/^What you shared/, { selector: 'p:not([role])' }).textContent).toMatch(
      /^What you shared before is saved on this device\./,
    );
  });
});
