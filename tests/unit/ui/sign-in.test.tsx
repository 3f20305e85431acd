// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../support/render.tsx';
import { routes } from '../../../src/app/routes.tsx';
import type { MirrorDatabase } from '../../../src/engine/mirror/database.ts';
import { type Account, type SyncStatus, startStatus } from '../../../src/engine/mirror/meta.ts';
import { type Editor, openEditor } from '../../../src/engine/outbox/editor.ts';
import { takeBatch } from '../../../src/engine/outbox/queue.ts';
import { EditingProvider } from '../../../src/engine/react/editing.tsx';
import { MirrorProvider } from '../../../src/engine/react/mirror-hooks.tsx';
import { Failure, type FailureKind } from '../../../src/lib/failure.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { newDatabase } from '../../support/device.ts';
import { accountOf, type FakeAuth, fakeAuth } from '../../support/fake-auth.ts';
import { memoryMirror } from '../../support/memory-mirror.ts';

let database: MirrorDatabase;
let auth: FakeAuth;
let editor: Editor;

beforeEach(() => {
  database = newDatabase();
  auth = fakeAuth(database);
  editor = openEditor(database);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  database.close();
});

const withDemo = () => {
  vi.stubEnv('VITE_DEMO_ADMIN_EMAIL', 'demo@b.cd');
  vi.stubEnv('VITE_DEMO_ADMIN_PASSWORD', 'demo-password');
};
const noServer = new Failure('unreachable', 'no-answer', 'as the test wants it');
const noConnection = 'Connection error. Please check your internet and try again.';
const known = (account: Account) => database.meta.put({ key: 'account', value: account });
const admin = accountOf('admin@b.cd', true);

/** An edit that waits, made by whoever is signed in then. */
async function edit(label: string, holds = false): Promise<void> {
  const id = crypto.randomUUID();
  await editor.edit({
    label,
    changes: [{ op: 'insert', table: 'friends', id, values: { name: label } }],
    holds,
  });
}

function open(address = '/admin', status: SyncStatus = startStatus) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <MirrorProvider mirror={memoryMirror({}, { freshness: 1, status })}>
      <EditingProvider editor={editor} auth={auth}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </EditingProvider>
    </MirrorProvider>,
  );
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const form = async () => {
  await heading('Admin Login');
  return within(screen.getByRole('main'));
};
const field = (name: 'Email' | 'Password', inside = within(screen.getByRole('main'))) =>
  inside.getByLabelText<HTMLInputElement>(name);
const type = (email: string, password: string, inside = within(screen.getByRole('main'))) => {
  fireEvent.change(field('Email', inside), { target: { value: email } });
  fireEvent.change(field('Password', inside), { target: { value: password } });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const alert = async () => (await screen.findByRole('alert')).textContent;
/** What was asked in somebody's name, apart from how many admins there are. */
const attempts = () => auth.asked.filter((it) => it !== 'admin count');
const signInAs = async (email: string, password: string) => {
  await form();
  type(email, password);
  press('Sign In');
};

describe('the admin page', () => {
  it('says so while the device is being asked who is signed in', async () => {
    editor.account = () => new Promise(() => {});
    open();
    expect(await screen.findByText('Loading...')).toBeTruthy();
    expect(auth.asked).toEqual([]);
  });

  it('is for nobody to find by search', async () => {
    open();
    await form();
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
  });

  it('Y44: shows an admin the dashboard without asking anybody', async () => {
    auth.failure = noServer;
    await known(admin);
    open();
    expect(await heading('Admin Dashboard')).toBeTruthy();
    expect(auth.asked).toEqual([]);
  });

  it('tells who is no admin, and leads out', async () => {
    await known(accountOf('someone@b.cd', false));
    open();
    expect(await heading('Not an administrator')).toBeTruthy();
    expect(screen.getByText('someone@b.cd')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View Site' }).getAttribute('href')).toBe('/');
    press('Sign Out');
    await form();
  });

  it('lets whoever was given the role meanwhile in', async () => {
    auth.admins.add('someone@b.cd');
    await known(accountOf('someone@b.cd', false));
    open();
    expect(await heading('Admin Dashboard')).toBeTruthy();
  });

  it('has a link in the sidebar for admins only, after Contact', async () => {
    await known(accountOf('someone@b.cd', false));
    open('/nowhere');
    const links = () =>
      within(screen.getByRole('navigation'))
        .getAllByRole('link')
        .map((it) => it.textContent);
    await waitFor(() => expect(links().at(-1)).toBe('Contact'));
    await act(() => known(admin));
    await waitFor(() => expect(links().slice(-2)).toEqual(['Contact', 'Admin']));
  });
});

describe('signing in', () => {
  it.each([
    ['', '', 'Email'],
    ['', 'a-password', 'Email'],
    ['   ', 'a-password', 'Email'],
    ['a@b.cd', '', 'Password'],
  ] as const)('E16: asks for both fields (%j, %j)', async (email, password, first) => {
    open();
    await signInAs(email, password);
    expect(await alert()).toBe('Please enter both email and password');
    expect(document.activeElement).toBe(field(first));
    expect(field(first).getAttribute('aria-invalid')).toBe('true');
    expect(field(first).getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    expect(attempts()).toEqual([]);
  });

  it('A11: has fields that a password manager knows', async () => {
    open();
    await form();
    expect(field('Email').autocomplete).toBe('username');
    expect(field('Password').autocomplete).toBe('current-password');
    expect(field('Password').type).toBe('password');
  });

  it('sends what a password manager filled in without a word', async () => {
    open();
    await form();
    field('Email').value = 'admin@b.cd';
    field('Password').value = 'right-password';
    press('Sign In');
    expect(await heading('Admin Dashboard')).toBeTruthy();
  });

  it('as an admin says so, shows the dashboard and moves the focus there', async () => {
    open();
    await signInAs(' admin@b.cd ', 'right-password');
    const arrived = await heading('Admin Dashboard');
    await waitFor(() => expect(document.activeElement).toBe(arrived));
    expect(screen.getByText('Admin Access Granted')).toBeTruthy();
    expect(screen.getByText('You have administrator access to this site.')).toBeTruthy();
  });

  it('is busy while it waits, and asks once', async () => {
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
  ] as const)('that fails (%s %s) says why', async (kind, code, words) => {
    open();
    await form();
    auth.failure = new Failure(kind, code, 'as the test wants it');
    await signInAs('admin@b.cd', 'right-password');
    expect(await alert()).toBe(words);
  });

  it('with a wrong password says so, and keeps what was typed', async () => {
    open();
    await signInAs('admin@b.cd', 'wrong-password');
    expect(await alert()).toBe('Invalid email or password. Please try again.');
    expect(field('Email').value).toBe('admin@b.cd');
    expect(field('Password').value).toBe('wrong-password');
    expect(field('Password').getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  });

  it('offline says so and asks nobody', async () => {
    open();
    await form();
    vi.stubGlobal('navigator', { onLine: false });
    await signInAs('admin@b.cd', 'right-password');
    expect(await alert()).toBe('No network connection');
    expect(attempts()).toEqual([]);
  });

  it('waits until 2000 ms have passed since the last attempt, busy meanwhile', async () => {
    open();
    await form();
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    type('admin@b.cd', 'wrong-password');
    press('Sign In');
    await vi.waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
    type('admin@b.cd', 'right-password');
    press('Sign In');
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: 'Signing in...' })).toBeTruthy(),
    );
    // Waiting for the first answer has moved the clock a little.
    await act(() => vi.advanceTimersByTimeAsync(1_700));
    expect(attempts()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(attempts()).toHaveLength(2);
  });

  it('waits for those 2000 ms over a reload, and for no longer where the clock was set back', async () => {
    open();
    await form();
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    type('admin@b.cd', 'wrong-password');
    press('Sign In');
    await vi.waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
    cleanup();
    vi.setSystemTime(Date.now() - 3_600_000);
    open();
    await vi.waitFor(() => expect(screen.getByLabelText('Email')).toBeTruthy());
    type('admin@b.cd', 'right-password');
    press('Sign In');
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: 'Signing in...' })).toBeTruthy(),
    );
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(attempts()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(attempts()).toHaveLength(2);
  });
});

describe('the demo admin', () => {
  it('is filled in and shown where the build was told it', async () => {
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

  it('is nowhere in a build for a hosted project', async () => {
    open();
    await form();
    await waitFor(() => expect(screen.queryByText('Checking for users...')).toBeNull());
    expect(field('Email').value).toBe('');
    expect(field('Password').value).toBe('');
    expect(screen.queryByText(/default admin credentials/i)).toBeNull();
  });
});

describe('the first admin', () => {
  const openDialog = async () => {
    auth.admins.clear();
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Create First Admin Account' }));
    return within(screen.getByRole('dialog'));
  };
  const create = (inside: ReturnType<typeof within>, email: string, password: string) => {
    type(email, password, inside);
    fireEvent.click(inside.getByRole('button', { name: 'Create Account' }));
  };
  const tooShort = 'Please enter a valid email and password (min 8 characters)';

  it('is offered where there is none, once the server has said so', async () => {
    withDemo();
    auth.admins.clear();
    let answer = () => {};
    auth.gate = new Promise((resolve) => {
      answer = resolve;
    });
    open();
    await form();
    expect(screen.getByText('Checking for users...')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create First Admin Account' })).toBeNull();
    answer();
    expect(await screen.findByRole('button', { name: 'Create First Admin Account' })).toBeTruthy();
    expect(screen.queryByText('Use the default admin credentials above to log in.')).toBeNull();
  });

  it('may be anybody, and whoever opens the page is told so', async () => {
    const warning = /The first person to sign up becomes one, unless the owner has named/;
    open();
    await form();
    await waitFor(() => expect(screen.queryByText('Checking for users...')).toBeNull());
    expect(screen.queryByText(warning)).toBeNull();
    cleanup();
    auth.admins.clear();
    open();
    expect(await screen.findByText(warning)).toBeTruthy();
  });

  it('is only the address that the owner has named; another is told so', async () => {
    auth.admins.clear();
    auth.claimBy = 'owner@b.cd';
    await known(accountOf('someone@b.cd', false));
    open();
    expect(await heading('Not an administrator')).toBeTruthy();
    expect(screen.getByText(/Its owner has named the address/)).toBeTruthy();
    cleanup();
    await known(accountOf('owner@b.cd', false));
    open();
    expect(await heading('Admin Dashboard')).toBeTruthy();
  });

  it.each([null, noServer])('is offered in no other case (%s)', async (why) => {
    if (why !== null) auth.admins.clear();
    auth.failure = why;
    open();
    await form();
    await waitFor(() => expect(screen.queryByText('Checking for users...')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Create First Admin Account' })).toBeNull();
  });

  it.each([
    ['', 'long-enough', 'Email'],
    ['no address', 'long-enough', 'Email'],
    ['a@b.cd', '7 chars', 'Password'],
  ] as const)('needs an address and 8 characters (%j, %j)', async (email, password, first) => {
    const dialog = await openDialog();
    create(dialog, email, password);
    expect((await dialog.findByRole('alert')).textContent).toBe(tooShort);
    expect(document.activeElement).toBe(field(first, dialog));
    expect(field(first, dialog).getAttribute('aria-describedby')).toBe(
      dialog.getByRole('alert').id,
    );
    expect(attempts()).toEqual([]);
  });

  it('is whoever signs up, at once where no e-mail has to be confirmed', async () => {
    const dialog = await openDialog();
    expect(field('Password', dialog).autocomplete).toBe('new-password');
    create(dialog, 'new@b.cd', '8 chars!');
    expect(await heading('Admin Dashboard')).toBeTruthy();
    expect([...auth.admins]).toEqual(['new@b.cd']);
    expect(await screen.findByText('Admin Access Granted')).toBeTruthy();
  });

  it('is told to confirm, and becomes it with the first sign-in', async () => {
    auth.confirms = true;
    const dialog = await openDialog();
    create(dialog, 'new@b.cd', '8 chars!');
    const words = await screen.findAllByText('Please check your email for the confirmation link');
    // The toast goes; the words on the page stay.
    expect(words).toHaveLength(2);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(auth.admins.size).toBe(0);
    type('new@b.cd', '8 chars!');
    press('Sign In');
    // Two seconds after signing up, at the earliest.
    expect(await heading('Admin Dashboard')).toBeTruthy();
    expect([...auth.admins]).toEqual(['new@b.cd']);
  });

  it('that cannot be made says so', async () => {
    const dialog = await openDialog();
    auth.failure = new Failure('unreachable', '429', 'as the test wants it');
    create(dialog, 'new@b.cd', '8 chars!');
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Failed to create account. Please try again.',
    );
  });
});

describe('the greeting', () => {
  it('is for an admin who was signed in already, once', async () => {
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

  it('is asked to sign in to send what waits, as itself', async () => {
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

describe('E13: signing out', () => {
  const signOut = async (count: number, status?: SyncStatus) => {
    await known(admin);
    for (let i = 0; i < count; i += 1) await edit(`${i}`);
    open('/admin', status);
    await heading('Admin Dashboard');
    press('Sign Out');
  };
  const dialog = async () => within(await screen.findByRole('dialog'));
  const choose = async (name: string) =>
    fireEvent.click((await dialog()).getByRole('button', { name }));
  const waiting = () => database.outbox.count();

  it('asks nothing where nothing waits', async () => {
    await signOut(0);
    await form();
    expect(await editor.account()).toBeNull();
  });

  it('asks where edits wait; they stay with "Keep on this device"', async () => {
    await signOut(2);
    expect((await dialog()).getByText('2 edits not sent yet')).toBeTruthy();
    expect(
      (await dialog()).getByText(/^Kept on this device, .* told only how many there are\.$/),
    ).toBeTruthy();
    await choose('Keep on this device');
    await form();
    expect(await waiting()).toBe(2);
    expect(
      await screen.findByText(
        '2 edits wait on this device. Sign in with the account that made them to see and send them.',
      ),
    ).toBeTruthy();
  });

  it('discards only when told twice', async () => {
    await signOut(2);
    await choose('Discard');
    expect(await waiting()).toBe(2);
    await choose('Discard and sign out');
    await form();
    expect(await waiting()).toBe(0);
  });

  it('does not sign out where the edits cannot be discarded', async () => {
    editor.discard = () => Promise.reject(new Error('no storage'));
    await signOut(1);
    await choose('Discard');
    await choose('Discard and sign out');
    expect(await screen.findByText('Failed to sign out. Please try again.')).toBeTruthy();
    expect(await editor.account()).toEqual(admin);
  });

  it('sends what waits and then signs out', async () => {
    await signOut(1);
    await choose('Send now');
    expect(await (await dialog()).findByText('Sending...')).toBeTruthy();
    expect(await editor.account()).toEqual(admin);
    await act(() => database.outbox.clear());
    await form();
  });

  it('sends at once what could still be taken back', async () => {
    await known(admin);
    await edit('1', true);
    open();
    await heading('Admin Dashboard');
    press('Sign Out');
    const [mutation] = await database.outbox.toArray();
    const send = () => takeBatch(database, { count: 9, bytes: 9_999 }, mutation!.at);
    expect(await send()).toEqual([]);
    await choose('Send now');
    await waitFor(async () => expect(await send()).toHaveLength(1));
  });

  it('stays where the server refused an edit, which is kept', async () => {
    await signOut(1);
    await choose('Send now');
    const [mutation] = await database.outbox.toArray();
    await act(() =>
      database.transaction('rw', database.outbox, database.rejected, async () => {
        await database.outbox.clear();
        const refused = { code: '42501', reason: 'no', cause: null, at: 0 };
        await database.rejected.add({ id: mutation!.id, mutation: mutation!, ...refused });
      }),
    );
    expect(await (await dialog()).findByText('All edits have been answered')).toBeTruthy();
    expect(await editor.account()).toEqual(admin);
    await choose('Sign Out');
    await form();
    expect(await database.rejected.count()).toBe(1);
  });

  it('says why nothing can be sent', async () => {
    await signOut(1, { ...startStatus, phase: 'offline' });
    await choose('Send now');
    expect((await (await dialog()).findByRole('alert')).textContent).toBe('No network connection');
    expect((await dialog()).getByRole('button', { name: 'Keep on this device' })).toBeTruthy();
  });

  it('hands the edits out as a file and goes on asking', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:it';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await signOut(1);
    await choose('Download');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(JSON.parse(await saved[0]!.text()).waiting).toHaveLength(1);
    expect((await dialog()).getByRole('button', { name: 'Keep on this device' })).toBeTruthy();
  });

  it('is called off by Cancel', async () => {
    await signOut(1);
    await choose('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await editor.account()).toEqual(admin);
  });

  it('that fails says so and leaves all as it was', async () => {
    auth.signOut = () => Promise.reject(new Error('no storage'));
    await signOut(0);
    expect(await screen.findByText('Failed to sign out. Please try again.')).toBeTruthy();
    expect(await editor.account()).toEqual(admin);
  });
});
