import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { commentaries } from '../../../src/content/commentaries/commentaries.ts';
import { insert } from '../../../src/engine/index.ts';
import { recordAnswers } from '../../support/record-answers.ts';
import { learningRow } from '../../support/rows.ts';
import { admin, type Device, newDevice } from '../../support/site.tsx';

/** The marks by which an admin learns, on every page, that an item is not on the server yet. */

const add = ({ editor }: Device) =>
  editor.edit({
    label: 'Add commentary “Tunnels”',
    changes: [insert(commentaries, { title: 'Tunnels', content: 'Written in one.' })],
  });
const menu = (name: string) => screen.findByRole('button', { name });

it('an item that waits is marked on public pages, for its admin only', async () => {
  const device = await newDevice({ rows: {}, account: admin });
  await add(device);
  for (const page of ['/chatter', '/']) {
    const { unmount } = device.open(page);
    await screen.findByText('Tunnels');
    expect(await screen.findAllByText('on this device')).toHaveLength(1);
    await device.signIn(null);
    await waitFor(() => expect(screen.queryByText('on this device')).toBeNull());
    await device.signIn(admin);
    unmount();
  }
});

it('the menu button says that edits wait, and that one was refused', async () => {
  const device = await newDevice({ rows: {}, account: admin });
  device.open('/contact');
  await menu('Open menu');
  const mutation = await add(device);
  await menu('Open menu, 1 edit waiting');
  await recordAnswers(device.database, [{ id: mutation?.id ?? '', code: '23514' }]);
  await menu('Open menu, 1 edit needs you');
  await device.database.rejected.clear();
  await menu('Open menu');
});

it('LEARNING-1: an admin’s link takes no learning along, as the browser keeps what a link took after the sign-out', async () => {
  const draft = learningRow({ title: 'Half', published_at: null });
  const device = await newDevice({ rows: { learnings: [draft] }, account: admin });
  const { navigation } = device.open('/learnings');
  await screen.findByText('draft');
  fireEvent.click(screen.getByRole('link', { name: 'Half' }));
  await screen.findByRole('heading', { level: 1, name: 'Half' });
  expect(navigation.arrival.location.state).toBeNull();
});
