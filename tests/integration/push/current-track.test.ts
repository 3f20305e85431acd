import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as } from '../../support/database.ts';
import {
  database,
  drop,
  mutation,
  otherAdmin,
  outcomes,
  push,
  pushAs,
  user,
} from '../../support/pushing.ts';

describe('a push', () => {
  describe('of the current track', () => {
    const track = (is_current: boolean, id: string = randomUUID()) => ({
      op: 'insert',
      table: 'current_listening',
      id,
      values: { title: 't', artist: 'a', is_current },
    });
    const choose = ({ id }: { id: string }) =>
      mutation({
        op: 'update',
        table: 'current_listening',
        id,
        values: { is_current: true },
        base: { is_current: false },
      });
    const current = async () => {
      const { rows } = await database.query<{ id: string }>(
        'select id from current_listening where is_current',
      );
      return rows.map(({ id }) => id);
    };

    it('takes it from the one that was, and the later choice wins', async () => {
      const [a, b, c] = [track(true), track(false), track(false)];
      await push(mutation(a), mutation(b), mutation(c));
      // Two devices, each of which has seen the first as the current one.
      expect(outcomes(await push(choose(b)))).toEqual([['applied', null]]);
      expect(outcomes(await pushAs(otherAdmin, [choose(c)]))).toEqual([['applied', null]]);
      expect(await current()).toEqual([c.id]);
      const again = [choose(a), choose(b), choose(a)];
      expect(outcomes(await push(...again))).toEqual(Array(3).fill(['applied', null]));
      expect(await current()).toEqual([a.id]);
    });

    it('accepts a choice although the previous current track has gone', async () => {
      const [a, b] = [track(true), track(false)];
      await push(mutation(a), mutation(b));
      const answer = await push(mutation(drop(a.id, 'current_listening')), choose(b));
      expect(outcomes(answer)).toEqual(Array(2).fill(['applied', null]));
      expect(await current()).toEqual([b.id]);
    });

    it('leaves one by plain SQL too, whatever the statement does to the others', async () => {
      const rows = [track(true), track(false), track(false)];
      await push(...rows.map((row) => mutation(row)));
      const ids = rows.map(({ id }) => id).sort();
      for (const id of [...ids, ...ids.reverse()]) {
        await database.query('update current_listening set is_current = (id = $1)', [id]);
        expect(await current()).toEqual([id]);
      }
      await database.exec('update current_listening set is_current = true');
      expect(await current()).toHaveLength(1);
      await database.exec(
        `insert into current_listening (title, artist, is_current) values ('x', 'x', true), ('y', 'y', true)`,
      );
      expect(await current()).toHaveLength(1);
      const [one, other] = ids;
      await database.exec(`insert into current_listening (id, title, artist, is_current)
        values ('${one}', 'x', 'x', true), ('${other}', 'x', 'x', false)
        on conflict (id) do update set is_current = excluded.is_current`);
      expect(await current()).toEqual([one]);
    });

    it('reports both tracks to the devices that follow', async () => {
      const [a, b] = [track(true), track(false)];
      await push(mutation(a), mutation(b));
      const { rows } = await database.query<{ at: string }>(
        'select max(version) as at from sync.change',
      );
      await push(choose(b));
      const changed = await database.query<{ row_id: string }>(
        'select row_id from sync.change where version > $1 order by version',
        [rows[0]!.at],
      );
      expect(new Set(changed.rows.map(({ row_id }) => row_id))).toEqual(new Set([a.id, b.id]));
    });

    it('is not changed by a caller without the right', async () => {
      const [a, b] = [track(true), track(false)];
      await push(mutation(a), mutation(b));
      await as(database, user, (query) =>
        query('insert into current_listening (title, artist, is_current) values ($1, $1, true)', [
          'x',
        ]),
      ).catch(() => {});
      expect(await current()).toEqual([a.id]);
    });
  });
});
