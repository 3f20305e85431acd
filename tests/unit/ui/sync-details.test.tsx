// @vitest-environment happy-dom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { EditingProvider, MirrorProvider } from '../../support/providers.tsx';
import '../../support/render.tsx';
import { Navigated } from '../../../src/app/navigated.tsx';
import {
  DiagnosticsContext,
  SyncDetailsDialog,
} from '../../../src/app/sync-details-by-address.tsx';
import { projects } from '../../../src/content/projects/projects.ts';
import { startPosition } from '../../../src/engine/mirror/meta.ts';
import { openMirror } from '../../../src/engine/mirror/read.ts';
import { openSessionStore } from '../../../src/engine/mirror/session-store.ts';
import { writeStatus } from '../../../src/engine/mirror/status.ts';
import { update } from '../../../src/engine/mutation.ts';
import { openEditor } from '../../../src/engine/outbox/editor.ts';
import { applyCatchUp } from '../../../src/engine/sync/apply-catch-up.ts';
import { createEventLog } from '../../../src/lib/event-log.ts';
import { newDatabase } from '../../support/device.ts';
import { accountOf, fakeAuth } from '../../support/fake-auth.ts';
import { navigationAt } from '../../support/open-at.tsx';
import { projectRow } from '../../support/rows.ts';

it('the details say what fails and what to do, and copy everything except secrets and typed text', async () => {
  const database = newDatabase();
  const project = projectRow({ title: 'Bird Watch' });
  const changes = [{ table: 'projects', id: project.id, version: 7, row: project }];
  const to = { epoch: 'an-epoch', cursor: 7, horizon: 7, complete: true };
  await applyCatchUp(database, { from: startPosition, to, reset: true, changes }, 1);
  await openSessionStore(database).signIn('a secret token', accountOf('admin@b.cd', true));
  const editor = openEditor(database);
  await editor.edit({
    label: 'Change project “Bird Watch”',
    changes: [update(projects, project.id, { title: 'Typed in private' })],
  });
  const failure = { kind: 'refused', code: 'PGRST202', message: 'no function sync_pull' } as const;
  await writeStatus(database, { phase: 'waiting', failures: 2, failure }, 5);
  const events = createEventLog(2, () => 0);
  for (const what of ['wanted → pulling', 'failed → waiting', 'timer → pulling']) events.add(what);
  const copied = vi.fn(async (_text: string) => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });

  const navigation = navigationAt(['/?debug']);
  const requestSync = vi.fn();
  render(
    <MirrorProvider mirror={openMirror(database, 'kept', requestSync)}>
      <EditingProvider editor={editor} auth={fakeAuth(database)}>
        <DiagnosticsContext value={{ backendUrl: 'https://x.supabase.co', events }}>
          <Navigated navigation={navigation}>{() => <SyncDetailsDialog />}</Navigated>
        </DiagnosticsContext>
      </EditingProvider>
    </MirrorProvider>,
  );

  expect(await screen.findByText(/npx supabase db push --remote/)).toBeTruthy();
  expect(screen.getByText('https://x.supabase.co')).toBeTruthy();
  expect(screen.getByText(/cursor 7, horizon 7, epoch an-epoch/)).toBeTruthy();
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
  expect(requestSync).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(navigation.arrival.location.search).toBe(''));
});
