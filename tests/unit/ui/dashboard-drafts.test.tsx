// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../support/render.tsx';
import { dayAndTime } from '../../../src/lib/day-and-time.ts';
import { remove, update } from '../../../src/model/change.ts';
import { friends } from '../../../src/model/friends.ts';
import { kinds } from '../../../src/model/registry.ts';
import type { MirrorDatabase } from '../../../src/store/database.ts';
import { openEditor } from '../../../src/store/editor.ts';
import {
  answer,
  arrive,
  field,
  formOf,
  listOf,
  openDashboard,
  press,
  rowsOf,
  toast,
  type,
  waiting,
} from '../../support/dashboard.tsx';
import { newDatabase } from '../../support/device.ts';
import { friendRow } from '../../support/rows.ts';

/** What was typed and not saved: kept, brought back openly, and never written over anything unasked. */

const ada = friendRow({ name: 'Ada', role: 'poet', bio: 'Notes' });
let database: MirrorDatabase;
beforeEach(async () => {
  // A draft says the minute it is from; none may pass between typing and looking.
  vi.useFakeTimers({ toFake: ['Date'] });
  database = newDatabase();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  database.close();
});

const keptDraft = (key: string) =>
  waitFor(async () => {
    const draft = await database.drafts.get(key);
    expect(draft).toBeDefined();
    return draft;
  });
const elsewhere = (columns: object, version = 2) =>
  arrive(database, { friends: [{ ...ada, ...columns }] }, version);
const draftWords = () => `Unsaved draft from ${dayAndTime(Date.now(), Date.now())}.`;

describe('a new item', () => {
  const open = async () => {
    await arrive(database, {});
    const shown = await openDashboard(database, 'learnings');
    return { ...shown, form: await formOf('New learning') };
  };
  const again = async () => {
    await openDashboard(database, 'learnings');
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
    expect(await waiting(database)).toEqual([]);
  });

  it('E1: is kept while it is being typed, without touching the field', async () => {
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

  it('E1: is kept at once where the page goes away', async () => {
    const { form } = await open();
    type(form, { Title: 'Half a thought' });
    const since = performance.now();
    window.dispatchEvent(new Event('pagehide'));
    await keptDraft('learnings/new');
    expect(performance.now() - since).toBeLessThan(250);
  });

  it('E1: is carried over where the page goes away before the device has kept it', async () => {
    const { form, unmount } = await open();
    const put = vi.spyOn(database.drafts, 'put').mockReturnValue(new Promise(() => {}) as never);
    type(form, { Title: 'Half a thought' });
    window.dispatchEvent(new Event('pagehide'));
    unmount();
    put.mockRestore();
    expect(await database.drafts.count()).toBe(0);
    const reopened = await again();
    expect(field(reopened, 'Title').value).toBe('Half a thought');
    await keptDraft('learnings/new');
    expect(localStorage.length).toBe(0);
  });

  it('E3: nothing is carried over that was saved', async () => {
    const { form } = await open();
    type(form, { Title: 'Chunking', Description: 'By question' });
    press(form, 'Add Learning');
    await toast('Learning added successfully');
    window.dispatchEvent(new Event('pagehide'));
    expect(localStorage.length).toBe(0);
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

  it('is given up by a button, and brought back by Undo', async () => {
    const { form, unmount } = await open();
    type(form, { Title: 'Half a thought' });
    unmount();
    const reopened = await again();
    press(reopened, 'Discard draft');
    await waitFor(() => expect(field(reopened, 'Title').value).toBe(''));
    await waitFor(async () => expect(await database.drafts.count()).toBe(0));
    await toast('Draft discarded');
    press(screen, 'Undo');
    await waitFor(async () =>
      expect(field(await formOf('New learning'), 'Title').value).toBe('Half a thought'),
    );
  });

  it('E3: once saved is offered no more', async () => {
    const { form, unmount } = await open();
    type(form, { Title: 'Chunking', Description: 'By question' });
    await keptDraft('learnings/new');
    press(form, 'Add Learning');
    await toast('Learning added successfully');
    unmount();
    const reopened = await again();
    expect(field(reopened, 'Title').value).toBe('');
    expect(reopened.queryByText(/Unsaved draft/)).toBeNull();
    expect(await database.drafts.count()).toBe(0);
  });

  it('is no draft any more once everything is deleted again', async () => {
    const { form } = await open();
    type(form, { Title: 'x' });
    await keptDraft('learnings/new');
    type(form, { Title: '' });
    await waitFor(async () => expect(await database.drafts.count()).toBe(0));
  });

  it('E14: that the device cannot keep stays in the form, and it says so', async () => {
    const { form } = await open();
    vi.spyOn(database.drafts, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    type(form, { Title: 'Half a thought' });
    expect((await form.findByRole('alert')).textContent).toMatch(/^This device does not keep/);
    expect(field(form, 'Title').value).toBe('Half a thought');
    vi.restoreAllMocks();
    type(form, { Title: 'Half a thought more' });
    await waitFor(() => expect(form.queryByRole('alert')).toBeNull());
  });
});

describe('an item that is edited', () => {
  const open = async () => {
    await arrive(database, { friends: [ada] });
    const shown = await openDashboard(database, 'ai-tools', { edit: ada.id });
    return { ...shown, form: await formOf('Edit friend') };
  };
  const again = async () => {
    await openDashboard(database, 'ai-tools');
    press(
      await listOf('Friends').then(async (list) => {
        await list.findByRole('button', { name: /^Edit/ });
        return list;
      }),
      /^Edit/,
    );
    return formOf('Edit friend');
  };

  it('E11: opened and closed without typing queues nothing and keeps nothing', async () => {
    const { form, unmount } = await open();
    press(form, 'Update Friend');
    await toast('Nothing has changed');
    unmount();
    expect(await waiting(database)).toEqual([]);
    expect(await database.drafts.count()).toBe(0);
  });

  it('E1: shows what was typed, and goes back to what is saved when asked', async () => {
    const { form, unmount } = await open();
    type(form, { 'Role (Optional)': 'analyst' });
    unmount();
    const reopened = await again();
    expect(await reopened.findByText(draftWords())).toBeTruthy();
    expect(field(reopened, 'Role (Optional)').value).toBe('analyst');
    press(reopened, 'Use saved version');
    await waitFor(() => expect(field(reopened, 'Role (Optional)').value).toBe('poet'));
    await waitFor(async () => expect(await database.drafts.count()).toBe(0));
  });

  it('E1: stays open over a change of tabs', async () => {
    const { form } = await open();
    type(form, { 'Role (Optional)': 'analyst' });
    fireEvent.click(screen.getByRole('tab', { name: 'Projects' }));
    await formOf('New project');
    fireEvent.click(screen.getByRole('tab', { name: 'AI Tools' }));
    expect(field(await formOf('Edit friend'), 'Role (Optional)').value).toBe('analyst');
  });

  it('E2: that has changed since says which fields, shows both, and asks before it is saved', async () => {
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
    expect(await waiting(database)).toEqual([]);
    press(reopened, 'Use saved Role');
    expect(field(reopened, 'Role (Optional)').value).toBe('countess');
    press(reopened, 'Update Friend');
    await toast('Friend updated successfully');
    expect(no).toHaveBeenCalledTimes(1);
    expect(await rowsOf(database, 'friends')).toMatchObject([
      { name: 'Ada L.', role: 'countess', bio: 'Mine' },
    ]);
  });

  it('E7 E18: follows what another tab or device saves meanwhile, but for the field being typed in', async () => {
    const { form } = await open();
    const role = field(form, 'Role (Optional)');
    role.focus();
    type(form, { 'Role (Optional)': 'analyst' });
    await openEditor(database, kinds).edit({
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
    expect(await rowsOf(database, 'friends')).toMatchObject([{ role: 'analyst', bio: 'Longer' }]);
  });

  it('that is deleted elsewhere stays in the form, and can be added again', async () => {
    const { form } = await open();
    type(form, { 'Role (Optional)': 'analyst' });
    await openEditor(database, kinds).edit({
      label: 'Elsewhere',
      changes: [remove(friends, ada.id)],
    });
    expect((await form.findByRole('alert')).textContent).toBe(
      'This friend was deleted meanwhile. What the form holds can be added again.',
    );
    press(form, 'Add Friend');
    await toast('Friend added successfully');
    expect(await rowsOf(database, 'friends')).toEqual([{ ...ada, role: 'analyst' }]);
    await formOf('New friend');
  });

  it('that is deleted here leaves the form to a new one', async () => {
    await open();
    answer(true);
    press(await listOf('Friends'), 'Delete Ada');
    await toast('Friend deleted successfully');
    await formOf('New friend');
  });
});
