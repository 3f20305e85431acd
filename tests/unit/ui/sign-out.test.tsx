import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type SyncStatus, startStatus } from '../../../src/engine/mirror/meta.ts';
import { takeBatch } from '../../../src/engine/outbox/queue.ts';
import { edit, form } from '../../support/admin-page.ts';
import { admin, type Device, heading, newDevice, press } from '../../support/site.tsx';

let device: Device;
beforeEach(async () => {
  device = await newDevice({ rows: {} });
});

describe('E13: signing out', () => {
  const signOut = async (count: number, status?: SyncStatus) => {
    await device.signIn(admin);
    for (let i = 0; i < count; i += 1) await edit(device, `${i}`);
    if (status !== undefined) await device.database.meta.put({ key: 'status', value: status });
    device.open('/admin');
    await heading('Admin Dashboard');
    press(screen, 'Sign Out');
  };
  const dialog = async () => within(await screen.findByRole('dialog'));
  const choose = async (name: string) =>
    fireEvent.click((await dialog()).getByRole('button', { name }));
  const waiting = () => device.database.outbox.count();

  it('asks nothing when no edit waits', async () => {
    await signOut(0);
    await form();
    expect(await device.editor.account()).toBeNull();
  });

  it('asks when edits wait; they stay with "Keep on this device"', async () => {
    await signOut(2);
    expect((await dialog()).getByText('2 edits not sent yet')).toBeTruthy();
    expect(
      (await dialog()).getByText(
        /^If you keep them on this device, .* see only how many there are\.$/,
      ),
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

  it('does not sign out when the edits cannot be discarded', async () => {
    device.editor.discard = () => Promise.reject(new Error('no storage'));
    await signOut(1);
    await choose('Discard');
    await choose('Discard and sign out');
    expect(await screen.findByText('Failed to sign out. Please try again.')).toBeTruthy();
    expect(await device.editor.account()).toEqual(admin);
  });

  it('sends what waits and then signs out', async () => {
    await signOut(1);
    await choose('Send now');
    expect(await (await dialog()).findByText('Sending...')).toBeTruthy();
    expect(await device.editor.account()).toEqual(admin);
    await act(() => device.database.outbox.clear());
    await form();
  });

  it('sends at once what could still be taken back', async () => {
    await device.signIn(admin);
    await edit(device, '1', true);
    device.open('/admin');
    await heading('Admin Dashboard');
    press(screen, 'Sign Out');
    const [mutation] = await device.database.outbox.toArray();
    const send = () => takeBatch(device.database, { count: 9, bytes: 9_999 }, mutation!.at);
    expect(await send()).toEqual([]);
    await choose('Send now');
    await waitFor(async () => expect(await send()).toHaveLength(1));
  });

  it('does not sign out when the server refused an edit, which is kept', async () => {
    await signOut(1);
    await choose('Send now');
    const { database } = device;
    const [mutation] = await database.outbox.toArray();
    await act(() =>
      database.transaction('rw', database.outbox, database.rejected, async () => {
        await database.outbox.clear();
        const refused = { code: '42501', reason: 'no', cause: null, at: 0 };
        await database.rejected.add({ id: mutation!.id, mutation: mutation!, ...refused });
      }),
    );
    expect(await (await dialog()).findByText('All edits have been answered')).toBeTruthy();
    expect(await device.editor.account()).toEqual(admin);
    expect((await dialog()).getByText(/^Some were refused\./)).toBeTruthy();
    await choose('Sign Out');
    await form();
    expect(await device.database.rejected.count()).toBe(1);
  });

  it('says that nothing waits any more when everything was sent meanwhile', async () => {
    await signOut(1);
    await dialog();
    await act(() => device.database.outbox.clear());
    expect(await (await dialog()).findByText('Nothing is left to send')).toBeTruthy();
    expect((await dialog()).queryByText(/refused/)).toBeNull();
    expect(await device.editor.account()).toEqual(admin);
    await choose('Sign Out');
    await form();
  });

  it('says why nothing can be sent', async () => {
    await signOut(1, { ...startStatus, phase: 'offline' });
    await choose('Send now');
    expect((await (await dialog()).findByRole('alert')).textContent).toBe('No network connection');
    expect((await dialog()).getByRole('button', { name: 'Keep on this device' })).toBeTruthy();
  });

  it('saves the edits as a file and goes on asking', async () => {
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

  it('is cancelled by Cancel', async () => {
    await signOut(1);
    await choose('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await device.editor.account()).toEqual(admin);
  });

  it('SIGNIN-6: says so when it fails, and leaves everything as it was', async () => {
    device.auth.signOut = () => Promise.reject(new Error('no storage'));
    await signOut(0);
    expect(await screen.findByText('Failed to sign out. Please try again.')).toBeTruthy();
    expect(await device.editor.account()).toEqual(admin);
  });
});
