// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '../../support/render.tsx';
import {
  admin,
  auth,
  edit,
  editor,
  field,
  form,
  heading,
  known,
  noServer,
  open,
  press,
} from '../../support/admin-page.tsx';
import { accountOf } from '../../support/fake-auth.ts';

describe('the admin page', () => {
  it('ROUTE-1: says that it loads until the device has said who is signed in', async () => {
    editor.account = () => new Promise(() => {});
    open();
    expect(await screen.findByText('Loading...')).toBeTruthy();
    expect(auth.asked).toEqual([]);
  });

  it('keeps out of search engines', async () => {
    open();
    await form();
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
  });

  it('Y44: shows an admin the dashboard without a request', async () => {
    auth.failure = noServer;
    await known(admin);
    open();
    expect(await heading('Admin Dashboard')).toBeTruthy();
    expect(auth.asked).toEqual([]);
  });

  it('ACCESS-2 DIFF-4: tells an account without the role so, and leads out', async () => {
    await known(accountOf('someone@b.cd', false));
    open();
    expect(await heading('Not an administrator')).toBeTruthy();
    expect(screen.getByText('someone@b.cd')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View Site' }).getAttribute('href')).toBe('/');
    press('Sign Out');
    await form();
  });

  it('ACCESS-6: lets an account in that was given the role meanwhile', async () => {
    auth.admins.add('someone@b.cd');
    await known(accountOf('someone@b.cd', false));
    open();
    expect(await heading('Admin Dashboard')).toBeTruthy();
  });

  it('ACCESS-3 FRAME-2: has a link in the sidebar for admins only, after Contact', async () => {
    await known(accountOf('someone@b.cd', false));
    open('/nowhere');
    const links = () =>
      within(screen.getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map((it) => it.textContent);
    await waitFor(() => expect(links().at(-1)).toBe('Contact'));
    await act(() => known(admin));
    await waitFor(() => expect(links().slice(-2)).toEqual(['Contact', 'Admin']));
  });
});

describe('ACCESS-4: the greeting', () => {
  it('greets an admin who was signed in already, once', async () => {
    await known(admin);
    open('/nowhere');
    expect(await screen.findByText('Admin Access Granted')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await act(() => known({ ...admin }));
    expect(screen.queryByText('Admin Access Granted')).toBeNull();
  });

  it.each([accountOf('someone@b.cd', false), { ...admin, expired: true }])(
    'is for nobody else',
    async (account) => {
      await known(account);
      open('/nowhere');
      await act(() => new Promise((resolve) => setTimeout(resolve, 30)));
      expect(screen.queryByText('Admin Access Granted')).toBeNull();
    },
  );
});

describe('E12: an account whose session has ended', () => {
  const expired = async () => {
    await known(admin);
    for (const label of ['one', 'two', 'three']) await edit(label);
    await known({ ...admin, expired: true });
    open();
    await form();
  };

  it('is asked to sign in again as the same account, to send what waits', async () => {
    await expired();
    expect(
      await screen.findByText('Your session has ended. Sign in to send 3 edits.'),
    ).toBeTruthy();
    expect(field('Email').value).toBe('admin@b.cd');
    field('Password').value = 'right-password';
    press('Sign In');
    await heading('Admin Dashboard');
    expect((await editor.outbox()).waiting).toHaveLength(3);
  });

  it('can go on editing', async () => {
    await expired();
    press('Keep editing on this device');
    expect(await heading('Admin Dashboard')).toBeTruthy();
  });

  it('keeps the form it is typing into, and is offered to sign in above it', async () => {
    await known(admin);
    open();
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    fireEvent.change(title, { target: { value: 'Half a thou' } });
    title.focus();
    await known({ ...admin, expired: true });
    await screen.findByText('Your session has ended. Sign in again to send what you edit.');
    expect(title.isConnected).toBe(true);
    expect(document.activeElement).toBe(title);
    press('Sign in again');
    const password = field('Password');
    expect(document.activeElement).toBe(password);
    expect(password.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    password.value = 'right-password';
    press('Sign In');
    await waitFor(() => expect(screen.queryByText(/^Your session has ended/)).toBeNull());
    expect(title.isConnected).toBe(true);
    expect(title.value).toBe('Half a thou');
  });
});
