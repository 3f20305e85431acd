import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { projects } from '../../src/content/projects/projects.ts';
import { tasks } from '../../src/content/tasks/tasks.ts';
import { draftOf } from '../../src/engine/draft.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { memoryOf } from '../../src/engine/mirror/memory.ts';
import { type Account, startPosition } from '../../src/engine/mirror/meta.ts';
import { openSessionStore, type SessionStore } from '../../src/engine/mirror/session-store.ts';
import type { Mutation } from '../../src/engine/mutation.ts';
import { insert, remove, update } from '../../src/engine/mutation.ts';
import { type Editor, openEditor } from '../../src/engine/outbox/editor.ts';
import { openShownOwn, readQueue, takeBatch } from '../../src/engine/outbox/queue.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import { mirrorRows, newDatabase } from '../support/device.ts';
import { accountOf } from '../support/fake-auth.ts';
import { type GivenAnswer, recordAnswers } from '../support/record-answers.ts';
import { learningRow } from '../support/rows.ts';

/** Accounts on a shared device: each sees the server's rows with its own pending edits, and with nobody else's. */

const ada = accountOf('ada@b.cd', true);
const bob = accountOf('bob@b.cd', true);
const row = learningRow({ title: 'Server', link: null });
const typed = { fields: { title: 'Typed' }, from: null };
let database: MirrorDatabase;
let editor: Editor;
let sessions: SessionStore;

beforeEach(async () => {
  database = newDatabase();
  editor = openEditor(database);
  sessions = openSessionStore(database);
  const changes = [{ table: 'learnings', id: row.id, version: 1, row }];
  await applyCatchUp(database, { from: startPosition, to: at(1), reset: true, changes }, 1);
  await signIn(ada);
});
afterEach(() => database.close());

const at = (cursor: number) => ({ epoch: 'e', cursor, horizon: cursor, complete: true });
const signIn = (account: Account) => sessions.signIn('{}', account);
const shown = async (id = row.id) => (await mirrorRows(database, 'learnings')).get(id);
const setTitle = async (title: string) =>
  (await editor.edit({
    label: `Edit “${title}”`,
    changes: [update(learnings, row.id, { title })],
  })) as Mutation;
const send = () => takeBatch(database, { count: 100, bytes: 1e6 }, Date.now());
const ids = (edits: readonly { id: string }[]) => edits.map(({ id }) => id);

const answer = (given: GivenAnswer) => recordAnswers(database, [given]);

/** Of Ada's edits one is refused for this reason, one has replaced a value, and one waits. */
async function editEach(code: string) {
  const bad = await setTitle('Bad');
  await answer({ id: bad.id, code });
  const sent = await setTitle('Sent');
  const conflicts = [{ table: 'learnings', id: row.id, column: 'title', was: 'Theirs' }];
  await answer({ id: sent.id, outcome: 'applied', first: 'applied', conflicts });
  return { bad, waiting: await setTitle('Waiting') };
}

/** Everything that is stored of edits, of all authors. */
const kept = async () => ({
  waiting: await database.outbox.toArray(),
  rejected: await database.rejected.toArray(),
  overwritten: await database.overwritten.toArray(),
});

it('R20 invariant 1: pending edits show only to their author on the device', async () => {
  await setTitle('Ada’s');
  await sessions.signOut();
  expect(await shown()).toEqual(row);
  await signIn(bob);
  expect(await shown()).toEqual(row);
  await signIn(ada);
  expect(await shown()).toEqual({ ...row, title: 'Ada’s' });
});

it('invariant 1: rows that one account adds or deletes are so for that account only', async () => {
  const added = insert(learnings, { title: 'New', description: '' });
  await editor.edit({ label: 'Add', changes: [added] });
  await editor.edit({ label: 'Delete', changes: [remove(learnings, row.id)] });
  await signIn(bob);
  expect([await shown(added.id), await shown()]).toEqual([undefined, row]);
  await signIn(ada);
  expect([await shown(added.id), await shown()]).toMatchObject([{ title: 'New' }, undefined]);
});

it('an account whose session has ended still sees its edits', async () => {
  await setTitle('Ada’s');
  await sessions.expire('{}');
  expect(await shown()).toMatchObject({ title: 'Ada’s' });
  expect((await editor.outbox()).waiting).toHaveLength(1);
});

it('R20: the server’s row is what each account’s edits are replayed over', async () => {
  await setTitle('Ada’s');
  await signIn(bob);
  const bobs = await setTitle('Bob’s');
  expect(await shown()).toMatchObject({ title: 'Bob’s' });
  await editor.discard(bobs.id);
  expect(await shown()).toEqual(row);
  const news = { ...row, title: 'News', link: 'https://l' };
  const [from, to] = [at(1), at(2)];
  const changes = [{ table: 'learnings', id: row.id, version: 2, row: news }];
  await applyCatchUp(database, { from, to, reset: false, changes }, 2);
  expect(await shown()).toMatchObject({ title: 'News', link: 'https://l' });
  await signIn(ada);
  expect(await shown()).toMatchObject({ title: 'Ada’s', link: 'https://l' });
});

it('R20: the second admin builds on the server’s rows, not on the first one’s edits', async () => {
  const added = insert(projects, { title: 'P', description: 'd' });
  await editor.edit({ label: 'Add project', changes: [added] });
  await setTitle('Ada’s');
  await signIn(bob);
  // He cannot edit a row that does not exist for him: the server would refuse it.
  const rename = update(projects, added.id, { title: 'Q' });
  await expect(editor.edit({ label: 'Rename', changes: [rename] })).rejects.toMatchObject({
    code: 'gone',
  });
  expect((await mirrorRows(database, 'projects')).size).toBe(0);
  const bobs = await setTitle('Bob’s');
  expect(bobs).toMatchObject({ account: bob.userId, changes: [{ before: row }], after: [] });
  expect((await editor.outbox()).waiting).toEqual([bobs]);
  expect(ids(await send())).toEqual([bobs.id]);
  // Ada's edits do not wait behind a mutation of another account.
  await signIn(ada);
  const task = insert(tasks, { project_id: added.id, content: 'T', position: 0 });
  await editor.edit({ label: 'Add task', changes: [task] });
  const waiting = await send();
  expect(waiting.map(({ label }) => label)).toEqual(['Add project', 'Edit “Ada’s”', 'Add task']);
});

it('coalesces into the author’s own last edit, whatever edits others have made since', async () => {
  const first = await setTitle('One');
  await signIn(bob);
  const bobs = await setTitle('Bob’s');
  await signIn(ada);
  const second = await setTitle('Two');
  expect(second.id).toBe(first.id);
  expect(ids((await kept()).waiting)).toEqual([first.id, bobs.id]);
});

it('others are told how many edits wait here, but not their contents', async () => {
  await editEach('23514');
  const mine = await editor.outbox();
  expect([mine.waiting, mine.rejected, mine.overwritten].map((it) => it.length)).toEqual([1, 1, 1]);
  expect(mine.others).toBe(0);
  const nothing = {
    waiting: [],
    rejected: [],
    overwritten: [],
    others: 2,
    files: {},
    heldBack: [],
  };
  await sessions.signOut();
  expect(await editor.outbox()).toEqual({ account: null, ...nothing });
  await signIn(bob);
  expect(await editor.outbox()).toEqual({ account: bob.userId, ...nothing });
});

it('R20: nobody can discard, try, restore, take back, dismiss or export another account’s edits', async () => {
  const { bad, waiting } = await editEach('P0002');
  const [notice] = (await editor.outbox()).overwritten;
  const before = await kept();
  for (const account of [bob, accountOf('reader@b.cd', false), null]) {
    if (account === null) await sessions.signOut();
    else await signIn(account);
    for (const id of [bad.id, waiting.id]) {
      expect(await editor.discard(id)).toEqual({ waiting: [], rejected: [], files: [] });
      expect(await editor.takeBack(id)).toBe(false);
      await editor.retry(id);
      await editor.restore(id);
    }
    await editor.dismissOverwritten(notice!.place);
    expect(JSON.parse(await editor.exportOutbox())).toMatchObject({ waiting: [], rejected: [] });
    expect(await kept()).toEqual(before);
  }
});

it('an edit that is refused after its author has left shows to the author only', async () => {
  const bad = await setTitle('Bad');
  await send();
  await signIn(bob);
  await answer({ id: bad.id, code: '23514' });
  expect(await editor.outbox()).toMatchObject({ rejected: [], others: 1 });
  expect(await shown()).toEqual(row);
  await signIn(ada);
  expect(ids((await editor.outbox()).rejected)).toEqual([bad.id]);
});

it('an import keeps the account of each edit; edits of others stay invisible', async () => {
  await setTitle('Ada’s');
  const file = await editor.exportOutbox();
  const other = newDatabase();
  const there = openEditor(other);
  const store = openSessionStore(other);
  await store.signIn('{}', bob);
  await there.edit({ label: 'Bob’s', changes: [insert(projects, { title: 'P' })] });
  expect(await there.importOutbox(file)).toEqual({ own: 0, others: 1 });
  expect(await there.outbox()).toMatchObject({ others: 1, rejected: [] });
  expect((await there.outbox()).waiting.map(({ label }) => label)).toEqual(['Bob’s']);
  await store.signIn('{}', ada);
  expect((await there.outbox()).waiting.map(({ label }) => label)).toEqual(['Edit “Ada’s”']);
  expect(await there.importOutbox(file)).toEqual({ own: 0, others: 0 });
  other.close();
});

it('a visitor’s page looks for edits only where somebody has left some', async () => {
  await setTitle('Ada’s');
  const file = await editor.exportOutbox();
  const other = newDatabase();
  const hasEdits = async () => {
    await memoryOf(other).load([]);
    return openShownOwn(other).peekHasEdits();
  };
  expect(await hasEdits()).toBe(false);
  const unnamed = JSON.stringify({ ...JSON.parse(file), email: undefined });
  expect(await openEditor(other).importOutbox(unnamed)).toEqual({ own: 0, others: 1 });
  expect(await hasEdits()).toBe(true);
  other.close();
  await sessions.signOut();
  await memoryOf(database).load([]);
  expect(openShownOwn(database).peekHasEdits()).toBe(true);
});

/** Ada's account, made anew on the server. */
const adaAnew = { ...ada, userId: 'another id', email: 'Ada@b.cd' };

it('R20: who signs in with the address of an earlier account can take over its edits, by saying so', async () => {
  const { bad, waiting } = await editEach('23514');
  const draft = draftOf({ account: ada.userId, place: 'learnings/new', tab: 't' }, typed, 1);
  await editor.drafts.keep(draft);
  await signIn(bob);
  expect(await editor.claimable()).toBe(0);
  await editor.claim();
  expect((await editor.outbox()).others).toBe(2);
  await signIn({ ...adaAnew, expired: true });
  expect(await editor.claimable()).toBe(0);
  await signIn(adaAnew);
  expect(await editor.outbox()).toMatchObject({ waiting: [], rejected: [], others: 2 });
  expect(await editor.claimable()).toBe(2);
  expect(await shown()).toEqual(row);

  await editor.claim();
  const now = await editor.outbox();
  expect([ids(now.waiting), ids(now.rejected), now.others]).toEqual([[waiting.id], [bad.id], 0]);
  expect(now.overwritten).toHaveLength(1);
  expect(await shown()).toMatchObject({ title: 'Waiting' });
  expect(await editor.claimable()).toBe(0);
  await signIn(bob);
  await signIn(adaAnew);
  expect(await editor.claimable(), 'of its own').toBe(0);
  expect(ids(await send())).toEqual([waiting.id]);
  const home = { account: adaAnew.userId, place: 'learnings/new', tab: 'other' };
  expect((await editor.drafts.at(home)).offered).toMatchObject([typed]);
});

it('R20: an export of an earlier account can be taken over where it was imported', async () => {
  const edit = await setTitle('Ada’s');
  const file = await editor.exportOutbox();
  const other = newDatabase();
  const there = openEditor(other);
  const store = openSessionStore(other);
  await store.signIn('{}', bob);
  await there.importOutbox(file);
  expect(await there.claimable()).toBe(0);
  await store.signIn('{}', adaAnew);
  expect(await there.claimable()).toBe(1);
  await there.claim();
  expect(ids((await there.outbox()).waiting)).toEqual([edit.id]);
  other.close();
});

it('the addresses of accounts without edits here are not kept', async () => {
  await signIn(bob);
  await sessions.signOut();
  expect(JSON.stringify(await database.meta.toArray())).not.toContain('@');
});

it('the device asks only for the answers to its account’s edits', async () => {
  const sent = await setTitle('Sent');
  await send();
  const bad = await editor.edit({
    label: 'Add',
    changes: [insert(projects, { title: randomUUID() })],
  });
  await answer({ id: bad!.id, code: '42501' });
  expect((await readQueue(database)).unanswered).toEqual([sent.id, bad!.id]);
  await signIn(bob);
  expect((await readQueue(database)).unanswered).toEqual([]);
});
