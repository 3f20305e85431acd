import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, vi } from 'vitest';
import type { Auth } from '../../src/engine/auth.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { startPosition } from '../../src/engine/mirror/meta.ts';
import { openMirror } from '../../src/engine/mirror/read.ts';
import { type Editor, openEditor } from '../../src/engine/outbox/editor.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import { ProjectPage } from '../../src/features/project/project-page.tsx';
import { Failure } from '../../src/lib/failure.ts';
import type { Tab } from '../../src/lib/tab.ts';
import { ToastProvider } from '../../src/ui/toast.tsx';
import { mirrorRows, newDatabase } from './device.ts';
import { EditingProvider, MirrorProvider } from './providers.tsx';
import { projectRow, taskRow } from './rows.ts';

/** The admin's board over the real store, and the words by which its tests use it. */

export const project = projectRow({ title: 'Bird Watch' });

export const task = (content: string, status = 'todo', position = 0) =>
  taskRow({ project_id: project.id, content, status, position });

export const tasksOf = (status: string, count: number) =>
  Array.from({ length: count }, (_, place) => task(`${status} ${place + 1}`, status, place));

export const admin = { userId: 'u', email: 'a@b.c', isAdmin: true, expired: false };
const noAuth = {} as Auth;
export let database: MirrorDatabase;
export let editor: Editor;

beforeEach(() => {
  database = newDatabase();
  editor = openEditor(database);
});

/** Pages that are opened from now on are in another tab of the browser. */
export function inTab(tab: Tab): void {
  editor = openEditor(database, { tab });
}

export const signIn = (account: typeof admin | null) =>
  database.meta.put({ key: 'account', value: account });

/** Opens the project's page; with an admin, waits until the board can be edited. */
export async function open(
  tasks: ReturnType<typeof task>[] = [],
  account: typeof admin | null = admin,
) {
  const changes = [
    { table: 'projects', id: project.id, version: 1, row: project },
    ...tasks.map((row) => ({ table: 'tasks', id: row.id, version: 1, row })),
  ];
  const to = { epoch: 'e', cursor: 1, horizon: 1, complete: true };
  await applyCatchUp(database, { from: startPosition, to, reset: true, changes }, 1);
  await signIn(account);
  const shown = render(
    <MirrorProvider mirror={openMirror(database)}>
      <EditingProvider editor={editor} auth={noAuth}>
        <ToastProvider>
          <MemoryRouter initialEntries={['/projects/bird-watch']}>
            <Routes>
              <Route path="/projects/:projectId" element={<ProjectPage />} />
            </Routes>
          </MemoryRouter>
        </ToastProvider>
      </EditingProvider>
    </MirrorProvider>,
  );
  await screen.findByRole('region', { name: 'To Do' });
  if (account?.isAdmin) await screen.findByPlaceholderText('Enter a new task...');
  if (account?.isAdmin && tasks.length > 0) await screen.findAllByRole('button', { name: /^Move/ });
  return shown;
}

export const column = (name: string) => screen.getByRole('region', { name });

export const cards = (name: string) =>
  [...column(name).querySelectorAll('[data-task] p:first-child')].map((it) => it.textContent);

export const board = () =>
  Object.fromEntries(['To Do', 'In Progress', 'Done'].map((it) => [it, cards(it)]));

export const box = () => screen.getByPlaceholderText<HTMLInputElement>('Enter a new task...');

export const menuOf = (content: string) =>
  screen.getByRole('button', { name: `Move or edit “${content}”` });

export const gripOf = (content: string) =>
  screen.getByRole('button', { name: `Drag “${content}”` });

export const toast = async (title: string, detail: string) => {
  const words = await screen.findByText(title);
  expect(words.nextSibling?.textContent).toBe(detail);
};

export const choose = (content: string, item: string) => {
  fireEvent.click(menuOf(content));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};

export const press = (key: string) => {
  fireEvent.keyDown(document.activeElement!, { key });
  fireEvent.keyUp(document.activeElement!, { key });
};

export const add = (text: string, columnTitle = 'To Do') => {
  fireEvent.change(box(), { target: { value: text } });
  const select = screen.getByLabelText<HTMLSelectElement>('Column of the new task');
  const option = within(select).getByRole<HTMLOptionElement>('option', { name: columnTitle });
  fireEvent.change(select, { target: { value: option.value } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
};

export const outbox = () => editor.outbox().then(({ waiting }) => waiting);
export const rowOf = async (id: string) => (await mirrorRows(database, 'tasks')).get(id);

export const fillDevice = () =>
  vi.spyOn(editor, 'edit').mockRejectedValueOnce(new Failure('device', 'full', 'not kept'));
