import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { friends } from '../../../src/content/friends/friends.ts';
import { remove, update } from '../../../src/engine/mutation.ts';
import { openEditor } from '../../../src/engine/outbox/editor.ts';
import { dayAndTime } from '../../../src/lib/in-words.ts';
import { DASHBOARD_KEY } from '../../../src/lib/storage-keys.ts';
import { openTab } from '../../../src/lib/tab.ts';
import { openDashboard } from '../../support/dashboard.tsx';
import { draftsAtCommit } from '../../support/drafts-at-commit.ts';
import { eventually } from '../../support/eventually.ts';
import { accountOf } from '../../support/fake-auth.ts';
import { testLocks } from '../../support/locks.ts';
import { friendRow } from '../../support/rows.ts';
import {
  admin,
  answer,
  type Device,
  field,
  formOf,
  listOf,
  newDevice,
  press,
  stopClock,
  toast,
  type,
} from '../../support/site.tsx';

let device: Device;
beforeEach(async () => {
  device = await newDevice();
});

/** Unsaved text is kept, brought back visibly, and never overwrites anything unasked. */

const ada = friendRow({ name: 'Ada', role: 'poet', bio: 'Notes' });
beforeEach(async () => {
  // A draft shows the minute it is from; the clock stands still between typing and looking.
  stopClock();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const keptDrafts = (place: string) =>
  device.database.drafts.filter((it) => it.place === place).toArray();
const keptDraft = (place: string) =>
  waitFor(async () => {
    const [draft] = await keptDrafts(place);
    expect(draft).toBeDefined();
    return draft;
  });
const elsewhere = (columns: object) => device.arrive({ friends: [{ ...ada, ...columns }] });
/** What is in localStorage of drafts. */
const carried = () => Object.keys(localStorage).filter((key) => key !== DASHBOARD_KEY);
const draftWords = () => `Unsaved draft from ${dayAndTime(Date.now(), Date.now())}.`;

describe('a new item', () => {
  const open = async () => {
    await device.arrive({});
    const shown = await openDashboard(device, 'learnings');
    return { ...shown, form: await formOf('New learning') };
  };
  const again = async () => {
    await openDashboard(device, 'learnings');
    return formOf('New learning');
  };

  it('E1 E10: comes back after the page was closed, tags too, and says so', async () => {
    const { form, unmount } = await open();
    type(form, { Title: 'Half a thought', 'Tags (Optional)': 'rag' });
    fireEvent.keyDown(field(form, 'Tags (Optional)'), { key: 'Enter' });
    type(form, { 'Tags (Optional)': 'half a t' });
    unmount();
    const reopened = await again();
    expect(await reopened.findByText(draftWords())).toBeTruthy();
    expect(field(reopened, 'Title').value).toBe('Half a thought');
    expect(reopened.getByRole('button', { name: 'Remove tag rag' })).toBeTruthy();
    expect(field(reopened, 'Tags (Optional)').value).toBe('half a t');
    expect(await device.waiting()).toEqual([]);
  });

  it('E1 E9: is stored while it is being typed, without touching the field', async () => {
    const { form } = await open();
    const title = field(form, 'Title');
    title.focus();
    type(form, { Title: 'Half a thought' });
    title.setSelectionRange(4, 4);
    expect(await keptDraft('learnings/new')).toMatchObject({
      fields: { title: 'Half a thought' },
      from: null,
    });
    expect(document.activeElement).toBe(title);
    expect(title.selectionStart).toBe(4);
  });

  it('E1: is stored at once when the page goes away', async () => {
    const { form } = await open();
    type(form, { Title: 'Half a thought' });
    const put = vi.spyOn(device.database.drafts, 'put');
    window.dispatchEvent(new Event('pagehide'));
    // No code of the page runs later.
    expect(put).toHaveBeenCalled();
    await keptDraft('learnings/new');
  });

  it('E1: is carried over when the page goes away before the device has stored it', async () => {
    const { form, unmount } = await open();
    const put = vi
      .spyOn(device.database.drafts, 'put')
      .mockReturnValue(new Promise(() => {}) as never);
    type(form, { Title: 'Half a thought' });
    window.dispatchEvent(new Event('pagehide'));
    unmount();
    put.mockRestore();
    expect(await device.database.drafts.count()).toBe(0);
    const reopened = await again();
    expect(field(reopened, 'Title').value).toBe('Half a thought');
    await keptDraft('learnings/new');
    expect(carried()).toEqual([]);
  });

  it('E1: is carried over a reload if localStorage is full', async () => {
    const { form, unmount } = await open();
    vi.spyOn(device.database.drafts, 'put').mockReturnValue(new Promise(() => {}) as never);
    type(form, { Title: 'Half a thought' });
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { setItem });
    window.dispatchEvent(new Event('pagehide'));
    vi.unstubAllGlobals();
    unmount();
    vi.restoreAllMocks();
    expect([carried(), sessionStorage.length]).toEqual([[], 1]);
    const reopened = await again();
    expect(field(reopened, 'Title').value).toBe('Half a thought');
    await keptDraft('learnings/new');
    expect(sessionStorage.length).toBe(0);
  });

  it('E3: is not carried over after it was saved', async () => {
    const { form } = await open();
    type(form, { Title: 'Chunking', Description: 'By question' });
    press(form, 'Add Learning');
    await toast('Learning added successfully');
    window.dispatchEvent(new Event('pagehide'));
    expect(carried()).toEqual([]);
  });

  it('E3: goes with the edit, so that a page that ends right after it leaves nothing to save again', async () => {
    const { form } = await open();
    type(form, { Title: 'Chunking', Description: 'By question' });
    await keptDraft('learnings/new');
    const drafts = draftsAtCommit(device.database);
    press(form, 'Add Learning');
    expect(await drafts).toBe(0);
    await toast('Learning added successfully');
    expect(await device.waiting()).toHaveLength(1);
  });

  it('E3: is not stored again by what happens while it is saved', async () => {
    const { form } = await open();
    type(form, { Title: 'Chunking', Description: 'By question' });
    await keptDraft('learnings/new');
    press(form, 'Add Learning');
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('pagehide'));
    await toast('Learning added successfully');
    window.dispatchEvent(new Event('blur'));
    expect(carried()).toEqual([]);
    expect(await device.database.drafts.count()).toBe(0);
  });

  it('E1: stays where the device does not keep the edit', async () => {
    const { form } = await open();
    type(form, { Title: 'Chunking', Description: 'By question' });
    await keptDraft('learnings/new');
    device.fill();
    press(form, 'Add Learning');
    await form.findByText(/What you typed is still here/);
    expect(await keptDrafts('learnings/new')).toHaveLength(1);
  });

  it('E1: survives a change of tabs', async () => {
    const { form } = await open();
    type(form, { Title: 'Half a thought' });
    fireEvent.click(screen.getByRole('tab', { name: 'Projects' }));
    await formOf('New project');
    fireEvent.click(screen.getByRole('tab', { name: 'Learnings' }));
    const back = await formOf('New learning');
    expect(field(back, 'Title').value).toBe('Half a thought');
  });

  it('is discarded by a button, and brought back by Undo', async () => {
    const { form, unmount } = await open();
    type(form, { Title: 'Half a thought' });
    unmount();
    const reopened = await again();
    press(reopened, 'Discard draft');
    await waitFor(() => expect(field(reopened, 'Title').value).toBe(''));
    await waitFor(async () => expect(await device.database.drafts.count()).toBe(0));
    await toast('Draft discarded');
    press(screen, 'Undo');
    await waitFor(async () =>
      expect(field(await formOf('New learning'), 'Title').value).toBe('Half a thought'),
    );
  });

  it('E3: is no longer offered after it was saved', async () => {
    const { form, unmount } = await open();
    type(form, { Title: 'Chunking', Description: 'By question' });
    await keptDraft('learnings/new');
    press(form, 'Add Learning');
    await toast('Learning added successfully');
    unmount();
    const reopened = await again();
    expect(field(reopened, 'Title').value).toBe('');
    expect(reopened.queryByText(/Unsaved draft/)).toBeNull();
    expect(await device.database.drafts.count()).toBe(0);
  });

  it('is no longer a draft when everything is deleted again', async () => {
    const { form } = await open();
    type(form, { Title: 'x' });
    await keptDraft('learnings/new');
    type(form, { Title: '' });
    await waitFor(async () => expect(await device.database.drafts.count()).toBe(0));
  });

  it('E14: stays in the form, which says so, when the device cannot store it', async () => {
    const { form } = await open();
    vi.spyOn(device.database.drafts, 'put').mockRejectedValue(
      new DOMException('', 'QuotaExceededError'),
    );
    type(form, { Title: 'Half a thought' });
    expect((await form.findByRole('alert')).textContent).toMatch(/^This device isn’t keeping/);
    expect(field(form, 'Title').value).toBe('Half a thought');
    vi.restoreAllMocks();
    type(form, { Title: 'Half a thought more' });
    await waitFor(() => expect(form.queryByRole('alert')).toBeNull());
  });
});

describe('an item that is edited', () => {
  const open = async () => {
    await device.arrive({ friends: [ada] });
    const shown = await openDashboard(device, 'ai-tools', { edit: ada.id });
    return { ...shown, form: await formOf('Edit friend') };
  };
  const again = async () => {
    await openDashboard(device, 'ai-tools');
    press(
      await listOf('Friends').then(async (list) => {
        await list.findByRole('button', { name: /^Edit/ });
        return list;
      }),
      /^Edit/,
    );
    return formOf('Edit friend');
  };

  it('E11: queues and stores nothing when it is opened and closed without typing', async () => {
    const { form, unmount } = await open();
    press(form, 'Update Friend');
    await toast('Nothing has changed');
    unmount();
    expect(await device.waiting()).toEqual([]);
    expect(await device.database.drafts.count()).toBe(0);
  });

  it('E1: shows the typed text, and goes back to the saved one on request', async () => {
    const { form, unmount } = await open();
    type(form, { 'Role (Optional)': 'analyst' });
    unmount();
    const reopened = await again();
    expect(await reopened.findByText(draftWords())).toBeTruthy();
    expect(field(reopened, 'Role (Optional)').value).toBe('analyst');
    press(reopened, 'Use saved version');
    await waitFor(() => expect(field(reopened, 'Role (Optional)').value).toBe('poet'));
    await waitFor(async () => expect(await device.database.drafts.count()).toBe(0));
  });

  it('E1: stays open over a change of tabs', async () => {
    const { form } = await open();
    type(form, { 'Role (Optional)': 'analyst' });
    fireEvent.click(screen.getByRole('tab', { name: 'Projects' }));
    await formOf('New project');
    fireEvent.click(screen.getByRole('tab', { name: 'AI Tools' }));
    expect(field(await formOf('Edit friend'), 'Role (Optional)').value).toBe('analyst');
  });

  it('E2: says which fields have changed since, shows both values, and asks before it is saved', async () => {
    const { form, unmount } = await open();
    type(form, { 'Role (Optional)': 'analyst', 'Bio (Optional)': 'Mine' });
    unmount();
    await elsewhere({ role: 'countess', name: 'Ada L.' });
    const reopened = await again();
    expect(
      await reopened.findByText(`${draftWords()} The saved version has changed since: Role.`),
    ).toBeTruthy();
    expect(field(reopened, 'Name').value).toBe('Ada L.');
    expect(reopened.getByText('countess')).toBeTruthy();
    const no = answer(false);
    press(reopened, 'Update Friend');
    expect(no).toHaveBeenCalledWith(
      'The saved version has changed since you began: Role. Save yours over it?',
    );
    expect(await device.waiting()).toEqual([]);
    press(reopened, 'Use saved Role');
    expect(field(reopened, 'Role (Optional)').value).toBe('countess');
    press(reopened, 'Update Friend');
    await toast('Friend updated successfully');
    expect(no).toHaveBeenCalledTimes(1);
    expect(await device.rowsOf('friends')).toMatchObject([
      { name: 'Ada L.', role: 'countess', bio: 'Mine' },
    ]);
  });

  it('E7 E18: follows what another tab or device saves meanwhile, except in the field being typed in', async () => {
    const { form } = await open();
    const role = field(form, 'Role (Optional)');
    role.focus();
    type(form, { 'Role (Optional)': 'analyst' });
    await openEditor(device.database).edit({
      label: 'Elsewhere',
      changes: [update(friends, ada.id, { role: 'countess', bio: 'Longer' })],
    });
    expect(
      await form.findByText('The saved version has changed while you were typing: Role.'),
    ).toBeTruthy();
    expect(role.value).toBe('analyst');
    expect(document.activeElement).toBe(role);
    expect(field(form, 'Bio (Optional)').value).toBe('Longer');
    answer(true);
    press(form, 'Update Friend');
    await toast('Friend updated successfully');
    expect(await device.rowsOf('friends')).toMatchObject([{ role: 'analyst', bio: 'Longer' }]);
  });

  it('stays in the form when it is deleted elsewhere, and can be added again', async () => {
    const { form } = await open();
    type(form, { 'Role (Optional)': 'analyst' });
    await openEditor(device.database).edit({
      label: 'Elsewhere',
      changes: [remove(friends, ada.id)],
    });
    expect((await form.findByRole('alert')).textContent).toBe(
      'This friend was deleted meanwhile. You can add it again from this form.',
    );
    press(form, 'Add Friend');
    await toast('Friend added successfully');
    expect(await device.rowsOf('friends')).toEqual([{ ...ada, role: 'analyst' }]);
    await formOf('New friend');
  });

  it('leaves the form to a new item when it is deleted here', async () => {
    await open();
    answer(true);
    press(await listOf('Friends'), 'Delete Ada');
    await toast('Friend deleted successfully');
    await formOf('New friend');
  });
});

describe('two tabs', () => {
  let locks: LockManager;
  beforeEach(async () => {
    locks = testLocks();
    await device.arrive({ friends: [ada] });
  });
  /** A tab that stays open, on the new learning or on Ada. */
  const openAnother = async (form = 'New learning') => {
    const isNew = form === 'New learning';
    const shown = await openDashboard(device, isNew ? 'learnings' : 'ai-tools', {
      tab: openTab('tab', () => new Storage(), locks),
      ...(!isNew && { edit: ada.id }),
    });
    return { ...shown, form: await formOf(form, shown) };
  };

  it('edit the same item; a text cancelled in one stays in the other', async () => {
    const { form: one } = await openAnother('Edit friend');
    const { form: two } = await openAnother('Edit friend');
    type(one, { 'Role (Optional)': 'analyst' });
    type(two, { 'Role (Optional)': 'countess' });
    await waitFor(async () => expect(await keptDrafts(`friends/${ada.id}`)).toHaveLength(2));
    press(two, 'Cancel');
    await screen.findByText('Draft discarded');
    expect(await keptDrafts(`friends/${ada.id}`)).toMatchObject([{ fields: { role: 'analyst' } }]);
    expect(field(one, 'Role (Optional)').value).toBe('analyst');
  });

  it('can continue with a copy of the other’s text, which the other keeps', async () => {
    const { form: one } = await openAnother();
    type(one, { Title: 'First tab', Description: 'One' });
    await keptDraft('learnings/new');
    const { form: two } = await openAnother();
    fireEvent.click(await two.findByRole('button', { name: /^Copy it here/ }));
    await waitFor(() => expect(field(two, 'Title').value).toBe('First tab'));
    expect(two.queryByText(/Another tab/)).toBeNull();
    press(two, 'Add Learning');
    await screen.findByText('Learning added successfully');
    expect(await keptDrafts('learnings/new')).toMatchObject([{ fields: { title: 'First tab' } }]);
    expect(field(one, 'Title').value).toBe('First tab');
  });
});

describe('a later visit', () => {
  const typeAndLeave = async (title: string) => {
    const shown = await visit();
    type(await formOf('New learning', shown), { Title: title, Description: 'Old' });
    shown.unmount();
    await waitFor(async () =>
      expect(await keptDrafts('learnings/new')).toContainEqual(
        expect.objectContaining({ fields: expect.objectContaining({ title }) }),
      ),
    );
  };
  /** Each is a tab of its own: sessionStorage ends with the tab. */
  const visit = (account = admin) => {
    const tab = openTab('tab', () => new Storage(), testLocks());
    return openDashboard(device, 'learnings', { tab, account });
  };
  beforeEach(() => device.arrive({}));
  const words = (title: string) =>
    `Unsaved draft from ${dayAndTime(Date.now(), Date.now())}: Title: “${title}”`;

  it('R30 E1: is offered the draft of a closed tab, continues it, and ends it by saving', async () => {
    await typeAndLeave('Half a thought');
    const form = await formOf('New learning', await visit());
    await form.findByText(words('Half a thought'));
    expect(field(form, 'Title').value).toBe('');
    press(form, /^Continue/);
    await waitFor(() => expect(field(form, 'Title').value).toBe('Half a thought'));
    expect(await keptDrafts('learnings/new')).toHaveLength(1);
    press(form, 'Add Learning');
    await toast('Learning added successfully');
    await waitFor(async () => expect(await keptDrafts('learnings/new')).toEqual([]));
  });

  it('continues one of several; the text that was in the form is put aside and offered in turn', async () => {
    await typeAndLeave('Half a thought');
    const form = await formOf('New learning', await visit());
    await form.findByText(words('Half a thought'));
    type(form, { Title: 'Another one' });
    press(form, /^Continue/);
    await waitFor(() => expect(field(form, 'Title').value).toBe('Half a thought'));
    await form.findByText(words('Another one'));
    press(form, /^Continue/);
    await waitFor(() => expect(field(form, 'Title').value).toBe('Another one'));
    await form.findByText(words('Half a thought'));
    expect(await keptDrafts('learnings/new')).toHaveLength(2);
  });

  it('can discard it, and undo that', async () => {
    await typeAndLeave('Half a thought');
    const form = await formOf('New learning', await visit());
    await form.findByText(words('Half a thought'));
    press(form, /^Discard/);
    await waitFor(async () => expect(await keptDrafts('learnings/new')).toEqual([]));
    press(screen, 'Undo');
    await form.findByText(words('Half a thought'));
  });

  it('of another account does not see it; its author finds it again', async () => {
    await typeAndLeave('Half a secret');
    const other = await visit(accountOf('other@b.cd', true));
    type(await formOf('New learning', other), { Title: 'Of the other' });
    await waitFor(async () => expect(await keptDrafts('learnings/new')).toHaveLength(2));
    expect(document.body.textContent).not.toContain('Half a secret');
    other.unmount();
    const author = await visit();
    const form = await formOf('New learning', author);
    await form.findByText(words('Half a secret'));
    expect(document.body.textContent).not.toContain('Of the other');
  });

  it('by another account in the same tab finds an empty form, and the draft is kept', async () => {
    const shown = await visit();
    const form = await formOf('New learning', shown);
    type(form, { Title: 'Half a secret' });
    await device.database.meta.put({ key: 'account', value: accountOf('other@b.cd', true) });
    await waitFor(async () =>
      expect(field(await formOf('New learning', shown), 'Title').value).toBe(''),
    );
    expect(await keptDraft('learnings/new')).toMatchObject({ account: 'id of admin@b.cd' });
  });

  it('is offered a draft from before drafts had an account, which then belongs to that account', async () => {
    const old = { key: 'learnings/new', fields: { title: 'Old', tags: [] }, from: null, at: 1 };
    await device.database.drafts.put(old as never);
    const form = await formOf('New learning', await visit());
    await form.findByText(/Title: “Old”/);
    expect(await device.database.drafts.toArray()).toMatchObject([{ account: 'id of admin@b.cd' }]);
    await visit(accountOf('other@b.cd', true)).then((shown) => formOf('New learning', shown));
    expect(screen.queryAllByText(/“Old”/)).toHaveLength(0);
  });
});

describe('a form that has gone', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'event'));

  it.each([
    ['stored', () => {}],
    ['refused', () => Promise.reject(new DOMException('full', 'QuotaExceededError'))],
  ])('sets no state when its text is %s only then', async (_, then) => {
    await device.arrive({});
    const shown = await openDashboard(device, 'learnings');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const ended = vi.fn();
    const put = vi
      .spyOn(device.database.drafts, 'put')
      .mockImplementation(() => answered.then(then).finally(ended) as never);
    type(await formOf('New learning'), { Title: 'Half a thought' });
    shown.unmount();
    expect(put).toHaveBeenCalled();
    // React reads the global `event` whenever a state is set.
    const set = vi.fn();
    Object.defineProperty(globalThis, 'event', {
      get() {
        if (new Error().stack?.includes('dispatchSetState')) set();
      },
      configurable: true,
    });
    answer();
    await eventually(() => expect(ended).toHaveBeenCalledTimes(put.mock.calls.length));
    await new Promise((resolve) => setTimeout(resolve));
    expect(set).not.toHaveBeenCalled();
  });
});
