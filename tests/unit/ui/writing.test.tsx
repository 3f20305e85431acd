import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { learningRow } from '../../support/rows.ts';
import {
  admin,
  answer,
  type Device,
  field,
  formOf,
  heading,
  newDevice,
  type Part,
  press,
  toast,
  type,
} from '../../support/site.tsx';

/** The view in which an item's text is written, over the real store. */

let device: Device;
beforeEach(async () => {
  device = await newDevice();
});

const kept = learningRow({ title: 'Kept', description: 'About', content: 'One.\n\nTwo.' });

/** Opens the view as an admin; rows are on the device already. */
async function write(address: string, rows = { learnings: [kept] }) {
  await device.arrive(rows);
  await device.signIn(admin);
  return device.open(address);
}

const textOf = (form: Part) => field(form, 'Content (Optional)');
const save = (on: Element) => fireEvent.keyDown(on, { key: 's', ctrlKey: true });

describe('WRITE-1: the writing view', () => {
  it('has title, text and the other fields of an item, with its words counted', async () => {
    // An id is found in capitals, too.
    await write(`/admin/learnings/${kept.id.toUpperCase()}`);
    await heading('Edit learning');
    const form = await formOf('Edit learning');
    expect(field(form, 'Title').value).toBe('Kept');
    expect(textOf(form).value).toBe('One.\n\nTwo.');
    expect(field(form, 'Description').value).toBe('About');
    expect(form.getByText(/^2 words/).textContent).toBe('2 words · 1 min read');
  });

  it('is at the address of each kind with a long text, and nowhere else', async () => {
    await write('/admin/commentary/new');
    for (const [section, name] of [
      ['commentary', 'New commentary'],
      ['projects', 'New project'],
      ['resources', 'New resource'],
      ['ai-tools', 'New AI tool'],
      ['learnings', 'New learning'],
    ] as const) {
      const { unmount } = device.open(`/admin/${section}/new`);
      await screen.findAllByRole('heading', { level: 1, name });
      unmount();
    }
    device.open('/admin/music/new');
    await screen.findByText('Nothing is written at this address.');
  });

  it('says that there is no such item', async () => {
    await write(`/admin/learnings/${crypto.randomUUID()}`);
    await screen.findByText('There is no such learning on this device.');
  });

  it('is for admins: others sign in first', async () => {
    await device.arrive({ learnings: [kept] });
    device.open(`/admin/learnings/${kept.id}`);
    await heading('Admin Login');
    expect(screen.queryByRole('textbox', { name: 'Content (Optional)' })).toBeNull();
  });

  it('is where the dashboard leads, from rows and from its form', async () => {
    await write('/admin?tab=learnings');
    const address = `/admin/learnings/${kept.id}`;
    fireEvent.click(await screen.findByRole('button', { name: 'More for Kept' }));
    const item = (name: string) => screen.getByRole('menuitem', { name }).getAttribute('href');
    expect(item('Write')).toBe(address);
    expect(item('View')).toBe('/learnings/kept');
    fireEvent.keyDown(screen.getByRole('menuitem', { name: 'View' }), { key: 'Tab' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More for Kept');
    const ofForm = () => screen.getByRole('link', { name: 'Open in the writing view' });
    expect(ofForm().getAttribute('href')).toBe('/admin/learnings/new');
    press(screen, 'Edit Kept');
    await formOf('Edit learning');
    expect(ofForm().getAttribute('href')).toBe(address);
  });
});

describe('WRITE-2: Ctrl+S', () => {
  it('saves and stays: the box, the caret and the blank that was just typed', async () => {
    await write(`/admin/learnings/${kept.id}`);
    const form = await formOf('Edit learning');
    const box = textOf(form);
    box.focus();
    type(form, { 'Content (Optional)': 'One.\n\nTwo. And ' });
    box.setSelectionRange(4, 4);
    save(box);
    await toast('Learning updated successfully');
    expect((await device.waiting())[0]?.changes[0]).toMatchObject({
      values: { content: 'One.\n\nTwo. And' },
    });
    expect(textOf(form)).toBe(box);
    expect([box.value, box.selectionStart]).toEqual(['One.\n\nTwo. And ', 4]);
    expect(document.activeElement).toBe(box);
    // The blank is nothing that is unsaved.
    expect(await device.database.drafts.count()).toBe(0);
  });

  it('leaves what was undone while it saves: what stood there before is another text by then', async () => {
    await write(`/admin/learnings/${kept.id}`);
    const form = await formOf('Edit learning');
    type(form, { 'Content (Optional)': 'One.\n\nTwo. And' });
    save(textOf(form));
    type(form, { 'Content (Optional)': 'One.\n\nTwo.' });
    await toast('Learning updated successfully');
    await waitFor(async () => expect(await device.waiting()).toHaveLength(1));
    expect(textOf(form).value).toBe('One.\n\nTwo.');
    save(textOf(form));
    await waitFor(async () => {
      const changes = (await device.waiting()).flatMap((edit) => edit.changes);
      expect(changes.at(-1)).toMatchObject({ values: { content: 'One.\n\nTwo.' } });
    });
  });

  it('says so above the bar with Save, which stays in reach', async () => {
    await write(`/admin/learnings/${kept.id}`);
    const form = await formOf('Edit learning');
    type(form, { Description: 'Other' });
    const low = { top: window.innerHeight - 50, right: window.innerWidth } as DOMRect;
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(low);
    save(field(form, 'Description'));
    await toast('Learning updated successfully');
    rect.mockRestore();
    const [top] =
      document.querySelector('[data-part=toast]')?.closest('[role=status]')?.children ?? [];
    expect(top?.textContent).toContain('Learning updated successfully');
  });

  it('gives a new item its address in the place of the old one, and the box stays', async () => {
    const { navigation } = await write('/admin/learnings/new');
    const form = await formOf('New learning');
    // A moment after the form the focus goes to its title.
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('title'));
    type(form, { Title: 'Begun', Description: 'About', 'Content (Optional)': 'Half a ' });
    const box = textOf(form);
    box.focus();
    save(box);
    await toast('Draft saved');
    const [{ changes } = { changes: [] }] = await device.waiting();
    const at = navigation.arrival;
    expect([at.action, at.location.pathname]).toEqual([
      'REPLACE',
      `/admin/learnings/${changes[0]?.id}`,
    ]);
    expect(textOf(await formOf('Edit learning'))).toBe(box);
    expect(box.value).toBe('Half a ');
    expect(document.activeElement).toBe(box);
    type(form, { 'Content (Optional)': 'Half a sentence.' });
    await waitFor(async () =>
      expect((await device.database.drafts.toArray()).map(({ place }) => place)).toEqual([
        `learnings/${changes[0]?.id}`,
      ]),
    );
    save(box);
    await waitFor(async () => expect(await device.database.drafts.count()).toBe(0));
    // One item: the second save changes the first one's row.
    const [own, ...others] = await device.waiting();
    expect(others).toEqual([]);
    expect(own?.changes).toMatchObject([{ values: { content: 'Half a sentence.' } }]);
  });

  it('says which field is missing, goes there, and keeps the text', async () => {
    await write('/admin/learnings/new');
    const form = await formOf('New learning');
    type(form, { 'Content (Optional)': 'Half' });
    save(textOf(form));
    await form.findByText('Title is required');
    // The focus goes there right after the words are shown.
    await waitFor(() => expect(document.activeElement).toBe(field(form, 'Title')));
    expect(textOf(form).value).toBe('Half');
    expect(await device.waiting()).toEqual([]);
  });
});

describe('WRITE-3: what is typed in the view', () => {
  it('is a draft, which dashboard and view share', async () => {
    const { unmount } = await write(`/admin/learnings/${kept.id}`);
    type(await formOf('Edit learning'), { 'Content (Optional)': 'Unsaved' });
    await waitFor(async () => expect(await device.database.drafts.count()).toBe(1));
    unmount();
    device.open(`/admin?tab=learnings&edit=${kept.id}`);
    const form = await formOf('Edit learning');
    await waitFor(() => expect(textOf(form).value).toBe('Unsaved'));
  });

  const saveElsewhere = (content: string) =>
    act(() => device.arrive({ learnings: [learningRow({ ...kept, content })] }));
  const comparison = (form: Part) =>
    form
      .findByRole('region', { name: 'Saved on another device meanwhile' })
      .then((it) => within(it));
  const chosen = (part: Part, name: string) =>
    within(part.getByRole('group', { name }))
      .getAllByRole<HTMLInputElement>('radio')
      .find(({ checked }) => checked)?.parentElement?.textContent;

  it('is not overwritten by what another device saves, which is compared by paragraphs', async () => {
    await write(`/admin/learnings/${kept.id}`);
    const form = await formOf('Edit learning');
    type(form, { 'Content (Optional)': 'One, mine.\n\nTwo.' });
    await saveElsewhere('One.\n\nTwo, theirs.');
    const part = await comparison(form);
    expect(part.getByText(/^2 paragraphs differ\./)).toBeTruthy();
    expect(textOf(form).value).toBe('One, mine.\n\nTwo.');
    // Each was changed by one side alone.
    expect(chosen(part, 'Difference 1 of 2')).toBe('Take Mine');
    expect(chosen(part, 'Difference 2 of 2')).toBe('Take Saved');
    press(part, 'Put into the text');
    expect(textOf(form).value).toBe('One, mine.\n\nTwo, theirs.');
    expect(document.activeElement).toBe(textOf(form));
    await waitFor(() => expect(form.queryByText('Saved on another device meanwhile')).toBeNull());
    // Nothing is asked: what was saved has been seen.
    const confirm = answer(false);
    save(textOf(form));
    await toast('Learning updated successfully');
    expect(confirm).not.toHaveBeenCalled();
    expect((await device.waiting())[0]?.changes[0]).toMatchObject({
      values: { content: 'One, mine.\n\nTwo, theirs.' },
      before: { content: 'One.\n\nTwo, theirs.' },
    });
  });

  it('changed on both sides is for its author to decide: mine, theirs or both', async () => {
    await write(`/admin/learnings/${kept.id}`);
    const form = await formOf('Edit learning');
    type(form, { 'Content (Optional)': 'Mine.\n\nTwo.' });
    await saveElsewhere('Theirs.\n\nTwo.');
    const part = await comparison(form);
    expect(chosen(part, 'Difference 1 of 1')).toBeUndefined();
    expect(part.getByText('1 to decide')).toBeTruthy();
    press(part, 'Put into the text');
    expect(textOf(form).value).toBe('Mine.\n\nTwo.');
    fireEvent.click(part.getByRole('radio', { name: 'Take Both' }));
    press(part, 'Put into the text');
    expect(textOf(form).value).toBe('Mine.\n\nTheirs.\n\nTwo.');
  });

  it('taken from the other device as a whole is no draft any more', async () => {
    await write(`/admin/learnings/${kept.id}`);
    const form = await formOf('Edit learning');
    type(form, { 'Content (Optional)': 'Mine.' });
    await saveElsewhere('Theirs.\n\nThree.');
    const part = await comparison(form);
    press(part, 'All saved');
    press(part, 'Put into the text');
    expect(textOf(form).value).toBe('Theirs.\n\nThree.');
    await waitFor(async () => expect(await device.database.drafts.count()).toBe(0));
  });

  it('is compared anew when the other device saves again, also after it was decided', async () => {
    await write(`/admin/learnings/${kept.id}`);
    const form = await formOf('Edit learning');
    type(form, { 'Content (Optional)': 'Mine.\n\nTwo.' });
    await saveElsewhere('Theirs.\n\nTwo.');
    press(await comparison(form), 'All mine');
    press(await comparison(form), 'Put into the text');
    await waitFor(() => expect(form.queryByText('Saved on another device meanwhile')).toBeNull());
    await saveElsewhere('Theirs.\n\nTwo, again.');
    const part = await comparison(form);
    expect(chosen(part, 'Difference 1 of 2')).toBe('Take Mine');
    expect(chosen(part, 'Difference 2 of 2')).toBe('Take Saved');
    expect(textOf(form).value).toBe('Mine.\n\nTwo.');
  });

  it('if nothing is typed, the view just follows', async () => {
    await write(`/admin/learnings/${kept.id}`);
    const form = await formOf('Edit learning');
    await saveElsewhere('Theirs.');
    await waitFor(() => expect(textOf(form).value).toBe('Theirs.'));
    expect(form.queryByText('Saved on another device meanwhile')).toBeNull();
    expect(await device.database.drafts.count()).toBe(0);
  });
});

it('WRITE-4: zen leaves nothing but the text, by Ctrl+Shift+Enter and back', async () => {
  await write(`/admin/learnings/${kept.id}`);
  const form = await formOf('Edit learning');
  const pressed = () =>
    form.getAllByRole('button', { name: 'Zen' }).at(-1)?.getAttribute('aria-pressed');
  const toggle = () =>
    fireEvent.keyDown(textOf(form), { key: 'Enter', ctrlKey: true, shiftKey: true });
  const before = document.adoptedStyleSheets.length;
  toggle();
  expect(pressed()).toBe('true');
  expect(document.adoptedStyleSheets.length).toBe(before + 1);
  toggle();
  expect(pressed()).toBe('false');
  expect(document.adoptedStyleSheets.length).toBe(before);
});

describe('WRITE-8: cards and pages', () => {
  it('lead an admin to the text, and back', async () => {
    const { navigation } = await write('/learnings');
    const edit = await screen.findByRole('link', { name: 'Edit' });
    expect(edit.getAttribute('href')).toBe(`/admin/learnings/${kept.id}`);
    fireEvent.click(edit);
    await heading('Edit learning');
    press(screen, 'Back');
    await waitFor(() => expect(navigation.arrival.location.pathname).toBe('/learnings'));
  });

  it('lead a visitor nowhere', async () => {
    await device.arrive({ learnings: [kept] });
    device.open('/learnings/kept');
    await heading('Kept');
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });
});

it('WRITE-7: shows the page beside the text, and a double press on a word leads to it', async () => {
  await write(`/admin/learnings/${kept.id}`);
  const form = await formOf('Edit learning');
  press(form, 'Preview');
  const page = await form.findByRole('region', { name: 'Preview' });
  expect([...page.querySelectorAll('.prose p')].map((it) => it.textContent)).toEqual([
    'One.',
    'Two.',
  ]);
  type(form, { 'Content (Optional)': 'One.\n\nTwo and **three**.' });
  await waitFor(() => expect(page.querySelector('.prose strong')?.textContent).toBe('three'));
  const word = page.querySelector('.prose strong')?.firstChild;
  if (!word) throw new Error('No such word.');
  window.getSelection()?.selectAllChildren(word.parentNode as Node);
  fireEvent.doubleClick(word.parentNode as Element);
  const box = textOf(form);
  expect(document.activeElement).toBe(box);
  expect(box.value.slice(box.selectionStart ?? 0, box.selectionEnd ?? 0)).toBe('three');
});
