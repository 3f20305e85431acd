import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { Failure } from '../../src/lib/failure.ts';
import type { FakeAuth } from './fake-auth.ts';
import { type Device, heading, press, type } from './site.tsx';

/** The words by which tests use the sign-in. */

export const noServer = new Failure('unreachable', 'no-answer', 'as the test wants it');

export const withDemo = () => {
  vi.stubEnv('VITE_DEMO_ADMIN_EMAIL', 'demo@b.cd');
  vi.stubEnv('VITE_DEMO_ADMIN_PASSWORD', 'demo-password');
};

/** Makes an edit that waits, as the account that is signed in then. */
export async function edit({ editor }: Device, label: string, holds = false): Promise<void> {
  const values = { name: label };
  const id = crypto.randomUUID();
  await editor.edit({ label, changes: [{ op: 'insert', table: 'friends', id, values }], holds });
}

export const form = async () => {
  await heading('Admin Login');
  return within(screen.getByRole('main'));
};

export const alert = async () => (await screen.findByRole('alert')).textContent;

/** Requests in an account's name, without those for the number of admins. */
export const attempts = (auth: FakeAuth) => auth.asked.filter((it) => it !== 'admin count');

export const signInAs = async (email: string, password: string) => {
  type(await form(), { Email: email, Password: password });
  press(screen, 'Sign In');
};
