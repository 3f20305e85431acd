import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure, type FailureKind } from '../../../src/lib/failure.ts';
import { alert, attempts, form, signInAs, withDemo } from '../../support/admin-page.ts';
import { type Device, field, heading, newDevice, press, type } from '../../support/site.tsx';

let device: Device;
beforeEach(async () => {
  device = await newDevice({ rows: {} });
});

const noConnection = 'Connection error. Please check your internet and try again.';

describe('signing in', () => {
  it.each([
    ['', '', 'Email'],
    ['', 'a-password', 'Email'],
    ['   ', 'a-password', 'Email'],
    ['a@b.cd', '', 'Password'],
  ] as const)('E16 SIGNIN-3: asks for both fields (%j, %j)', async (email, password, first) => {
    device.open('/admin');
    await signInAs(email, password);
    expect(await alert()).toBe('Please enter both email and password');
    expect(document.activeElement).toBe(field(screen, first));
    expect(field(screen, first).getAttribute('aria-invalid')).toBe('true');
    expect(field(screen, first).getAttribute('aria-describedby')).toBe(
      screen.getByRole('alert').id,
    );
    expect(attempts(device.auth)).toEqual([]);
  });

  it('A11: has fields that a password manager recognises', async () => {
    device.open('/admin');
    await form();
    expect(field(screen, 'Email').autocomplete).toBe('username');
    expect(field(screen, 'Password').autocomplete).toBe('current-password');
    expect(field(screen, 'Password').type).toBe('password');
  });

  it('sends what a password manager filled in without an event', async () => {
    device.open('/admin');
    await form();
    field(screen, 'Email').value = 'admin@b.cd';
    field(screen, 'Password').value = 'right-password';
    press(screen, 'Sign In');
    expect(await heading('Admin Dashboard')).toBeTruthy();
  });

  it('ACCESS-4: greets an admin, shows the dashboard and moves the focus there', async () => {
    device.open('/admin');
    await signInAs(' admin@b.cd ', 'right-password');
    const arrived = await heading('Admin Dashboard');
    await waitFor(() => expect(document.activeElement).toBe(arrived));
    expect(screen.getByText('Admin Access Granted')).toBeTruthy();
    expect(screen.getByText('You have administrator access to this site.')).toBeTruthy();
  });

  it('SIGNIN-1: is busy while it waits, and asks once', async () => {
    let answer = () => {};
    device.open('/admin');
    await form();
    device.auth.gate = new Promise((resolve) => {
      answer = resolve;
    });
    type(screen, { Email: 'admin@b.cd', Password: 'right-password' });
    press(screen, 'Sign In');
    const busy = await screen.findByRole('button', { name: 'Signing in...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(busy);
    answer();
    await heading('Admin Dashboard');
    expect(attempts(device.auth)).toEqual(['sign in admin@b.cd']);
  });

  it.each([
    ...['no-answer', 'time-out', 'not-json', 'no-part', '502', '503', '504'].map(
      (code) => ['unreachable', code, noConnection] as const,
    ),
    ['unreachable', '429', 'Too many sign in attempts. Please wait a moment and try again.'],
    ...(
      [
        ['unreachable', '500'],
        ['unreachable', '501'],
        ['unreachable', '522'],
        ['unreachable', 'not-an-answer'],
        ['refused', 'email_not_confirmed'],
        ['refused', '401'],
        ['device', 'full'],
        ['defect', 'TypeError'],
      ] satisfies [FailureKind, string][]
    ).map((failure) => [...failure, 'Failed to sign in. Please try again.'] as const),
  ] as const)('SIGNIN-5: says why it failed (%s %s)', async (kind, code, words) => {
    device.open('/admin');
    await form();
    device.auth.failure = new Failure(kind, code, 'as the test wants it');
    await signInAs('admin@b.cd', 'right-password');
    expect(await alert()).toBe(words);
  });

  it('SIGNIN-5: says that the password is wrong, and keeps what was typed', async () => {
    device.open('/admin');
    await signInAs('admin@b.cd', 'wrong-password');
    expect(await alert()).toBe('Invalid email or password. Please try again.');
    expect(field(screen, 'Email').value).toBe('admin@b.cd');
    expect(field(screen, 'Password').value).toBe('wrong-password');
    expect(field(screen, 'Password').getAttribute('aria-describedby')).toBe(
      screen.getByRole('alert').id,
    );
  });

  it('SIGNIN-6: says so without a network', async () => {
    device.auth.failure = new Failure('unreachable', 'no-answer', 'as the test wants it');
    device.open('/admin');
    await form();
    vi.stubGlobal('navigator', { ...navigator, onLine: false });
    await signInAs('admin@b.cd', 'right-password');
    expect(await alert()).toBe('No network connection');
  });

  it('SIGNIN-1: signs in although the browser says that there is no network', async () => {
    device.open('/admin');
    await form();
    vi.stubGlobal('navigator', { ...navigator, onLine: false });
    await signInAs('admin@b.cd', 'right-password');
    await waitFor(() => expect(attempts(device.auth)).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  /** Waits without moving the clock that a test holds, as Vitest's own ways of waiting do. */
  const until = async (isSo: () => unknown) => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  };

  it('SIGNIN-3: waits until 2000 ms have passed since the last attempt, and shows that it is busy', async () => {
    device.open('/admin');
    await form();
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    type(screen, { Email: 'admin@b.cd', Password: 'wrong-password' });
    press(screen, 'Sign In');
    await until(() => screen.queryByRole('alert'));
    type(screen, { Email: 'admin@b.cd', Password: 'right-password' });
    press(screen, 'Sign In');
    await until(() => screen.queryByRole('button', { name: 'Signing in...' }));
    await act(() => vi.advanceTimersByTimeAsync(1_999));
    expect(attempts(device.auth)).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(attempts(device.auth)).toHaveLength(2);
  });

  it('SIGNIN-3: waits for those 2000 ms over a reload, and no longer when the clock was set back', async () => {
    device.open('/admin');
    await form();
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    type(screen, { Email: 'admin@b.cd', Password: 'wrong-password' });
    press(screen, 'Sign In');
    await until(() => screen.queryByRole('alert'));
    cleanup();
    vi.setSystemTime(Date.now() - 3_600_000);
    device.open('/admin');
    await until(() => screen.queryByLabelText('Email'));
    type(screen, { Email: 'admin@b.cd', Password: 'right-password' });
    press(screen, 'Sign In');
    await until(() => screen.queryByRole('button', { name: 'Signing in...' }));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(attempts(device.auth)).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(attempts(device.auth)).toHaveLength(2);
  });
});

describe('the demo admin', () => {
  it('SIGNIN-1 SIGNIN-2 DIFF-1: is filled in and shown when the build knows it', async () => {
    withDemo();
    device.open('/admin');
    await form();
    expect(field(screen, 'Email').value).toBe('demo@b.cd');
    expect(field(screen, 'Password').value).toBe('demo-password');
    expect(screen.getByText('Default admin credentials')).toBeTruthy();
    expect(screen.getByText('demo-password')).toBeTruthy();
    expect(
      await screen.findByText('Use the default admin credentials above to log in.'),
    ).toBeTruthy();
  });

  it('DIFF-1: appears nowhere in a build for a hosted project', async () => {
    device.open('/admin');
    await form();
    await waitFor(() => expect(screen.queryByText('Checking for users...')).toBeNull());
    expect(field(screen, 'Email').value).toBe('');
    expect(field(screen, 'Password').value).toBe('');
    expect(screen.queryByText(/default admin credentials/i)).toBeNull();
  });
});
