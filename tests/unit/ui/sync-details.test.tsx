import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  DiagnosticsContext,
  SyncDetailsDialog,
} from '../../../src/app/sync-details-by-address.tsx';
import { projects } from '../../../src/content/projects/projects.ts';
import { openSessionStore } from '../../../src/engine/mirror/session-store.ts';
import { writeStatus } from '../../../src/engine/mirror/status.ts';
import { update } from '../../../src/engine/mutation.ts';
import { createEventLog } from '../../../src/lib/event-log.ts';
import { projectRow } from '../../support/rows.ts';
import { admin, newDevice } from '../../support/site.tsx';

it('the details say what fails and what to do, and copy everything except secrets and typed text', async () => {
  const project = projectRow({ title: 'Bird Watch' });
  const device = await newDevice({ rows: { projects: [project] } });
  await openSessionStore(device.database).signIn('a secret token', admin);
  await device.editor.edit({
    label: 'Change project “Bird Watch”',
    changes: [update(projects, project.id, { title: 'Typed in private' })],
  });
  const failure = { kind: 'refused', code: 'PGRST202', message: 'no function sync_pull' } as const;
  await writeStatus(device.database, { phase: 'waiting', failures: 2, failure }, 5);
  const events = createEventLog(2, () => 0);
  for (const what of ['wanted → pulling', 'failed → waiting', 'timer → pulling']) events.add(what);
  const copied = vi.fn(async (_text: string) => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });

  const { navigation } = device.open('/?debug', {
    screen: (
      <DiagnosticsContext value={{ backendUrl: 'https://x.supabase.co', events }}>
        <SyncDetailsDialog />
      </DiagnosticsContext>
    ),
  });

  expect(await screen.findByText(/npx supabase db push --remote/)).toBeTruthy();
  expect(screen.getByText('https://x.supabase.co')).toBeTruthy();
  expect(await screen.findByText(/cursor 1, horizon 1, epoch e/)).toBeTruthy();
  expect(await screen.findByText(/1 waiting, 0 rejected/)).toBeTruthy();
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(2);

  fireEvent.click(screen.getByRole('button', { name: 'Copy all' }));
  await waitFor(() => expect(copied).toHaveBeenCalled());
  const text = copied.mock.calls[0]![0];
  expect(text).toContain('PGRST202');
  expect(text).toContain('timer → pulling');
  expect(text).toContain('"title"');
  expect(text).not.toMatch(/secret token|admin@b\.cd|Typed in private/);

  fireEvent.click(screen.getByRole('button', { name: 'Pull now' }));
  expect(device.requestSync).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(navigation.arrival.location.search).toBe(''));
});
