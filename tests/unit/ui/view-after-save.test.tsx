import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { learningRow } from '../../support/rows.ts';
import {
  admin,
  type Device,
  formOf,
  heading,
  newDevice,
  press,
  toast,
  type,
} from '../../support/site.tsx';

/** What was just saved is one press away from where the site shows it. */

let device: Device;
beforeEach(async () => {
  device = await newDevice({ account: admin });
});

const viewOf = (name: string) => screen.findByRole('link', { name: `View ${name}` });
const lastId = async () => (await device.waiting()).at(-1)?.changes[0]?.id;

describe('FORM-4: the toast of a saved item', () => {
  it.each([
    [
      'learnings',
      'New learning',
      'Add Learning',
      { Title: 'It', Description: 'x' },
      '/learnings/:id',
    ],
    ['projects', 'New project', 'Add Project', { Title: 'It', Description: 'x' }, '/projects/:id'],
    [
      'commentary',
      'New commentary',
      'Add Commentary',
      { Title: 'It', Content: 'x' },
      '/chatter#:id',
    ],
    ['resources', 'New resource', 'Add Resource', { Title: 'It', Description: 'x' }, '/resources'],
    [
      'ai-tools',
      'New AI tool',
      'Add AI Tool',
      { Name: 'It', Tag: 'x', Hyperlink: 'https://x.example' },
      '/friends?q=It',
    ],
  ] as const)('of the tab %s leads to its page', async (tab, name, button, typed, address) => {
    await device.arrive({});
    device.open(`/admin?tab=${tab}`);
    const form = await formOf(name);
    type(form, typed);
    press(form, button);
    // Its row has such a link, too.
    const link = await waitFor(() => {
      const all = screen.getAllByRole('link', { name: 'View It' });
      const found = all.find((it) => it.closest('[role=status]'));
      expect(found).toBeDefined();
      return found;
    });
    expect(link?.getAttribute('href')).toBe(address.replace(':id', (await lastId()) ?? ''));
  });

  it('of a draft leads to its page, which admins see; there the toast is gone', async () => {
    const kept = learningRow({ title: 'Kept', slug: 'kept', created_at: null, published_at: null });
    await device.arrive({ learnings: [kept] });
    const { navigation } = device.open(`/admin/learnings/${kept.id}`);
    const form = await formOf('Edit learning');
    type(form, { Description: 'Another' });
    fireEvent.keyDown(form.getByLabelText('Title'), { key: 's', ctrlKey: true });
    await toast('Draft saved');
    fireEvent.click(await viewOf('Kept'));
    await heading('Kept');
    expect(navigation.arrival.location.pathname).toBe('/learnings/kept');
    expect(screen.queryByText('Draft saved')).toBeNull();
  });

  it('has no link if nothing was saved, or if there is no such page', async () => {
    await device.arrive({});
    device.open('/admin?tab=music');
    const form = await formOf('New track');
    type(form, { Title: 'A song', Artist: 'x' });
    press(form, 'Add Track');
    await toast('Track added successfully');
    expect(screen.queryByRole('link', { name: /^View A song/ })).toBeNull();
  });
});
