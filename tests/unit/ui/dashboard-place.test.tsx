import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryOf } from '../../../src/engine/mirror/memory.ts';
import { DASHBOARD_KEY } from '../../../src/lib/storage-keys.ts';
import { accountOf } from '../../support/fake-auth.ts';
import { learningRow } from '../../support/rows.ts';
import { admin, type Device, field, listOf, newDevice, type } from '../../support/site.tsx';

/** The dashboard opens as it was left. */

const learnings = Array.from({ length: 12 }, (_, n) =>
  learningRow({ title: `Learning ${n + 1}`, tags: n < 3 ? ['rag'] : null }),
);
const other = accountOf('other@b.cd', true);

let device: Device;
beforeEach(async () => {
  device = await newDevice({ rows: { learnings } });
});

const chosen = async () => (await screen.findByRole('tab', { selected: true })).textContent;
const isThere = () => screen.findByRole('form', { name: /^New / });

/** Opens the site at an address, as the next visit would. The device has told the account then. */
async function visit(address = '/admin', account = admin) {
  await device.signIn(account);
  await memoryOf(device.database).load([]);
  const shown = device.open(address);
  await isThere();
  return { ...shown, search: () => shown.navigation.arrival.location.search };
}

/** Leaves learnings with their tag and words in use. */
async function leaveLearnings(account = admin): Promise<void> {
  const { unmount, search } = await visit('/admin', account);
  fireEvent.click(screen.getByRole('tab', { name: 'Learnings' }));
  const list = await listOf('Learnings');
  await list.findByRole('searchbox');
  fireEvent.click(list.getByRole('button', { name: 'Filter learnings' }));
  fireEvent.change(list.getByRole('combobox', { name: 'Tag' }), { target: { value: 'rag' } });
  type(list, { 'Search learnings': 'learning 2' });
  await waitFor(() => expect(search()).toBe('?tab=learnings&tag=rag&q=learning+2'));
  unmount();
}

describe('FIND-3: the dashboard', () => {
  it('opens the tab that was open last, with its filters, and the address says so', async () => {
    await leaveLearnings();
    const { search } = await visit();
    expect(await chosen()).toBe('Learnings');
    await waitFor(() => expect(search()).toBe('?tab=learnings&tag=rag&q=learning+2'));
    const list = await listOf('Learnings');
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    expect(field(list, 'Search learnings').value).toBe('learning 2');
  });

  it('opens the first one if nothing was left, or that', async () => {
    const { unmount, search } = await visit();
    expect([await chosen(), search()]).toEqual(['Commentaries', '']);
    unmount();
    await leaveLearnings();
    const next = await visit();
    fireEvent.click(screen.getByRole('tab', { name: 'Commentaries' }));
    next.unmount();
    await visit();
    expect(await chosen()).toBe('Commentaries');
  });

  it('opens what an address names, as it names it', async () => {
    await leaveLearnings();
    const { search, unmount } = await visit('/admin?tab=learnings');
    expect(field(await listOf('Learnings'), 'Search learnings').value).toBe('');
    expect(search()).toBe('?tab=learnings');
    unmount();
    await visit('/admin?tab=music');
    expect(await chosen()).toBe('Music');
  });

  it('opens to another account nothing of it, and forgets it then', async () => {
    await leaveLearnings();
    const { unmount } = await visit('/admin', other);
    expect(await chosen()).toBe('Commentaries');
    expect(localStorage.getItem(DASHBOARD_KEY)).not.toContain(admin.userId);
    unmount();
    await visit();
    expect(await chosen()).toBe('Commentaries');
  });

  it('shows to another account that signs in beside it none of the filters', async () => {
    await leaveLearnings();
    const { search } = await visit();
    await waitFor(() => expect(search()).toContain('tag=rag'));
    await act(() => device.signIn(other));
    await waitFor(() => expect(localStorage.getItem(DASHBOARD_KEY)).toContain(other.userId));
    expect(localStorage.getItem(DASHBOARD_KEY)).not.toContain('rag');
    expect(search()).toBe('?tab=learnings');
    const list = await listOf('Learnings');
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(12));
  });

  it('opens the first one where nothing, or nonsense, is stored', async () => {
    for (const stored of [
      'nonsense',
      'null',
      '[]',
      JSON.stringify({ account: admin.userId, tab: 'gone', filters: 7 }),
      JSON.stringify({ account: admin.userId }),
    ]) {
      localStorage.setItem(DASHBOARD_KEY, stored);
      const { unmount } = await visit();
      expect(await chosen()).toBe('Commentaries');
      unmount();
    }
    vi.stubGlobal('localStorage', undefined);
    await visit();
    expect(await chosen()).toBe('Commentaries');
    fireEvent.click(screen.getByRole('tab', { name: 'Music' }));
    expect(await chosen()).toBe('Music');
  });

  it('is what the writing view leads back to, as it was', async () => {
    await leaveLearnings();
    await visit('/admin/learnings/new');
    const link = await screen.findByRole('link', { name: 'Dashboard' });
    expect(link.getAttribute('href')).toBe('/admin?tab=learnings&tag=rag&q=learning+2');
    act(() => link.click());
    expect(field(await listOf('Learnings'), 'Search learnings').value).toBe('learning 2');
  });
});
