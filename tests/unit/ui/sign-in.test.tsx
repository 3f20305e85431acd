// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import '../../support/render.tsx';
import { Failure, type FailureKind } from '../../../src/lib/failure.ts';
import {
  alert,
  attempts,
  auth,
  field,
  form,
  heading,
  open,
  press,
  signInAs,
  type,
  withDemo,
} from '../../support/admin-page.tsx';

const noConnection = 'Connection error. Please check your internet and try again.';

describe('signing in', () => {
  it.each([
    ['', '', 'Email'],
    ['', 'a-password', 'Email'],
    ['   ', 'a-password', 'Email'],
    ['a@b.cd', '', 'Password'],
  ] as const)('E16 SIGNIN-3: asks for both fields (%j, %j)', async (email, password, first) => {
    open();
    await signInAs(email, password);
    expect(await alert()).toBe('Please enter both email and password');
    expect(document.activeElement).toBe(field(first));
    expect(field(first).getAttribute('aria-invalid')).toBe('true');
    expect(field(first).getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    expect(attempts()).toEqual([]);
  });

  it('A11: has fields that a password manager recognises', async () => {
    open();
    await form();
    expect(field('Email').autocomplete).toBe('username');
    expect(field('Password').autocomplete).toBe('current-password');
    expect(field('Password').type).toBe('password');
  });

  it('sends what a password manager filled in without an event', async () => {
    open();
    await form();
    field('Email').value = 'admin@b.cd';
    field('Password').value = 'right-password';
    press('Sign In');
    expect(await heading('Admin Dashboard')).toBeTruthy();
  });

  it('ACCESS-4: greets an admin, shows the dashboard and moves the focus there', async () => {
    open();
    await signInAs(' admin@b.cd ', 'right-password');
    const arrived = await heading('Admin Dashboard');
    await waitFor(() => expect(document.activeElement).toBe(arrived));
    expect(screen.getByText('Admin Access Granted')).toBeTruthy();
    expect(screen.getByText('You have administrator access to this site.')).toBeTruthy();
  });

  it('SIGNIN-1: is busy while it waits, and asks once', async () => {
    let answer = () => {};
    open();
    await form();
    auth.gate = new Promise((resolve) => {
      answer = resolve;
    });
    type('admin@b.cd', 'right-password');
    press('Sign In');
    const busy = await screen.findByRole('button', { name: 'Signing in...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(busy);
    answer();
    await heading('Admin Dashboard');
    expect(attempts()).toEqual(['sign in admin@b.cd']);
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
    open();
    await form();
    auth.failure = new Failure(kind, code, 'as the test wants it');
    await signInAs('admin@b.cd', 'right-password');
    expect(await alert()).toBe(words);
  });

  it('SIGNIN-5: says that the password is wrong, and keeps what was typed', async () => {
    open();
    await signInAs('admin@b.cd', 'wrong-password');
    expect(await alert()).toBe('Invalid email or password. Please try again.');
    expect(field('Email').value).toBe('admin@b.cd');
    expect(field('Password').value).toBe('wrong-password');
    expect(field('Password').getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  });

  it('SIGNIN-6: says so without a network, and asks nobody', async () => {
    open();
    await form();
    vi.stubGlobal('navigator', { onLine: false });
    await signInAs('admin@b.cd', 'right-password');
    expect(await alert()).toBe('No network connection');
    expect(attempts()).toEqual([]);
  });

  /** Waits without moving the clock that a test holds, as Vitest's own ways of waiting do. */
  const until = async (isSo: () => unknown) => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  };

  it('SIGNIN-3: waits until 2000 ms have passed since the last attempt, and shows that it is busy', async () => {
    open();
    await form();
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    type('admin@b.cd', 'wrong-password');
    press('Sign In');
    await until(() => screen.queryByRole('alert'));
    type('admin@b.cd', 'right-password');
    press('Sign In');
    await until(() => screen.queryByRole('button', { name: 'Signing in...' }));
    await act(() => vi.advanceTimersByTimeAsync(1_999));
    expect(attempts()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(attempts()).toHaveLength(2);
  });

  it('SIGNIN-3: waits for those 2000 ms over a reload, and no longer when the clock was set back', async () => {
    open();
    await form();
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    type('admin@b.cd', 'wrong-password');
    press('Sign In');
    await until(() => screen.queryByRole('alert'));
    cleanup();
    vi.setSystemTime(Date.now() - 3_600_000);
    open();
    await until(() => screen.queryByLabelText('Email'));
    type('admin@b.cd', 'right-password');
    press('Sign In');
    await until(() => screen.queryByRole('button', { name: 'Signing in...' }));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(attempts()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(attempts()).toHaveLength(2);
  });
});

describe('the demo admin', () => {
  it('SIGNIN-1 SIGNIN-2 DIFF-1: is filled in and shown when the build knows it', async () => {
    withDemo();
    open();
    await form();
    expect(field('Email').value).toBe('demo@b.cd');
    expect(field('Password').value).toBe('demo-password');
    expect(screen.getByText('Default admin credentials')).toBeTruthy();
    expect(screen.getByText('demo-password')).toBeTruthy();
    expect(
      await screen.findByText('Use the default admin credentials above to log in.'),
    ).toBeTruthy();
  });

  it('DIFF-1: appears nowhere in a build for a hosted project', async () => {
    open();
    await form();
    await waitFor(() => expect(screen.queryByText('Checking for users...')).toBeNull());
    expect(field('Email').value).toBe('');
    expect(field('Password').value).toBe('');
    expect(screen.queryByText(/default admin credentials/i)).toBeNull();
  });
});
