import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ProfilePage } from '../../../src/features/dashboard/profile-page.tsx';
import { site } from '../../../src/site.config.ts';
import { accountOf } from '../../support/fake-auth.ts';
import {
  admin,
  type Device,
  field,
  formOf,
  newDevice,
  press,
  type Row,
  toast,
  type,
} from '../../support/site.tsx';

const form = () => formOf('What Home says of you');
const rowOf = async () => (await device.rowsOf('site_profile'))[0];

let device: Device;
beforeEach(async () => {
  device = await newDevice();
  await device.arrive({});
});

describe('FIRST-5: the page for the profile', () => {
  it('makes the one row, then changes it, in the same form', async () => {
    await device.signIn(admin);
    device.open('/admin/profile', { screen: <ProfilePage /> });
    const at = await form();
    expect(at.getByText(`Left empty: ${site.greeting}`)).toBeTruthy();
    type(at, { Name: 'Rosa', 'Greeting (Optional)': 'Hello' });
    press(at, 'Add Profile');
    await toast('Profile added successfully');
    const [{ changes: [first] = [] } = {}] = await device.waiting();
    expect(first).toMatchObject({ op: 'insert', id: '0f1e1d00-0000-4000-8000-000000000001' });
    expect(await rowOf()).toMatchObject({ name: 'Rosa', greeting: 'Hello', status: null });

    await waitFor(() => at.getByRole('button', { name: 'Update Profile' }));
    expect(field(at, 'Greeting (Optional)').value).toBe('Hello');
    type(at, { 'Greeting (Optional)': '', 'Status (Optional)': 'Baking' });
    press(at, 'Update Profile');
    await toast('Profile updated successfully');
    expect(await rowOf()).toMatchObject({ name: 'Rosa', greeting: null, status: 'Baking' });
    expect(await device.rowsOf('site_profile')).toHaveLength(1);
  });

  it('follows what another device has saved, and asks for a name', async () => {
    const row: Row = { id: crypto.randomUUID(), name: 'Rosa', greeting: 'Hello' };
    await device.arrive({ site_profile: [row] });
    await device.signIn(admin);
    device.open('/admin/profile', { screen: <ProfilePage /> });
    const at = await form();
    const later: Row = { ...row, greeting: 'Good day' };
    await device.arrive({ site_profile: [later] });
    await waitFor(() => expect(field(at, 'Greeting (Optional)').value).toBe('Good day'));
    type(at, { Name: ' ' });
    press(at, 'Update Profile');
    expect(await screen.findByText('Name is required')).toBeTruthy();
    expect(await device.waiting()).toEqual([]);
  });

  it('keeps what is typed as a draft', async () => {
    await device.signIn(admin);
    const { unmount } = device.open('/admin/profile', { screen: <ProfilePage /> });
    type(await form(), { Name: 'Half' });
    unmount();
    device.open('/admin/profile', { screen: <ProfilePage /> });
    await waitFor(async () => expect(field(await form(), 'Name').value).toBe('Half'));
  });

  it('PICTURE-3: does not give way to a picture that is dropped beside its field', async () => {
    await device.signIn(admin);
    device.open('/admin/profile', { screen: <ProfilePage /> });
    await form();
    for (const type of ['dragover', 'drop']) {
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { types: ['Files'], items: [], files: [] } });
      fireEvent(document.body, event);
      expect(event.defaultPrevented).toBe(true);
    }
  });

  it('is for admins only', async () => {
    await device.signIn(accountOf('visitor@b.cd', false));
    device.open('/admin/profile', { screen: <ProfilePage /> });
    expect(await screen.findByText('Only admins can see this.')).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });
});
