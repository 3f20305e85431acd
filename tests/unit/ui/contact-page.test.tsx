import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ContactPage } from '../../../src/features/contact/contact-page.tsx';
import { keptMessages } from '../../../src/features/contact/message-sender.ts';
import { site } from '../../../src/site.config.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { field, press, show, synced, type as typeInto } from '../../support/site.tsx';

/** The contact form of a site without an inbox. */

const { email } = site.contactCard;
const typed = { Name: 'Ada', Subject: 'Tea & cake', Message: 'Hello!\nAre you there?' };

beforeEach(() => localStorage.clear());

const open = () =>
  show(
    <ToastProvider>
      <ContactPage />
    </ToastProvider>,
    synced(),
  );
const status = () => {
  const { form } = field(screen, 'Name');
  return within(form as HTMLElement).getByRole('status').textContent;
};
const send = () => press(screen, 'Send Message');
const letter = async () =>
  (await screen.findByRole('link', { name: /^Write to/ })).getAttribute('href') ?? 'no link';

it('CONTACT-2 DIFF-18: says that nothing was sent, and offers to copy it or to write a mail with it', async () => {
  const write = vi.fn(async () => {});
  const clipboard = { value: { writeText: write } };
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard }));
  open();
  expect(status()).toBe('');
  typeInto(screen, typed);
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  send();
  expect(status()).toBe('Nothing was sent: there is no inbox yet. Your text is kept here.');
  const { pathname, searchParams } = new URL(await letter());
  expect(pathname).toBe(email);
  expect([...searchParams]).toEqual([
    ['subject', 'Tea & cake'],
    ['body', 'Hello!\r\nAre you there?\r\n\r\nAda'],
  ]);
  press(screen, 'Copy');
  expect(write).toHaveBeenCalledWith('Tea & cake\n\nHello!\nAre you there?\n\nAda');
  expect(await screen.findByText('Message copied')).toBeTruthy();
  expect(field(screen, 'Message').value).toBe(typed.Message);
});

it('CONTACT-2: the text is there after a reload, until it is deleted, and in the form of a later inbox', async () => {
  const first = open();
  typeInto(screen, typed);
  first.unmount();
  expect(keptMessages.list()).toMatchObject([
    { state: 'draft', text: { name: 'Ada', email: '', message: typed.Message } },
  ]);
  open();
  expect(field(screen, 'Subject').value).toBe('Tea & cake');
  typeInto(screen, { Name: '', Subject: '', Message: '' });
  expect({ ...localStorage }).toEqual({});
  send();
  expect(status()).toBe('Nothing was sent: there is no inbox yet.');
  expect(await letter()).toBe(`mailto:${email}`);
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
});

it('CONTACT-2: what is stored and not ours is an empty form', () => {
  for (const held of ['{', '3', '{"text":{"name":3}}']) {
    localStorage.setItem('fieldnotes.message.unsent', held);
    const { unmount } = open();
    expect(field(screen, 'Name').value).toBe('');
    unmount();
  }
});

it('CONTACT-2: where the browser stores nothing it does not say that the text is kept', () => {
  vi.stubGlobal('localStorage', undefined);
  open();
  typeInto(screen, typed);
  send();
  expect(status()).toBe(
    'Nothing was sent: there is no inbox yet. This browser can’t store your text, so copy it before you leave.',
  );
});

it('CONTACT-2: a text that is too long for the link, or half a sign, breaks none', async () => {
  open();
  typeInto(screen, { Message: `${'Long. '.repeat(400)}\ud83d` });
  send();
  expect(await letter()).toBe(`mailto:${email}`);
  expect(screen.getByRole('link', { name: `Write to ${email} and paste it` })).toBeTruthy();
  typeInto(screen, { Message: 'Half \ud83d' });
  expect(await letter()).toBe(`mailto:${email}?body=Half%20%EF%BF%BD`);
});

it('CONTACT-2: the address on the card is a link', () => {
  open();
  const card = within(screen.getByRole('complementary', { name: 'Contact information' }));
  expect(card.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`);
  fireEvent.submit(field(screen, 'Name').form as HTMLFormElement);
  expect(status()).toContain('Nothing was sent');
});
