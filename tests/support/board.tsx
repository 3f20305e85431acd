import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { ProjectPage } from '../../src/features/project/project-page.tsx';
import { projectRow, taskRow } from './rows.ts';
import { admin, type Device, newDevice } from './site.tsx';

/** The admin's board of a project, and the words by which its tests use it. */

export const project = projectRow({ title: 'Bird Watch' });

export const task = (content: string, status = 'todo', position = 0) =>
  taskRow({ project_id: project.id, content, status, position });

export const tasksOf = (status: string, count: number) =>
  Array.from({ length: count }, (_, place) => task(`${status} ${place + 1}`, status, place));

/** Opens the project's page on a new device; for an admin, once the board can be edited. */
export async function openBoard(
  tasks: ReturnType<typeof task>[] = [],
  account: typeof admin | null = admin,
) {
  const device = await newDevice({ rows: { projects: [project], tasks }, account });
  const shown = await openPage(device);
  if (account?.isAdmin) await screen.findByPlaceholderText('Enter a new task...');
  if (account?.isAdmin && tasks.length > 0) await screen.findAllByRole('button', { name: /^Move/ });
  return { ...device, ...shown };
}

/** Opens the project's page in one more tab. */
export async function openPage(device: Device, options: Parameters<Device['open']>[1] = {}) {
  const shown = device.open('/projects/bird-watch', {
    screen: (
      <Routes>
        <Route path="/projects/:projectId" element={<ProjectPage />} />
      </Routes>
    ),
    ...options,
  });
  await screen.findByRole('region', { name: 'To Do' });
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

export const choose = (content: string, item: string) => {
  fireEvent.click(menuOf(content));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};

/** Presses a key where the focus is. */
export const strike = (key: string) => {
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
