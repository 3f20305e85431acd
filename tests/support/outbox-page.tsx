import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { learnings } from '../../src/content/learnings/learnings.ts';
import type { ServerChange } from '../../src/engine/mirror/apply.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { type Account, startPosition } from '../../src/engine/mirror/meta.ts';
import { openMirror } from '../../src/engine/mirror/read.ts';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import type { Mutation } from '../../src/engine/mutation.ts';
import { update } from '../../src/engine/mutation.ts';
import { type Editor, openEditor } from '../../src/engine/outbox/editor.ts';
import { takeBatch } from '../../src/engine/outbox/queue.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import { ToastProvider } from '../../src/ui/toast.tsx';
import { newDatabase } from './device.ts';
import { accountOf, fakeAuth } from './fake-auth.ts';
import { siteAt } from './open-at.tsx';
import { EditingProvider, MirrorProvider } from './providers.tsx';
import { type GivenAnswer, recordAnswers } from './record-answers.ts';
import { learningRow, projectRow } from './rows.ts';

/** The outbox page and the way to it, over the real store. */

export const admin = accountOf('admin@b.cd', true);
export const project = projectRow({ title: 'Bird Watch' });

export const row = learningRow({
  title: 'Old title',
  tags: ['rag', 'evals'],
  link: 'https://old.example/a',
});

export const other = learningRow({ title: 'Other' });
export let database: MirrorDatabase;
export let editor: Editor;
export let requests: number;

beforeEach(async () => {
  sessionStorage.clear();
  database = newDatabase();
  editor = openEditor(database);
  requests = 0;
  const rows = [row, other].map((it) => ({ table: 'learnings', id: it.id, version: 1, row: it }));
  const changes = [{ table: 'projects', id: project.id, version: 1, row: project }, ...rows];
  const to = { epoch: 'e', cursor: 1, horizon: 1, complete: true };
  const at = new Date().setHours(9, 14, 0, 0);
  await applyCatchUp(database, { from: startPosition, to, reset: true, changes }, at);
  await signIn(admin);
});

afterEach(() => {
  vi.unstubAllGlobals();
  database.close();
});

export function signIn(account: Account | null): Promise<void> {
  const sessions = openSessionStore(database);
  return account === null ? sessions.signOut() : sessions.signIn('{}', account);
}

export function open(address = '/admin/outbox') {
  const { navigation, site } = siteAt(address);
  const mirror = openMirror(database);
  const counting = {
    ...mirror,
    requestSync: () => {
      requests += 1;
    },
  };
  render(
    <MirrorProvider mirror={counting}>
      <EditingProvider editor={editor} auth={fakeAuth(database)}>
        <ToastProvider>{site}</ToastProvider>
      </EditingProvider>
    </MirrorProvider>,
  );
  return navigation;
}

export async function openPage() {
  open();
  await screen.findByRole('heading', { level: 1, name: 'Outbox' });
}

export const edited = (title: string, id = row.id, holds = false) =>
  editor
    .edit({
      label: `Edit learning “${title}”`,
      changes: [update(learnings, id, { title })],
      holds,
    })
    .then((made) => made as Mutation);

/** The server refuses edits. */
export const refuse = (answers: readonly GivenAnswer[], changes: readonly ServerChange[] = []) =>
  recordAnswers(database, answers, { changes });

export const send = () => takeBatch(database, { count: 100, bytes: 1e6 }, Date.now());
export const section = (name: string) => screen.findByRole('region', { name });

export const titles = (inside: HTMLElement) =>
  within(inside)
    .getAllByRole('heading', { level: 3 })
    .map((it) => it.textContent);

export const main = () => within(screen.getByRole('main'));
export const button = (name: string) => screen.findByRole('button', { name });
export const press = async (name: string) => fireEvent.click(await button(name));
export const text = (element: Element) => element.textContent?.replace(/\s+/g, ' ').trim();
