import {
  type BoundFunctions,
  fireEvent,
  type queries,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Auth } from '../../src/engine/auth.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { startPosition } from '../../src/engine/mirror/meta.ts';
import { openMirror } from '../../src/engine/mirror/read.ts';
import type { Keeping } from '../../src/engine/mirror/storage.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import { Dashboard } from '../../src/features/dashboard/dashboard.tsx';
import type { Tab } from '../../src/lib/tab.ts';
import { ToastProvider } from '../../src/ui/toast.tsx';
import { mirrorRows, newDatabase } from './device.ts';
import { accountOf } from './fake-auth.ts';
import { EditingProvider, MirrorProvider } from './providers.tsx';

/** The dashboard over a real database, one for each test, and the words by which its tests use it. */

export let database: MirrorDatabase;

beforeEach(() => {
  database = newDatabase();
});

afterEach(() => {
  vi.unstubAllGlobals();
  database.close();
});

export type Row = { id: string } & Record<string, unknown>;

/** Makes the server's rows arrive; called again, with a higher version, for later changes. */
export async function arrive(
  database: MirrorDatabase,
  rows: Readonly<Record<string, readonly Row[]>>,
  version = 1,
): Promise<void> {
  const changes = Object.entries(rows).flatMap(([table, all]) =>
    all.map((row) => ({ table, id: row.id, version, row })),
  );
  const to = { epoch: 'e', cursor: version, horizon: version, complete: true };
  const before = { epoch: 'e', cursor: version - 1, horizon: version - 1, complete: true };
  const from = version === 1 ? startPosition : before;
  await applyCatchUp(database, { from, to, reset: version === 1, changes }, version);
}

/** Signs in and opens a tab; waits until its form is there. */
export async function openDashboard(
  database: MirrorDatabase,
  tab: string,
  options: {
    edit?: string;
    onSignOut?: () => void;
    browserTab?: Tab;
    email?: string;
    keeping?: Keeping;
    requestSync?: () => void;
  } = {},
) {
  const { email = 'admin@b.cd', browserTab, keeping, requestSync } = options;
  await database.meta.put({ key: 'account', value: accountOf(email, true) });
  const editor = openEditor(database, browserTab === undefined ? {} : { tab: browserTab });
  const edit = options.edit === undefined ? '' : `&edit=${options.edit}`;
  const shown = render(
    <MirrorProvider mirror={openMirror(database, keeping, requestSync)}>
      <EditingProvider editor={editor} auth={{} as Auth}>
        <ToastProvider>
          <MemoryRouter initialEntries={[`/admin?tab=${tab}${edit}`]}>
            <Dashboard onSignOut={options.onSignOut ?? (() => {})} />
          </MemoryRouter>
        </ToastProvider>
      </EditingProvider>
    </MirrorProvider>,
  );
  await waitFor(() => screen.getAllByRole('form'));
  return shown;
}

export type Within = BoundFunctions<typeof queries>;

/** The form of this name: `New commentary`, `Edit friend`. */
export const formOf = async (name: string): Promise<Within> =>
  within(await screen.findByRole('form', { name }));

/** The same in one of several pages. */
export const formIn = async ({ container }: { container: HTMLElement }, name: string) =>
  within(await within(container).findByRole('form', { name }));

export const field = (at: Within, label: string) => at.getByLabelText<HTMLInputElement>(label);

export function type(at: Within, typed: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(typed)) {
    fireEvent.change(field(at, label), { target: { value } });
  }
}

export const press = (at: Within, name: string | RegExp) =>
  fireEvent.click(at.getByRole('button', { name }));

/** The list under this heading. */
export const listOf = async (name: string): Promise<Within> =>
  within(await screen.findByRole('region', { name }));

/** Resolves when a toast says this. */
export const toast = (words: string) =>
  waitFor(() => within(document.querySelector<HTMLElement>('.fixed')!).getByText(words));

export const rowsOf = async (database: MirrorDatabase, table: string) =>
  [...(await mirrorRows(database, table)).values()] as Row[];

export const waiting = (database: MirrorDatabase) => database.outbox.orderBy('place').toArray();

export const isFull = (database: MirrorDatabase) =>
  vi
    .spyOn(database.outbox, 'add')
    .mockRejectedValue(new DOMException('full', 'QuotaExceededError'));

/** Answers the browser's question with this. */
export function answer(yes: boolean) {
  const confirm = vi.fn((_question?: string) => yes);
  window.confirm = confirm;
  return confirm;
}
