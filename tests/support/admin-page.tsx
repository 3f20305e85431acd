import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { type Account, type SyncStatus, startStatus } from '../../src/engine/mirror/meta.ts';
import { type Editor, openEditor } from '../../src/engine/outbox/editor.ts';
import { Failure } from '../../src/lib/failure.ts';
import { ToastProvider } from '../../src/ui/toast.tsx';
import { newDatabase } from './device.ts';
import { accountOf, type FakeAuth, fakeAuth } from './fake-auth.ts';
import { memoryMirror } from './memory-mirror.ts';
import { siteAt } from './open-at.tsx';
import { EditingProvider, MirrorProvider } from './providers.tsx';

/** The admin page over a fake of the accounts: each test has its own database, editor and accounts. */

export let database: MirrorDatabase;
export let auth: FakeAuth;
export let editor: Editor;

// The page of the previous test is gone only now: until then it may store once more whom it has greeted.
beforeEach(() => {
  sessionStorage.clear();
  database = newDatabase();
  auth = fakeAuth(database);
  editor = openEditor(database);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  database.close();
});

export const withDemo = () => {
  vi.stubEnv('VITE_DEMO_ADMIN_EMAIL', 'demo@b.cd');
  vi.stubEnv('VITE_DEMO_ADMIN_PASSWORD', 'demo-password');
};

export const noServer = new Failure('unreachable', 'no-answer', 'as the test wants it');
export const known = (account: Account) => database.meta.put({ key: 'account', value: account });
export const admin = accountOf('admin@b.cd', true);

/** Makes an edit that waits, as the account that is signed in then. */
export async function edit(label: string, holds = false): Promise<void> {
  const id = crypto.randomUUID();
  await editor.edit({
    label,
    changes: [{ op: 'insert', table: 'friends', id, values: { name: label } }],
    holds,
  });
}

export function open(address = '/admin', status: SyncStatus = startStatus) {
  render(
    <MirrorProvider mirror={memoryMirror({}, { freshness: 1, status })}>
      <EditingProvider editor={editor} auth={auth}>
        <ToastProvider>{siteAt(address).site}</ToastProvider>
      </EditingProvider>
    </MirrorProvider>,
  );
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

export const form = async () => {
  await heading('Admin Login');
  return within(screen.getByRole('main'));
};

export const field = (name: 'Email' | 'Password', inside = within(screen.getByRole('main'))) =>
  inside.getByLabelText<HTMLInputElement>(name);

export const type = (
  email: string,
  password: string,
  inside = within(screen.getByRole('main')),
) => {
  fireEvent.change(field('Email', inside), { target: { value: email } });
  fireEvent.change(field('Password', inside), { target: { value: password } });
};

export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
export const alert = async () => (await screen.findByRole('alert')).textContent;

/** Requests in an account's name, without those for the number of admins. */
export const attempts = () => auth.asked.filter((it) => it !== 'admin count');

export const signInAs = async (email: string, password: string) => {
  await form();
  type(email, password);
  press('Sign In');
};
