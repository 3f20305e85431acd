import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { learnings } from '../../src/content/learnings/learnings.ts';
import type { ServerChange } from '../../src/engine/mirror/apply.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { memoryOf } from '../../src/engine/mirror/memory.ts';
import { type Account, NO_HISTORY, startPosition } from '../../src/engine/mirror/meta.ts';
import { openSessionStore, type SessionStore } from '../../src/engine/mirror/session-store.ts';
import { takeSnapshot } from '../../src/engine/mirror/snapshot.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import { update } from '../../src/engine/mutation.ts';
import { type Editor, openEditor } from '../../src/engine/outbox/editor.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import type { Page } from '../../src/engine/sync/protocol.ts';
import { createPull } from '../../src/engine/sync/pull.ts';
import { readStand } from '../../src/engine/sync/stand.ts';
import { mirrorRows, newDatabase, serverRows } from '../support/device.ts';
import { accountOf } from '../support/fake-auth.ts';
import { learningRow } from '../support/rows.ts';

/** What only admins may see is on a device for as long as its reader may see it. */

const ada = accountOf('ada@b.cd', true);
const bob = accountOf('bob@b.cd', true);
const carl = accountOf('carl@b.cd', false);
const draft = learningRow({ title: 'Draft', published_at: null });
const shown = learningRow({ title: 'Shown' });

let database: MirrorDatabase;
let sessions: SessionStore;
let editor: Editor;

const at = (cursor: number, epoch = 'admins') => ({
  epoch,
  cursor,
  horizon: cursor,
  complete: true,
});
const change = (
  row: { id: string },
  version: number,
  withheld?: true | string[],
): ServerChange => ({
  table: 'learnings',
  id: row.id,
  version,
  row,
  withheld,
});
const fresh = (
  reader: string | null,
  changes: readonly ServerChange[],
  epoch = 'admins',
  from = startPosition,
) => applyCatchUp(database, { from, to: at(9, epoch), reset: true, changes, reader }, 1);
const titles = async () =>
  [...(await mirrorRows(database, 'learnings')).values()]
    .map((row) => (row as { title: string }).title)
    .sort();
const onDisk = async () => (await serverRows(database, 'learnings')).map(({ id }) => id);
const signIn = (account: Account) => sessions.signIn('{}', account);

beforeEach(async () => {
  database = newDatabase();
  sessions = openSessionStore(database);
  editor = openEditor(database);
  await signIn(ada);
  await fresh(ada.userId, [change(draft, 1, true), change(shown, 2)]);
});
afterEach(() => database.close());

describe('R43: what only admins may see', () => {
  it('leaves device and screen with the sign-out; what everybody sees stays', async () => {
    expect(await titles()).toEqual(['Draft', 'Shown']);
    await sessions.signOut();
    expect(await titles()).toEqual(['Shown']);
    expect(await onDisk()).toEqual([shown.id]);
  });

  it('comes again with everything, when its reader is back', async () => {
    await sessions.signOut();
    expect(await readPosition(database)).toMatchObject({ epoch: NO_HISTORY, complete: true });
  });

  it('asks for nothing anew where there was none of it', async () => {
    await applyCatchUp(
      database,
      { from: at(9), to: at(10), reset: false, changes: [change(draft, 10)], reader: ada.userId },
      1,
    );
    await sessions.signOut();
    expect(await titles()).toEqual(['Draft', 'Shown']);
    expect(await readPosition(database)).toEqual(at(10));
  });

  it('is never on the screen beside another account', async () => {
    const seen: string[] = [];
    const memory = memoryOf(database);
    await memory.load([learnings]);
    const stop = memory.watch(() => {
      const has = memory.collection(learnings)?.get(draft.id) !== undefined;
      seen.push(`${memory.about?.account?.email ?? 'nobody'} ${has}`);
    });
    await signIn(carl);
    await memory.load([learnings]);
    stop();
    expect(seen.filter((moment) => moment !== 'ada@b.cd true')).not.toContain('carl@b.cd true');
    expect(seen.at(-1)).toBe('carl@b.cd false');
  });

  it('leaves with the right to see it', async () => {
    await sessions.setRole(ada.userId, false);
    expect(await titles()).toEqual(['Shown']);
  });

  it('leaves with a sign-in that finds the right gone', async () => {
    await signIn({ ...ada, isAdmin: false });
    expect(await titles()).toEqual(['Shown']);
  });

  it('leaves when an account is no admin, although this device never heard that it was one', async () => {
    await signIn(carl);
    await fresh(
      carl.userId,
      [change(draft, 1, true), change(shown, 2)],
      'admins',
      await readPosition(database),
    );
    expect(await titles()).toEqual(['Draft', 'Shown']);
    await sessions.setRole(carl.userId, false);
    expect(await titles()).toEqual(['Shown']);
  });

  it('is never on the screen of an account that has lost the right', async () => {
    const seen: string[] = [];
    const memory = memoryOf(database);
    await memory.load([learnings]);
    const stop = memory.watch(() => {
      const has = memory.collection(learnings)?.get(draft.id) !== undefined;
      seen.push(`${memory.about?.account?.isAdmin} ${has}`);
    });
    await sessions.setRole(ada.userId, false);
    await memory.load([learnings]);
    stop();
    expect(seen).not.toContain('false true');
    expect(seen.at(-1)).toBe('false false');
  });

  it('stays while the session has only ended, and when the same account signs in again', async () => {
    await sessions.expire('{}');
    expect(await titles()).toEqual(['Draft', 'Shown']);
    await signIn(ada);
    expect(await titles()).toEqual(['Draft', 'Shown']);
  });

  it('is not written by an answer that comes after the sign-out, or for another account', async () => {
    const late = change(learningRow({ title: 'Late' }), 10, true);
    const arrive = () =>
      applyCatchUp(
        database,
        { from: at(9), to: at(10), reset: false, changes: [late], reader: ada.userId },
        1,
      );
    await signIn(bob);
    expect(await arrive()).toMatchObject({ outcome: 'stale' });
    await sessions.signOut();
    const anew = { ...at(10), epoch: NO_HISTORY };
    await database.meta.put({ key: 'position', value: at(9) });
    expect(await arrive()).toMatchObject({ outcome: 'stale' });
    expect(await titles()).toEqual(['Shown']);
    expect(await readPosition(database)).not.toEqual(anew);
  });

  it('is not written by an answer that was asked for before its reader lost the right', async () => {
    const row = learningRow({ title: 'Late' });
    const late = { table: 'learnings', id: row.id, version: 10, row: { ...row }, withheld: true };
    const page = {
      ...{ epoch: 'admins', reset: false, cursor: 10, version: 10, more: false, answers: [] },
      ...{ changes: [late], reader: ada.userId },
    } as Page;
    const exchange = async (meanwhile: () => Promise<void>) => {
      const remote = { pull: () => meanwhile().then(() => page) };
      const pull = createPull(database, remote, () => 1);
      const stand = await readStand(database, 1);
      await pull.finish(pull.begin(stand), null, new AbortController().signal);
    };
    await sessions.setRole(ada.userId, true);
    await database.meta.put({ key: 'position', value: at(9) });
    await exchange(() => sessions.setRole(ada.userId, false));
    expect(await titles()).toEqual(['Shown']);
    // The same account, by a sign-in that finds the right gone.
    await signIn(ada);
    await database.meta.put({ key: 'position', value: at(9) });
    await exchange(() => signIn({ ...ada, isAdmin: false }));
    expect(await titles()).toEqual(['Shown']);
    // What is asked for afterwards is written.
    await signIn(ada);
    await database.meta.put({ key: 'position', value: at(9) });
    await exchange(async () => {});
    expect(await titles()).toEqual(['Late', 'Shown']);
  });

  it('costs an account without the right no reading of rows at each start, where there is none of it', async () => {
    let rows = 0;
    const count = <Held>(held: Held) => {
      rows += 1;
      return held;
    };
    await sessions.setRole(ada.userId, false);
    database.pages.hook('reading', count);
    await sessions.setRole(ada.userId, false);
    expect(rows).toBe(0);
    // What comes afterwards is found again.
    const from = await readPosition(database);
    await fresh(ada.userId, [change(draft, 1, true), change(shown, 2)], 'admins', from);
    await sessions.setRole(ada.userId, false);
    expect(rows).toBeGreaterThan(0);
    expect(await titles()).toEqual(['Shown']);
  });

  it('leaves with the sign-out although this version of the app cannot read it', async () => {
    const unreadable = { ...change(learningRow({}), 10, true), row: { title: 5 } };
    await applyCatchUp(
      database,
      { from: at(9), to: at(10), reset: false, changes: [unreadable], reader: ada.userId },
      1,
    );
    expect(await database.malformed.count()).toBe(1);
    await sessions.signOut();
    expect(await database.malformed.count()).toBe(0);
  });

  it('is in no snapshot for others, and in that of its reader', async () => {
    const own = await takeSnapshot(database, 'reader');
    expect(own?.changes.map(({ id }) => id)).toEqual([draft.id, shown.id]);
    expect((await takeSnapshot(database, 'everybody'))?.changes.map(({ id }) => id)).toEqual([
      shown.id,
    ]);
  });

  it('takes no edit along: it waits for its author', async () => {
    await editor.edit({ label: 'x', changes: [update(learnings, draft.id, { title: 'Mine' })] });
    await sessions.signOut();
    expect(await titles()).toEqual(['Shown']);
    expect(await database.outbox.count()).toBe(1);
    await signIn(ada);
    await fresh(ada.userId, [change(draft, 1, true)], 'admins', await readPosition(database));
    expect(await titles()).toEqual(['Mine']);
  });
});

it('R43: a value that only admins may see leaves with them, and its row stays', async () => {
  const about = { ...learningRow({ title: 'About' }), project_id: draft.id };
  await applyCatchUp(
    database,
    {
      from: at(9),
      to: at(10),
      reset: false,
      changes: [change(about, 10, ['project_id'])],
      reader: ada.userId,
    },
    1,
  );
  const told = (await takeSnapshot(database, 'everybody'))?.changes.find(
    ({ id }) => id === about.id,
  );
  expect(told?.row).toEqual({ ...about, project_id: null });
  await sessions.signOut();
  expect((await mirrorRows(database, 'learnings')).get(about.id)).toEqual({
    ...about,
    project_id: null,
  });
});

describe('R8 R43 invariant 9: a fresh start without a row', () => {
  beforeEach(async () => {
    await fresh(ada.userId, [change(draft, 1, true)], 'other', await readPosition(database));
    expect(await titles()).toEqual(['Draft']);
  });

  it('is believed by a visitor of a site that has only drafts', async () => {
    await sessions.expire('{}');
    const from = await readPosition(database);
    expect(await fresh(null, [], 'visitors', from)).toMatchObject({ outcome: 'applied' });
    expect(await titles()).toEqual([]);
  });

  it('is not believed by the admin who has them', async () => {
    const from = await readPosition(database);
    expect(await fresh(ada.userId, [], 'empty', from)).toMatchObject({ outcome: 'unbelievable' });
    expect(await titles()).toEqual(['Draft']);
  });
});
