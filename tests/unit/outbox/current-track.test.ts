import { describe, expect, it } from 'vitest';
import { setCurrentTrack } from '../../../src/content/tracks/tracks.ts';
import type { BaseRow } from '../../../src/engine/define.ts';
import { applyCatchUp } from '../../../src/engine/sync/apply-catch-up.ts';
import { answer, type Device, device, epoch, NOW, send } from '../../support/editing-device.ts';
import { trackRow } from '../../support/rows.ts';

describe('one current track', () => {
  const [old, next, third] = [
    trackRow({ title: 'Old', is_current: true }),
    trackRow({ title: 'Next' }),
    trackRow({ title: 'Third' }),
  ];
  const withTracks = () => device({ current_listening: [old, next, third] });
  const choose = ({ editor }: Device, row: BaseRow) =>
    editor.edit({ label: 'Set current', changes: [setCurrentTrack(row.id)] });
  const current = async ({ shown }: Device) =>
    [...(await shown('current_listening')).values()].flatMap((row) => {
      const { is_current, title } = row as { is_current: boolean; title: string };
      return is_current ? [title] : [];
    });
  const arrives = async ({ database }: Device, version: number, row: BaseRow) => {
    const from = { epoch, cursor: version - 1, horizon: version - 1, complete: true };
    const to = { ...from, cursor: version, horizon: version };
    const changes = [{ table: 'current_listening', id: row.id, version, row }];
    await database.meta.put({ key: 'position', value: from });
    await applyCatchUp(database, { from, to, reset: false, changes }, NOW);
  };

  it('is the last choice, whatever was current before; only that choice is sent', async () => {
    const here = await withTracks();
    await choose(here, next);
    expect(await current(here)).toEqual(['Next']);
    await choose(here, third);
    await choose(here, next);
    expect(await current(here)).toEqual(['Next']);
    await choose(here, old);
    expect(await current(here)).toEqual(['Old']);
    const sent = (await here.database.outbox.orderBy('place').toArray()).map(({ changes }) =>
      changes.map(({ id }) => id),
    );
    expect(sent).toEqual([[next.id], [third.id], [next.id], [old.id]]);
  });

  it('stays the choice of this device, although another one has chosen meanwhile, until the answer', async () => {
    const here = await withTracks();
    const mutation = await choose(here, next);
    await arrives(here, 4, { ...old, is_current: false } as BaseRow);
    await arrives(here, 5, { ...third, is_current: true } as BaseRow);
    expect(await current(here)).toEqual(['Next']);
    await answer(here, [{ id: mutation!.id, code: '23514' }]);
    expect(await current(here)).toEqual(['Third']);
  });

  it('is the old one again when the choice is taken back or refused, and the new one when it is retried', async () => {
    const here = await withTracks();
    const mutation = await choose(here, next);
    await here.editor.takeBack(mutation!.id);
    expect(await current(here)).toEqual(['Old']);
    const second = await choose(here, next);
    await send(here);
    await answer(here, [{ id: second!.id, code: '23505' }]);
    expect(await current(here)).toEqual(['Old']);
    await choose(here, third);
    await here.editor.retry(second!.id);
    expect(await current(here)).toEqual(['Next']);
  });

  it('is the one of an imported choice', async () => {
    const [here, there] = [await withTracks(), await withTracks()];
    await choose(here, next);
    await choose(there, third);
    await there.editor.importOutbox(await here.editor.exportOutbox());
    expect(await current(there)).toEqual(['Next']);
  });

  it('comes with the answer, which also brings the row that lost the flag', async () => {
    const here = await withTracks();
    const mutation = await choose(here, next);
    await answer(
      here,
      [{ id: mutation!.id, outcome: 'applied', first: 'applied' }],
      [
        { table: 'current_listening', id: next.id, version: 4, row: { ...next, is_current: true } },
        { table: 'current_listening', id: old.id, version: 5, row: { ...old, is_current: false } },
      ],
    );
    expect(await current(here)).toEqual(['Next']);
  });
});
