import { fireEvent, screen, within } from '@testing-library/react';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { type Mutation, update } from '../../src/engine/index.ts';
import type { ServerChange } from '../../src/engine/mirror/apply.ts';
import { takeBatch } from '../../src/engine/outbox/queue.ts';
import { type GivenAnswer, recordAnswers } from './record-answers.ts';
import { learningRow, projectRow } from './rows.ts';
import { admin, type Device, heading, newDevice } from './site.tsx';

/** A device whose admin has edits, and the words by which tests use its outbox page. */

export const project = projectRow({ title: 'Bird Watch' });

export const row = learningRow({
  title: 'Old title',
  tags: ['rag', 'evals'],
  link: 'https://old.example/a',
});

export const other = learningRow({ title: 'Other' });

export async function editingDevice() {
  const device = await newDevice({
    rows: { projects: [project], learnings: [row, other] },
    account: admin,
    at: new Date().setHours(9, 14, 0, 0),
  });
  return {
    ...device,
    edited: async (title: string, id = row.id, holds = false) => {
      const changes = [update(learnings, id, { title })];
      const made = await device.editor.edit({ label: `Edit learning “${title}”`, changes, holds });
      return made as Mutation;
    },
    /** The server refuses edits. */
    refuse: (answers: readonly GivenAnswer[], changes: readonly ServerChange[] = []) =>
      recordAnswers(device.database, answers, { changes }),
    send: () => takeBatch(device.database, { count: 100, bytes: 1e6 }, Date.now()),
  };
}

export async function openPage(device: Device) {
  const shown = device.open('/admin/outbox');
  await heading('Outbox');
  return shown;
}

export const section = (name: string) => screen.findByRole('region', { name });

export const titles = (inside: HTMLElement) =>
  within(inside)
    .getAllByRole('heading', { level: 3 })
    .map((it) => it.textContent);

export const main = () => within(screen.getByRole('main'));
export const button = (name: string) => screen.findByRole('button', { name });

/** Presses a button as soon as it is there. */
export const choose = async (name: string) => fireEvent.click(await button(name));

export const text = (element: Element) => element.textContent?.replace(/\s+/g, ' ').trim();
