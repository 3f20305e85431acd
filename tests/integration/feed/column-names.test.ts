import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Page } from '../../../src/engine/sync/protocol.ts';
import { as, migrations } from '../../support/database.ts';
import { Follower } from '../../support/follower.ts';
import { admin, database, lookAtEpoch, mutation, outcomes, push } from '../../support/pushing.ts';

/** A published table may call its columns anything, also what the migrations call their aliases and variables. */

const ofPostgres = ['cmax', 'cmin', 'ctid', 'tableoid', 'xmax', 'xmin'];
const words = new Set(
  migrations
    .join('\n')
    .match(/\b[a-z][a-z_]{0,40}\b/g)
    ?.filter((it) => !ofPostgres.includes(it)),
);
/** What a table of content has anyway, with a meaning. */
const own = ['id', 'created_at', 'updated_at', 'published_at'];
const names = [...words].filter((it) => !own.includes(it));
const values = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
const columns = names.map((name) => `"${name}" text`).join(', ');

it.each([
  ['everybody sees', `select sync.publish('public.odd')`],
  ['is kept back', `select sync.publish('public.odd', seen_from => 'published_at')`],
])(
  'R36: rows of a table that %s are sent, written, remembered and restored, whatever its columns are called',
  async (_, publish) => {
    expect(names.length).toBeGreaterThan(300);
    await database.exec(`create table public.odd (id uuid primary key default gen_random_uuid(),
    created_at timestamptz default now(), published_at timestamptz default now(), ${columns}); ${publish}`);
    try {
      await lookAtEpoch();
      const id = randomUUID();
      const at = { table: 'odd', id };
      const insert = mutation({ ...at, op: 'insert', values: values('a') });
      const change = { op: 'update', values: values('b'), base: values('a') };
      const answered = await push(insert, mutation({ ...at, ...change }));
      expect(outcomes(answered)).toEqual([
        ['applied', null],
        ['applied', null],
      ]);
      for (const caller of ['anon', admin] as const) {
        const follower = new Follower((held, cursor, horizon) =>
          as(database, caller, async (query) => {
            const { rows } = await query<{ page: Page }>(
              'select sync_pull($1, $2, $3, 500) as page',
              [...[held, cursor, horizon]],
            );
            return rows[0]!.page;
          }),
        );
        await follower.catchUp();
        expect(follower.table('odd').get(id)).toMatchObject(values('b'));
      }
      const told = (call: string, ...given: unknown[]) =>
        as(database, admin, async (query) => {
          const { rows } = await query<{ answer: unknown }>(`select ${call} as answer`, given);
          return rows[0]!.answer;
        });
      const [version] = (await told('sync_versions($1, $2)', 'odd', id)) as { place: number }[];
      expect(await told('sync_version($1)', version?.place)).toMatchObject({ row: values('a') });
      const conflicting = { op: 'update', values: values('d'), base: values('c') };
      const { answers } = await push(mutation({ ...at, ...conflicting }));
      expect(JSON.stringify(answers)).toContain('"was":"b"');
      expect(outcomes(await push(mutation({ ...at, op: 'delete' })))).toEqual([['applied', null]]);
      const deleted = (await told('sync_deleted()')) as { id: string; row: object }[];
      expect(deleted.find((it) => it.id === id)?.row).toMatchObject(values('d'));
    } finally {
      await database.exec('drop table public.odd; select sync.reset()');
    }
  },
);
