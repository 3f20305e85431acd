import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { MessagePage } from '../../../src/features/contact/message-page.tsx';
import { site } from '../../../src/site.config.ts';
import { testLocks } from '../../support/locks.ts';
import { field, press, show, synced, type as typeInto } from '../../support/site.tsx';

/** The contact form of a site with an inbox. */

const typed = { Name: 'Ada', Email: 'ada@example.com', Message: 'Hello!' };

/** What the server answers; null if it is out of reach. */
let answer: object | null;
let posted: Record<string, string>[];

beforeEach(() => {
  answer = { outcome: 'taken' };
  posted = [];
  localStorage.clear();
  const locks = testLocks();
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks);
  vi.stubGlobal('__CLIENT__', 'test');
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    expect(address).toMatch(/\/rest\/v1\/rpc\/inbox_send$/);
    posted.push(JSON.parse(body));
    if (answer === null) throw new TypeError('Failed to fetch');
    return Response.json(answer);
  });
});

const open = () => show(<MessagePage />, synced());
const message = () => field(screen, 'Message');
const kept = () => Object.values({ ...localStorage }).join();

it('INBOX-7: sends what is typed, once, and says so', async () => {
  open();
  typeInto(screen, { ...typed, 'Subject (Optional)': 'A subject' });
  press(screen, 'Send Message');
  // The second tap of a double tap.
  press(screen, 'Send Message');
  expect(await screen.findByText('Sent.')).toBeTruthy();
  expect(message().value).toBe('');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(posted).toEqual([
    {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'A subject',
      message: 'Hello!',
      website: '',
    },
  ]);
  expect(kept()).not.toContain('Hello!');
});

it('INBOX-7: what is typed is there again after a reload, and in no message until it is sent', async () => {
  const first = open();
  typeInto(screen, typed);
  first.unmount();
  open();
  expect(message().value).toBe('Hello!');
  expect(posted).toEqual([]);
  typeInto(screen, { Name: '', Email: '', Message: '' });
  expect(kept()).toBe('');
});

it('INBOX-7: without a network the message waits on the device, and is sent by a later page', async () => {
  answer = null;
  const first = open();
  typeInto(screen, typed);
  press(screen, 'Send Message');
  expect(
    await screen.findByText(/^Your message waits on this device and is sent when/),
  ).toBeTruthy();
  expect(message().value).toBe('');
  expect(kept()).toContain('Hello!');
  first.unmount();
  answer = { outcome: 'taken' };
  open();
  expect(await screen.findByText(/^Sent/)).toBeTruthy();
  const ids = new Set(posted.map(({ id }) => id));
  expect(ids.size).toBe(1);
});

it('INBOX-7: says what is missing before anything is sent, and leads there', () => {
  open();
  typeInto(screen, { ...typed, Email: 'nobody' });
  press(screen, 'Send Message');
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe(
    'Not taken: the e-mail address isn’t valid. Your text is kept here.',
  );
  const email = field(screen, 'Email');
  expect(document.activeElement).toBe(email);
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(email.getAttribute('aria-describedby')).toBe(alert.id);
  expect(posted).toEqual([]);
  typeInto(screen, { Email: 'ada@example.com' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('INBOX-7: what the server refuses comes back into the form, with the reason', async () => {
  answer = { outcome: 'refused', field: 'message', why: 'long' };
  open();
  typeInto(screen, typed);
  press(screen, 'Send Message');
  expect(
    await screen.findByText(/^Not taken: the message has more than 10,000 characters/),
  ).toBeTruthy();
  expect(message().value).toBe('Hello!');
  answer = { outcome: 'taken' };
  typeInto(screen, { Message: 'Hi' });
  press(screen, 'Send Message');
  expect(await screen.findByText('Sent.')).toBeTruthy();
  // The refused one was no message yet: the mended one is another.
  expect(new Set(posted.map(({ id }) => id)).size).toBe(2);
});

it('INBOX-7: says when the inbox takes the next message', async () => {
  answer = { outcome: 'later', why: 'sender', seconds: 600 };
  open();
  typeInto(screen, typed);
  press(screen, 'Send Message');
  const words =
    /^Not taken yet: the inbox takes five messages an hour from one connection\. Your message waits on this device/;
  expect(await screen.findByText(words)).toBeTruthy();
});

it('INBOX-8: where the device stores nothing the page keeps the text, and asks to stay open', async () => {
  answer = null;
  vi.stubGlobal('localStorage', undefined);
  open();
  typeInto(screen, typed);
  expect(screen.getByText(/^This browser can’t store what you type/)).toBeTruthy();
  press(screen, 'Send Message');
  expect(await screen.findByText(/can’t store it\. Leave this page open/)).toBeTruthy();
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  answer = { outcome: 'taken' };
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Sent.')).toBeTruthy();
  const later = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(later);
  expect(later.defaultPrevented).toBe(false);
});

it('INBOX-4: what fills the field that no person sees is sent with it', async () => {
  const { container } = open();
  typeInto(screen, typed);
  const website = container.querySelector<HTMLInputElement>('[name=website]')!;
  expect(website.closest('[aria-hidden=true]')).not.toBeNull();
  expect([website.tabIndex, website.autocomplete]).toEqual([-1, 'off']);
  fireEvent.change(website, { target: { value: 'https://spam.example' } });
  press(screen, 'Send Message');
  await waitFor(() => expect(posted.map((one) => one.website)).toEqual(['https://spam.example']));
});

it('INBOX-7: two tabs with one draft do not send it twice, nor overwrite what one has sent', async () => {
  answer = null;
  open();
  typeInto(screen, typed);
  // The other tab.
  const key = Object.keys({ ...localStorage })[0]!;
  const other = JSON.parse(localStorage.getItem(key)!);
  localStorage.setItem(
    key,
    JSON.stringify({ state: 'waiting', at: 1, messageId: 'm', text: other.text, later: null }),
  );
  typeInto(screen, { Message: 'Another one' });
  expect(JSON.parse(localStorage.getItem(key)!).state).toBe('waiting');
  expect(Object.keys({ ...localStorage }).length).toBe(2);
});

it('INBOX-8: the second choice is an e-mail', () => {
  open();
  const { email } = site.contactCard;
  const links = screen.getAllByRole('link', { name: email });
  // The other is on the card.
  expect(links).toHaveLength(2);
  for (const link of links) expect(link.getAttribute('href')).toBe(`mailto:${email}`);
});

it('INBOX-8: a built page has a form that takes nothing until it is heard', async () => {
  const { renderToStaticMarkup } = await import('react-dom/server');
  const html = renderToStaticMarkup(<MessagePage />);
  const built = new DOMParser().parseFromString(html, 'text/html');
  const fields = [...built.querySelectorAll<HTMLInputElement>('input, textarea')];
  expect(fields.filter((it) => it.name !== 'website').map((it) => it.readOnly)).toEqual(
    Array(4).fill(true),
  );
  expect(built.querySelector('button[type=submit]')?.hasAttribute('disabled')).toBe(true);
});
