// @vitest-environment happy-dom

import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { EditingProvider, MirrorProvider } from '../../support/providers.tsx';
import '../../support/render.tsx';
import { commentaries } from '../../../src/content/commentaries/commentaries.ts';
import { openMirror } from '../../../src/engine/mirror/read.ts';
import { insert } from '../../../src/engine/mutation.ts';
import { type Editor, openEditor } from '../../../src/engine/outbox/editor.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { arrive, database } from '../../support/dashboard.tsx';
import { accountOf, fakeAuth } from '../../support/fake-auth.ts';
import { siteAt } from '../../support/open-at.tsx';

/** The marks by which an admin learns, on every page, that an item is not on the server yet. */

let editor: Editor;
beforeEach(async () => {
  editor = openEditor(database);
  await arrive(database, {});
  await database.meta.put({ key: 'account', value: accountOf('admin@b.cd', true) });
});

const add = () =>
  editor.edit({
    label: 'Add commentary “Tunnels”',
    changes: [insert(commentaries, { title: 'Tunnels', content: 'Written in one.' })],
  });
const menu = (name: string) => screen.findByRole('button', { name });

function open(address: string) {
  return render(
    <MirrorProvider mirror={openMirror(database)}>
      <EditingProvider editor={editor} auth={fakeAuth(database)}>
        <ToastProvider>{siteAt(address).site}</ToastProvider>
      </EditingProvider>
    </MirrorProvider>,
  );
}

it('an item that waits is marked on public pages, for its admin only', async () => {
  await add();
  for (const page of ['/chatter', '/']) {
    const { unmount } = open(page);
    await screen.findByText('Tunnels');
    expect(await screen.findAllByText('on this device')).toHaveLength(1);
    await database.meta.put({ key: 'account', value: null });
    await waitFor(() => expect(screen.queryByText('on this device')).toBeNull());
    await database.meta.put({ key: 'account', value: accountOf('admin@b.cd', true) });
    unmount();
  }
});

it('the menu button says that edits wait, and that one was refused', async () => {
  open('/contact');
  await menu('Open menu');
  const mutation = await add();
  await menu('Open menu, 1 edit waiting');
  const held = await database.outbox.get({ id: mutation?.id });
  await database.transaction('rw', database.outbox, database.rejected, async () => {
    await database.outbox.clear();
    if (held === undefined) throw new Error('nothing waits');
    const why = { code: '23514', reason: 'no', cause: null, at: 1 };
    await database.rejected.put({ id: held.id, mutation: held, ...why });
  });
  await menu('Open menu, 1 edit needs you');
  await database.rejected.clear();
  await menu('Open menu');
});
