import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/lib/failure.ts';
import { attempts, form, noServer, withDemo } from '../../support/admin-page.ts';
import { accountOf } from '../../support/fake-auth.ts';
import { type Device, field, heading, newDevice, press, type } from '../../support/site.tsx';

let device: Device;
beforeEach(async () => {
  device = await newDevice({ rows: {} });
});

describe('the first admin', () => {
  const openDialog = async () => {
    device.auth.admins.clear();
    device.open('/admin');
    fireEvent.click(await screen.findByRole('button', { name: 'Create First Admin Account' }));
    return within(screen.getByRole('dialog'));
  };
  const create = (inside: ReturnType<typeof within>, email: string, password: string) => {
    type(inside, { Email: email, Password: password });
    fireEvent.click(inside.getByRole('button', { name: 'Create Account' }));
  };
  const tooShort = 'Please enter a valid email and password (min 8 characters)';

  it('SIGNIN-2: is offered when the server has said that there is none', async () => {
    withDemo();
    device.auth.admins.clear();
    let answer = () => {};
    device.auth.gate = new Promise((resolve) => {
      answer = resolve;
    });
    device.open('/admin');
    await form();
    expect(screen.getByText('Checking for users...')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create First Admin Account' })).toBeNull();
    answer();
    expect(await screen.findByRole('button', { name: 'Create First Admin Account' })).toBeTruthy();
    expect(screen.queryByText('Use the default admin credentials above to log in.')).toBeNull();
  });

  it('may be anybody, and the page says so', async () => {
    const warning = /The first person to sign up becomes one, unless the owner has named/;
    device.open('/admin');
    await form();
    await waitFor(() => expect(screen.queryByText('Checking for users...')).toBeNull());
    expect(screen.queryByText(warning)).toBeNull();
    cleanup();
    device.auth.admins.clear();
    device.open('/admin');
    expect(await screen.findByText(warning)).toBeTruthy();
  });

  it('can only be the address that the owner has named; others are told so', async () => {
    device.auth.admins.clear();
    device.auth.claimBy = 'owner@b.cd';
    await device.signIn(accountOf('someone@b.cd', false));
    device.open('/admin');
    expect(await heading('Not an administrator')).toBeTruthy();
    expect(screen.getByText(/Its owner has named the address/)).toBeTruthy();
    cleanup();
    await device.signIn(accountOf('owner@b.cd', false));
    device.open('/admin');
    expect(await heading('Admin Dashboard')).toBeTruthy();
  });

  it.each([null, noServer])('SIGNIN-2: is offered in no other case (%s)', async (why) => {
    if (why !== null) device.auth.admins.clear();
    device.auth.failure = why;
    device.open('/admin');
    await form();
    await waitFor(() => expect(screen.queryByText('Checking for users...')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Create First Admin Account' })).toBeNull();
  });

  it.each([
    ['', 'long-enough', 'Email'],
    ['no address', 'long-enough', 'Email'],
    ['a@b.cd', '7 chars', 'Password'],
  ] as const)(
    'SIGNIN-4: needs an address and 8 characters (%j, %j)',
    async (email, password, first) => {
      const dialog = await openDialog();
      create(dialog, email, password);
      expect((await dialog.findByRole('alert')).textContent).toBe(tooShort);
      expect(document.activeElement).toBe(field(dialog, first));
      const said = field(dialog, first).getAttribute('aria-describedby')?.split(' ');
      expect(said).toContain(dialog.getByRole('alert').id);
      expect(attempts(device.auth)).toEqual([]);
    },
  );

  it('SIGNIN-4: is told how long a password has to be before one is refused', async () => {
    const password = field(await openDialog(), 'Password');
    const said = password.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(said)?.textContent).toBe('At least 8 characters.');
  });

  it('is made by signing up, at once if no e-mail has to be confirmed', async () => {
    const dialog = await openDialog();
    expect(field(dialog, 'Password').autocomplete).toBe('new-password');
    create(dialog, 'new@b.cd', '8 chars!');
    expect(await heading('Admin Dashboard')).toBeTruthy();
    expect([...device.auth.admins]).toEqual(['new@b.cd']);
    expect(await screen.findByText('Admin Access Granted')).toBeTruthy();
  });

  it('SIGNIN-6: is told to confirm the e-mail, and becomes admin with the first sign-in', async () => {
    device.auth.confirms = true;
    const dialog = await openDialog();
    create(dialog, 'new@b.cd', '8 chars!');
    const words = await screen.findAllByText('Please check your email for the confirmation link');
    // The toast disappears; the words on the page stay.
    expect(words).toHaveLength(2);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(device.auth.admins.size).toBe(0);
    type(screen, { Email: 'new@b.cd', Password: '8 chars!' });
    press(screen, 'Sign In');
    // Two seconds after signing up, at the earliest.
    expect(await heading('Admin Dashboard')).toBeTruthy();
    expect([...device.auth.admins]).toEqual(['new@b.cd']);
  });

  it('SIGNIN-6: is told when the account cannot be created', async () => {
    const dialog = await openDialog();
    device.auth.failure = new Failure('unreachable', '429', 'as the test wants it');
    create(dialog, 'new@b.cd', '8 chars!');
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Failed to create account. Please try again.',
    );
  });
});
