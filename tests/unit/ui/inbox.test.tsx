import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Dashboard } from '../../../src/features/dashboard/dashboard.tsx';
import { InboxLink } from '../../../src/features/inbox/inbox-link.tsx';
import { InboxPage } from '../../../src/features/inbox/inbox-page.tsx';
import { Failure } from '../../../src/lib/failure.ts';
import { accountOf } from '../../support/fake-auth.ts';
import type { FakeMessage } from '../../support/fake-inbox.ts';
import { admin, type Device, newDevice, press } from '../../support/site.tsx';

/** The messages, as admins see them. */

const message = (place: number, more: Partial<FakeMessage> = {}): FakeMessage => ({
  place,
  id: `00000000-0000-4000-8000-00000000000${place}`,
  name: `Writer ${place}`,
  email: `writer${place}@example.com`,
  subject: '',
  message: `Text ${place}`,
  at: '2026-11-20T10:00:00+00:00',
  is_read: false,
  ...more,
});

let device: Device;
beforeEach(async () => {
  device = await newDevice({ rows: {}, account: admin });
  device.inbox.messages = [message(1), message(2, { is_read: true }), message(3)];
});

const open = () => device.open('/admin/inbox', { screen: <InboxPage /> });
const list = async () => within(await screen.findByRole('list', { name: 'Messages' }));
const names = async () =>
  (await list()).getAllByRole('heading', { level: 2 }).map((it) => it.textContent);
const card = async (name: string) =>
  within((await list()).getByText(name).closest('li') as HTMLElement);
const noServer = new Failure('unreachable', 'no-answer', 'x');

it('INBOX-6: lists the newest first, and says how many are unread', async () => {
  open();
  expect(await names()).toEqual(['Writer 3', 'Writer 2', 'Writer 1']);
  expect(screen.getByText('3 messages, 2 unread')).toBeTruthy();
  expect((await list()).getAllByText('Unread').length).toBe(2);
});

it('INBOX-6: marks one, and all', async () => {
  open();
  press(await card('Writer 3'), 'Mark as read');
  expect(await screen.findByText('3 messages, 1 unread')).toBeTruthy();
  press(await card('Writer 3'), 'Mark as unread');
  expect(await screen.findByText('3 messages, 2 unread')).toBeTruthy();
  press(screen, 'Mark all as read');
  expect(await screen.findByText('3 messages, 0 unread')).toBeTruthy();
  expect(screen.queryByText('Mark all as read')).toBeNull();
  expect(device.inbox.messages.every(({ is_read }) => is_read)).toBe(true);
});

const onDashboard = () =>
  device.open('/admin', { screen: <Dashboard onSignOut={() => {}} links={<InboxLink />} /> });

it('INBOX-2 INBOX-6: the dashboard says that none can come, and what has come meanwhile', async () => {
  device.inbox.isOpen = false;
  device.inbox.messages = [];
  onDashboard();
  expect(await screen.findByRole('link', { name: 'Inbox (closed)' })).toBeTruthy();
  // Somebody comes back to the page.
  device.inbox.messages = [message(1), message(2)];
  fireEvent(document, new Event('visibilitychange'));
  expect(await screen.findByRole('link', { name: 'Inbox (closed, 2 unread)' })).toBeTruthy();
  device.inbox.isOpen = true;
  fireEvent(document, new Event('visibilitychange'));
  expect(await screen.findByRole('link', { name: 'Inbox (2 unread)' })).toBeTruthy();
});

it('INBOX-6: deletes one after a question', async () => {
  open();
  press(await card('Writer 2'), 'Delete');
  const question = within(await screen.findByRole('dialog'));
  press(question, 'Keep it');
  expect(await names()).toHaveLength(3);
  press(await card('Writer 2'), 'Delete');
  press(within(await screen.findByRole('dialog')), 'Delete');
  await waitFor(async () => expect(await names()).toEqual(['Writer 3', 'Writer 1']));
  expect(device.inbox.messages).toHaveLength(2);
});

it('INBOX-6: shows more at a press', async () => {
  device.inbox.pageLength = 2;
  open();
  expect(await names()).toHaveLength(2);
  press(screen, 'Show more of the other 1');
  await waitFor(async () => expect(await names()).toEqual(['Writer 3', 'Writer 2', 'Writer 1']));
});

it('INBOX-2: opens and closes', async () => {
  device.inbox.isOpen = false;
  device.inbox.messages = [];
  open();
  expect(await screen.findByText(/^The inbox is closed\. What visitors send waits/)).toBeTruthy();
  expect(screen.getByText('No messages.')).toBeTruthy();
  press(screen, 'Open the inbox');
  expect(await screen.findByText('The inbox is open.')).toBeTruthy();
  press(screen, 'Close the inbox');
  expect(await screen.findByText(/^The inbox is closed/)).toBeTruthy();
  expect(device.inbox.isOpen).toBe(false);
});

it('INBOX-6: without a network shows what was told last, and lets nothing be changed', async () => {
  device.inbox.isEarlier = true;
  open();
  expect(await names()).toHaveLength(3);
  expect(screen.getByText('The server can’t be reached.')).toBeTruthy();
  for (const name of [/Mark/, 'Delete', /the inbox/, /Show more/])
    expect(screen.queryByRole('button', { name })).toBeNull();
  device.inbox.isEarlier = false;
  press(screen, 'Try again');
  expect(await screen.findByText('The inbox is open.')).toBeTruthy();
});

it('INBOX-6: or says why there is nothing, and keeps what it has if a change fails', async () => {
  device.inbox.failure = noServer;
  open();
  expect(
    await screen.findByText('The server can’t be reached. Connect, and try again.'),
  ).toBeTruthy();
  device.inbox.failure = null;
  press(screen, 'Try again');
  await names();
  device.inbox.failure = noServer;
  press(await card('Writer 3'), 'Mark as read');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByText('3 messages, 2 unread')).toBeTruthy();
});

it('INBOX-1: nobody else sees it, or asks for it', async () => {
  await device.signIn(accountOf('someone@b.cd', false));
  open();
  expect(await screen.findByText('Only admins can see this.')).toBeTruthy();
  expect(screen.queryByText(/Text/)).toBeNull();
});

it('INBOX-9: a hostile message is text', async () => {
  const hostile = `<img src=x onerror=alert(1)><script>alert(1)</script>\u202E\u0007${'🙂'.repeat(5_000)}\nשלום`;
  device.inbox.messages = [
    message(1, { name: `\u202E<b>`, email: 'a@b.c?bcc=x@y.z', subject: '<i>', message: hostile }),
  ];
  const { container } = open();
  expect(
    (await list()).getByText((_, it) => it?.tagName === 'P' && it.textContent === hostile),
  ).toBeTruthy();
  expect(container.querySelector('img, script, b, i')).toBeNull();
  // Whichever way it runs, it stays in its box.
  expect(container.querySelector('h2 > bdi')?.textContent).toBe('\u202E<b>');
  expect((await list()).getByText('<i>').getAttribute('dir')).toBe('auto');
  const reply = (await list()).getByRole('link', { name: 'Reply by e-mail' });
  expect(reply.getAttribute('href')).toBe('mailto:a@b.c%3Fbcc%3Dx%40y.z?subject=Re%3A%20%3Ci%3E');
});

it('INBOX-6: the dashboard leads to it, with the number of unread ones', async () => {
  onDashboard();
  const link = await screen.findByRole('link', { name: 'Inbox (2 unread)' });
  expect(link.getAttribute('href')).toBe('/admin/inbox');
});
