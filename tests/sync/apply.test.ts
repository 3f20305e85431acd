import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../../src/content/kinds.ts';
import { projects } from '../../src/content/projects/projects.ts';
import { createDatabase, getMeta, type MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { adoptMirror } from '../../src/engine/mirror/derive.ts';
import { memoryOf } from '../../src/engine/mirror/memory.ts';
import { startPosition } from '../../src/engine/mirror/meta.ts';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import { update } from '../../src/engine/mutation.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { applyCatchUp, type CatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import { admin, mirrorRows, newDatabase, serverRows } from '../support/device.ts';
import { friendRow, projectRow } from '../support/rows.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const at = (cursor: number, epoch = 'first') => ({
  epoch,
  cursor,
  horizon: cursor,
  complete: true,
});

let database: MirrorDatabase;
beforeEach(() => {
  database = newDatabase();
});

const apply = (catchUp: CatchUp) => applyCatchUp(database, catchUp, noon);

const change = (table: string, row: { id: string }, version: number) => ({
  table,
  id: row.id,
  version,
  row,
});
const friendChange = (version: number, columns: Record<string, unknown> = {}) =>
  change('friends', friendRow(columns), version);

async function fill(changes: CatchUp['changes'], cursor: number): Promise<void> {
  await apply({ from: startPosition, to: at(cursor), reset: true, changes });
}

describe('a catch-up', () => {
  it('R3 Y5: saves rows, position and freshness together, or none of them', async () => {
    const good = friendChange(1);
    const unstorable = {
      ...friendChange(2),
      row: { ...friendChange(2).row, bio: null, fn: () => 0 },
    };
    const failing = fill([good, { ...unstorable, id: unstorable.row.id }], 2);
    await expect(failing).rejects.toThrow();
    expect(await mirrorRows(database, 'friends')).toEqual(new Map());
    expect(await readPosition(database)).toEqual(startPosition);
    expect(await getMeta(database, 'freshness')).toBeUndefined();

    await fill([good], 2);
    expect(await mirrorRows(database, 'friends')).toEqual(new Map([[good.id, good.row]]));
    expect(await readPosition(database)).toEqual(at(2));
    expect(await getMeta(database, 'freshness')).toBe(noon);
  });

  it('R9 Y27: does not put an older version of a row over a newer one', async () => {
    const held = friendChange(5, { name: 'new' });
    await fill([held], 5);
    const late = { ...held, version: 4, row: { ...held.row, name: 'old' } };
    await apply({ from: at(5), to: at(6), reset: false, changes: [late] });
    expect(await mirrorRows(database, 'friends')).toEqual(new Map([[held.id, held.row]]));
  });

  it('R9 Y32: is dropped, with its position, when another tab has overtaken it', async () => {
    const first = friendChange(1, { name: 'first' });
    const gone = { ...first, version: 9, row: null };
    await fill([first], 1);
    await apply({ from: at(1), to: at(9), reset: false, changes: [gone] });
    const late = { ...first, version: 3, row: { ...first.row, name: 'risen again' } };
    const applied = await apply({ from: at(1), to: at(3), reset: false, changes: [late] });
    expect(applied).toEqual({ outcome: 'stale', position: at(9) });
    expect(await mirrorRows(database, 'friends')).toEqual(new Map());
    expect(await readPosition(database)).toEqual(at(9));
  });

  it('R9: is dropped when it is of a history that the mirror has left', async () => {
    await fill([friendChange(1)], 1);
    const fresh = friendChange(1, { name: 'of the second history' });
    const to = at(1, 'second');
    await apply({ from: at(1), to, reset: true, changes: [fresh] });
    const old = await apply({ from: at(1), to: at(7), reset: false, changes: [friendChange(7)] });
    expect(old.outcome).toBe('stale');
    expect(await mirrorRows(database, 'friends')).toEqual(new Map([[fresh.id, fresh.row]]));
  });

  it('R8: replaces everything of the old history when it starts over', async () => {
    await fill([friendChange(1), friendChange(2)], 2);
    const only = friendChange(1, { name: 'only' });
    await apply({ from: at(2), to: at(1, 'second'), reset: true, changes: [only] });
    expect(await mirrorRows(database, 'friends')).toEqual(new Map([[only.id, only.row]]));
  });

  it('R8: is not believed when it starts over without a single row', async () => {
    const held = friendChange(1);
    await fill([held], 1);
    const applied = await apply({ from: at(1), to: at(0, 'second'), reset: true, changes: [] });
    expect(applied).toEqual({ outcome: 'unbelievable', position: at(1) });
    expect(await mirrorRows(database, 'friends')).toEqual(new Map([[held.id, held.row]]));
  });

  it('Y59: keeps a row that was deleted and inserted again', async () => {
    const row = friendChange(1);
    await fill([row], 1);
    const changes = [
      { ...row, version: 2, row: null },
      { ...row, version: 3 },
    ];
    await apply({ from: at(1), to: at(3), reset: false, changes });
    expect(await mirrorRows(database, 'friends')).toEqual(new Map([[row.id, row.row]]));
  });
});

describe('a row that cannot be read', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['of an unknown status', { status: 'archived' }],
    ['with a number where text belongs', { title: 7 }],
    ['without a column it must have', { title: undefined }],
    ['with a date that is none', { created_at: 'yesterday' }],
  ];
  it.each(cases)(
    'R10 Y14: %s is kept aside as received, and the other rows arrive',
    async (_, wrong) => {
      const bad = JSON.parse(JSON.stringify(projectRow(wrong)));
      const good = projectRow();
      await fill([change('projects', bad, 1), change('projects', good, 2)], 2);
      expect(await mirrorRows(database, 'projects')).toEqual(new Map([[good.id, good]]));
      expect(await readPosition(database)).toEqual(at(2));
      const [aside, ...others] = await database.malformed.toArray();
      expect(others).toEqual([]);
      expect(aside).toMatchObject({ table: 'projects', id: bad.id, version: 1, row: bad });
      expect(aside?.reason).not.toBe('');
    },
  );

  it('R10: leaves the previous state on the screen', async () => {
    const held = projectRow({ title: 'as it was' });
    await fill([change('projects', held, 1)], 1);
    const broken = change('projects', projectRow({ ...held, status: 'archived' }), 2);
    await apply({ from: at(1), to: at(2), reset: false, changes: [broken] });
    expect(await mirrorRows(database, 'projects')).toEqual(new Map([[held.id, held]]));
    expect(await database.malformed.count()).toBe(1);
  });

  describe('R36: in a fresh start of a server that cannot read a table', () => {
    const [held, other] = [projectRow({ title: 'as it was' }), projectRow()];
    const draft = { ...change('projects', projectRow(), 6), withheld: true as const };
    const changes = [friendChange(2)];
    const startOver = (more: Partial<CatchUp> = {}) => {
      const to = at(2, 'second~16412');
      return apply({ from: at(7), to, reset: true, changes, unread: ['projects'], ...more });
    };
    beforeEach(() =>
      fill([friendChange(1), change('projects', held, 5), change('projects', other, 7)], 7),
    );

    it('keeps what the device has of it, and nothing of another', async () => {
      await startOver();
      const kept = new Map([held, other].map((row) => [row.id, row]));
      expect(await mirrorRows(database, 'projects')).toEqual(kept);
      expect([...(await mirrorRows(database, 'friends')).keys()]).toEqual([changes[0]?.id]);
      // No row is ahead of the position, whichever history it is from.
      expect(await serverRows(database, 'projects')).toMatchObject([
        { version: 0 },
        { version: 0 },
      ]);
    });

    it('takes what came of it before it failed', async () => {
      const newer = { ...held, title: 'as it is' };
      await startOver({ changes: [change('projects', newer, 2)] });
      expect((await mirrorRows(database, 'projects')).get(held.id)).toEqual(newer);
      expect((await mirrorRows(database, 'projects')).size).toBe(2);
    });

    it('has all of it replaced once it can be read again', async () => {
      await startOver();
      const to = at(3, 'second');
      const again = { from: at(2, 'second~16412'), to, reset: true };
      await apply({ ...again, changes: [change('projects', other, 3)], unread: [] });
      expect([...(await mirrorRows(database, 'projects')).keys()]).toEqual([other.id]);
    });

    it('R43: keeps drafts for their reader only', async () => {
      const sessions = openSessionStore(database);
      await sessions.signIn('{}', { ...admin, isAdmin: true });
      const reader = admin.userId;
      await apply({
        from: at(7),
        to: at(8),
        reset: false,
        changes: [{ ...draft, version: 8 }],
        reader,
      });
      await startOver({ from: at(8), reader });
      expect((await mirrorRows(database, 'projects')).size).toBe(3);
      await sessions.signOut();
      expect((await mirrorRows(database, 'projects')).size).toBe(2);
    });
  });

  describe('in a fresh start, as after a column was renamed', () => {
    const held = projectRow({ title: 'as it was' });
    const { title, ...others } = held;
    const renamed = { ...others, name: title };
    const startOver = (version: number) =>
      apply({
        from: at(7),
        to: at(version, 'second'),
        reset: true,
        changes: [change('projects', renamed, version)],
      });
    beforeEach(() => fill([change('projects', held, 6), change('projects', projectRow(), 7)], 7));

    it('R10: leaves the previous state on the screen, and says so', async () => {
      await startOver(2);
      expect(await mirrorRows(database, 'projects')).toEqual(new Map([[held.id, held]]));
      expect(await database.malformed.toArray()).toMatchObject([{ id: held.id, row: renamed }]);
      // No row is ahead of the position, whichever history it is from.
      expect(await serverRows(database, 'projects')).toMatchObject([{ version: 0 }]);
      const mended = { ...held, title: 'mended' };
      const changes = [change('projects', mended, 3)];
      await apply({ from: at(2, 'second'), to: at(3, 'second'), reset: false, changes });
      expect(await mirrorRows(database, 'projects')).toEqual(new Map([[held.id, mended]]));
      expect(await database.malformed.count()).toBe(0);
    });

    it('R10: goes when the server deletes it', async () => {
      await startOver(2);
      const changes = [{ ...change('projects', held, 3), row: null }];
      await apply({ from: at(2, 'second'), to: at(3, 'second'), reset: false, changes });
      expect(await mirrorRows(database, 'projects')).toEqual(new Map());
    });

    it('R10: keeps its edits on that state', async () => {
      await openSessionStore(database).signIn('{}', admin);
      const editor = openEditor(database);
      const changes = [update(projects, held.id, { description: 'mine' })];
      const edit = await editor.edit({ label: 'Edit', changes });
      await startOver(2);
      const rows = await mirrorRows(database, 'projects');
      expect(rows).toEqual(new Map([[held.id, { ...held, description: 'mine' }]]));
      await editor.discard(edit!.id);
      expect(await mirrorRows(database, 'projects')).toEqual(new Map([[held.id, held]]));
    });
  });

  it('R10: is forgotten when the server mends or deletes it', async () => {
    const bad = projectRow({ status: 'archived' });
    const worse = projectRow({ status: 'archived' });
    await fill([change('projects', bad, 1), change('projects', worse, 2)], 2);
    const mended = { ...bad, status: 'done' };
    const gone = { ...change('projects', worse, 4), row: null };
    const changes = [change('projects', mended, 3), gone];
    await apply({ from: at(2), to: at(4), reset: false, changes });
    expect(await mirrorRows(database, 'projects')).toEqual(new Map([[bad.id, mended]]));
    expect(await database.malformed.count()).toBe(0);
  });

  it('R10: is mended by an edit, which shows it before the server has it', async () => {
    await openSessionStore(database).signIn('{}', admin);
    const bad = projectRow({ status: 'archived' });
    await fill([change('projects', bad, 1), change('news', { id: bad.id }, 2)], 2);
    const editor = openEditor(database);
    await memoryOf(database).load([]);
    expect(editor.unmended()).toMatchObject([{ table: 'projects', id: bad.id, row: bad }]);
    await expect(
      editor.edit({ label: 'No mend', changes: [update(projects, bad.id, { title: 'still' })] }),
    ).rejects.toMatchObject({ code: 'invalid' });

    const edit = await editor.edit({
      label: 'Mend',
      changes: [update(projects, bad.id, { status: 'done' })],
    });
    const mended = { ...bad, status: 'done' };
    expect(edit?.changes).toMatchObject([
      { values: { status: 'done' }, before: { status: 'archived' } },
    ]);
    expect(await mirrorRows(database, 'projects')).toEqual(new Map([[bad.id, mended]]));
    await memoryOf(database).load([]);
    expect(editor.unmended()).toEqual([]);

    await editor.takeBack(edit!.id);
    expect(await mirrorRows(database, 'projects')).toEqual(new Map());
    await memoryOf(database).load([]);
    expect(editor.unmended()).toMatchObject([{ id: bad.id }]);
    const changes = [change('projects', mended, 3)];
    await apply({ from: at(2), to: at(3), reset: false, changes });
    await memoryOf(database).load([]);
    expect(editor.unmended()).toEqual([]);
    expect(await mirrorRows(database, 'projects')).toEqual(new Map([[bad.id, mended]]));
  });

  it('R10: shows after an app update that understands it, without a change on the server', async () => {
    const row = { id: crypto.randomUUID(), headline: 'From a newer site' };
    await fill([change('news', row, 1), friendChange(2)], 2);
    const bad = projectRow({ status: 'archived' });
    const changes = [change('projects', bad, 3)];
    await apply({ from: at(2), to: at(3), reset: false, changes });
    expect(await database.malformed.count()).toBe(2);

    await adoptMirror(database);
    expect(await database.malformed.count()).toBe(2);
    const lenient = kinds.map((kind) =>
      kind.table === 'projects'
        ? { ...kind, row: v.looseObject({ id: v.string() }), order: () => [0], lookups: {} }
        : kind,
    );
    const updated = createDatabase(lenient, database.name, { model: 'as it is now' });
    await adoptMirror(updated);
    expect(await mirrorRows(updated, 'projects')).toEqual(new Map([[bad.id, bad]]));
    expect(await updated.malformed.toArray()).toMatchObject([{ table: 'news', row }]);
    updated.close();
  });
});
