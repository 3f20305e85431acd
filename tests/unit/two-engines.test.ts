// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { engineName, kinds } from '../../src/content/kinds.ts';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { draftOf } from '../../src/engine/draft.ts';
import { createEngine, type Engine, insert } from '../../src/engine/index.ts';
import { createDatabase } from '../../src/engine/mirror/database.ts';
import { createMemoryDatabase } from '../../src/engine/mirror/in-memory.ts';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { createSession, toStored } from '../../src/engine/supabase/session.ts';
import { testLocks } from '../support/locks.ts';

/** Two sites in one origin, such as two folders of one host: each has its own engine, under its own name. */

const backend = { url: 'https://server.test', key: 'sb_publishable_test' };
const account = { userId: 'ada', email: 'ada@b.cd', isAdmin: true, expired: false };
const draft = draftOf(
  { account: 'ada', place: 'learnings/new', tab: 'one' },
  { fields: { title: 'Typed' }, from: null },
  1,
);

const engines: Engine[] = [];
function editorOf(name: string) {
  const engine = createEngine({ kinds, model: 'test', backend, name });
  engines.push(engine);
  return engine.view().tools.editor(openEditor);
}

beforeEach(() => void vi.stubGlobal('navigator', { locks: testLocks() }));
afterEach(() => {
  for (const engine of engines.splice(0)) engine.stop();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** Refreshes the session of a device that was signed in long ago. @returns the locks that were held meanwhile */
async function locksOfRefresh(name: string): Promise<readonly string[]> {
  const locks = testLocks();
  let held: readonly string[] = [];
  const session = (token: string, expires_in: number) => ({
    access_token: token,
    refresh_token: token,
    expires_in,
    user: { id: account.userId },
  });
  vi.stubGlobal('fetch', async () => {
    held = ((await locks.query()).held ?? []).map((lock) => lock.name ?? '');
    return new Response(JSON.stringify(session('new', 3_600)));
  });
  const database = createDatabase(kinds, name);
  const store = openSessionStore(database);
  await store.signIn(toStored(session('old', 0), 0) ?? '', account);
  const caller = await createSession(backend, store, locks).accessToken();
  database.close();
  expect(caller).toEqual({ token: 'new', userId: account.userId });
  return held;
}

describe('R32: engines of different names in one origin', () => {
  it('do not wait for each other to refresh a session', async () => {
    const [first, second] = [await locksOfRefresh('first'), await locksOfRefresh('second')];
    expect([first.length, second.length]).toEqual([1, 1]);
    expect(first).not.toEqual(second);
    // Pages of one name do, or each would spend the token that the other one needs.
    expect(await locksOfRefresh('first')).toEqual(first);
  });

  it('find only their own drafts on the way from a closed page', async () => {
    const [first, second] = [editorOf('first').drafts, editorOf('second').drafts];
    first.carried.put(draft);
    const home = { account: 'ada', place: 'learnings/new', tab: 'two' };
    expect((await second.at(home)).offered).toEqual([]);
    await second.gather('ada');
    expect((await second.at(home)).offered).toEqual([]);
    expect((await first.at(home)).offered).toMatchObject([{ fields: { title: 'Typed' } }]);
  });

  it('are different tabs, so that a reload gives each its own drafts', async () => {
    const gather = () =>
      Promise.all(['first', 'second'].map((name) => editorOf(name).drafts.gather('ada')));
    const before = await gather();
    // The page that was left has let go of its locks.
    vi.stubGlobal('navigator', { locks: testLocks() });
    expect(await gather()).toEqual(before);
  });

  it('refuse exports of each other', async () => {
    const text = await editorOf('first').exportOutbox();
    await expect(editorOf('second').importOutbox(text)).rejects.toMatchObject({ code: 'invalid' });
    expect(await editorOf('first').importOutbox(text)).toEqual({ own: 0, others: 0 });
  });
});

describe('R32: the engine of this site', () => {
  it('reads the drafts and exports that visitors have', async () => {
    localStorage.setItem(`fieldnotes draft ${draft.key}`, JSON.stringify(draft));
    const editor = editorOf(engineName);
    const home = { account: 'ada', place: 'learnings/new', tab: 'two' };
    expect((await editor.drafts.at(home)).offered).toMatchObject([{ fields: { title: 'Typed' } }]);
    const text = JSON.stringify({ fieldnotes: 'outbox', version: 1, waiting: [], rejected: [] });
    expect(await editor.importOutbox(text)).toEqual({ own: 0, others: 0 });
  });

  it('exports edits that are only in memory under the same name', async () => {
    const memory = createMemoryDatabase(kinds, 'test', engineName);
    await openSessionStore(memory).signIn('session', account);
    const editor = openEditor(memory);
    const change = insert(learnings, { title: 'Kept nowhere', description: 'else' });
    await editor.edit({ label: 'Add', changes: [change] });
    const file = await editor.exportOutbox();
    memory.close();
    expect(await editorOf(engineName).importOutbox(file)).toEqual({ own: 0, others: 1 });
  });
});
