import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storable } from '../../../src/engine/mirror/storable.ts';
import {
  admin,
  drop,
  friend,
  mutation,
  namesOf,
  outcomes,
  push,
  pushAs,
} from '../../support/pushing.ts';

/** How sync_push treats requests that no device of this site would send. */

describe('a push', () => {
  it.each<[string, unknown, string]>([
    ['an unknown table', { op: 'insert', table: 'nowhere', id: randomUUID(), values: {} }, '42P01'],
    [
      'a table that is no content',
      { op: 'insert', table: 'user_roles', id: randomUUID(), values: {} },
      '42P01',
    ],
    ['the ledger itself', { op: 'delete', table: 'ledger', id: randomUUID() }, '42P01'],
    [
      'a name that is SQL',
      { op: 'delete', table: 'friends; drop table friends', id: randomUUID() },
      '42P01',
    ],
    ['an unknown column', friend({ name: 'x', age: 3 }), '42703'],
    ['a column that is SQL', friend({ 'name) values (1); --': 'x' }), '42703'],
    ['another key', friend({ id: randomUUID() }), '42703'],
    [
      'a value of another type',
      { op: 'insert', table: 'tasks', id: randomUUID(), values: { position: 'x' } },
      '22P02',
    ],
    ['no values', { op: 'insert', table: 'friends', id: randomUUID() }, '22023'],
    [
      'values that are a list',
      { op: 'insert', table: 'friends', id: randomUUID(), values: [] },
      '22023',
    ],
    ['an empty update', { op: 'update', table: 'friends', id: randomUUID(), values: {} }, '22023'],
    ['an unknown operation', { op: 'truncate', table: 'friends', id: randomUUID() }, '22023'],
    ['no operation', { table: 'friends', id: randomUUID() }, '22023'],
    ['no table', { op: 'insert', id: randomUUID(), values: { name: 'x' } }, '22023'],
    ['no id', { op: 'delete', table: 'friends' }, '22023'],
    ['a broken id', { op: 'delete', table: 'friends', id: 'x' }, '22P02'],
    ['no change at all', 7, '22023'],
  ])('refuses %s, and goes on', async (_, change, code) => {
    const answer = await push(mutation(change), mutation(friend()));
    expect(outcomes(answer)).toEqual([
      ['rejected', code],
      ['applied', null],
    ]);
  });

  it('answers any malformed change, and applies the others beside it', async () => {
    const junk = fc.oneof(
      fc.constantFrom(null, true, 7, '', 'friends', randomUUID(), [], {}),
      fc
        .jsonValue({ maxDepth: 2 })
        .filter((value) => !/\\\\u0000|\\\\ud[89a-f]/i.test(JSON.stringify(value))),
    );
    const part = <T>(...right: T[]) => fc.oneof(fc.constantFrom(...right), junk);
    const change = fc.oneof(
      fc.record(
        {
          op: part('insert', 'update', 'delete'),
          table: part('friends', 'projects', 'user_roles', 'x'.repeat(70)),
          id: part(randomUUID(), randomUUID().toUpperCase()),
          values: part<unknown>({ name: 'x' }, { created_at: 'infinity' }, { id: randomUUID() }),
          base: part<unknown>({ name: 'y' }),
        },
        { requiredKeys: [] },
      ),
      junk,
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.array(change, { maxLength: 3 }), junk), async (changes) => {
        const [before, after] = [friend({ name: 'before' }), friend({ name: 'after' })];
        const answer = await push(mutation(before), { id: randomUUID(), changes }, mutation(after));
        expect(answer.answers.map(({ outcome }) => outcome)).toEqual([
          'applied',
          expect.stringMatching(/^(applied|rejected)$/),
          'applied',
        ]);
        for (const { id } of [before, after]) {
          expect(answer.changes).toContainEqual(expect.objectContaining({ id, table: 'friends' }));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(['\u0000', '\ud83d', '\ude00'])(
    'cannot even be read with %j in a text: nothing of it is answered',
    async (text) => {
      await expect(push(mutation(friend({ name: text })))).rejects.toThrow();
    },
  );

  it('accepts every text in the form in which devices store it', async () => {
    const unit = fc.oneof(
      fc.constantFrom(0, 0xd800, 0xd83d, 0xde00, 0xdfff, 0xfffe, 0xffff),
      fc.integer({ min: 0, max: 0xffff }),
    );
    const text = fc.array(unit).map((units) => String.fromCharCode(...units));
    await fc.assert(
      fc.asyncProperty(text, async (bio) => {
        const kept = friend({ name: 'Ada', bio: storable(bio) });
        const answer = await push(mutation(kept));
        expect(outcomes(answer)).toEqual([['applied', null]]);
        expect(answer.changes[0]?.row).toMatchObject(kept.values);
      }),
      { numRuns: 200 },
    );
  });

  it('refuses a mutation of too many changes, and fails as a whole where they are too many in all', async () => {
    const many = (count: number) =>
      mutation(...Array.from({ length: count }, () => drop(randomUUID())));
    expect(outcomes(await push(many(1001), many(1000), mutation(friend())))).toEqual([
      ['rejected', '22023'],
      ['applied', null],
      ['applied', null],
    ]);
    const sixth = Array.from({ length: 6 }, () => many(900));
    await expect(push(...sixth)).rejects.toMatchObject({ code: 'PT413' });
  });

  it('refuses a mutation without changes', async () => {
    const answer = await push(mutation(), { id: randomUUID(), changes: 'all' });
    expect(outcomes(answer)).toEqual(Array(2).fill(['rejected', '22023']));
  });

  it.each<[string, unknown]>([
    ['a mutation without an id', [{ changes: [friend()] }]],
    ['a mutation whose id is none', [{ id: 'x', changes: [friend()] }]],
    ['something that is no list', { id: randomUUID() }],
    ['a list of words', ['x']],
  ])('fails as a whole for %s, which cannot be answered', async (_, mutations) => {
    await expect(pushAs(admin, mutations)).rejects.toThrow();
  });

  it('Y29: fails as a whole when it is too large', async () => {
    await expect(
      push(...Array.from({ length: 501 }, () => mutation(friend()))),
    ).rejects.toMatchObject({
      code: 'PT413',
    });
    await expect(push(mutation(friend({ name: 'x'.repeat(4_000_001) })))).rejects.toMatchObject({
      code: 'PT413',
    });
    expect(await namesOf()).toEqual([]);
  });
});
