import { describe, expect, it } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { tracks } from '../../../src/content/tracks/tracks.ts';
import { type Account, type SyncStatus, startStatus } from '../../../src/engine/mirror/meta.ts';
import type { Mutation, QueuedChange } from '../../../src/engine/mutation.ts';
import { insert, remove } from '../../../src/engine/mutation.ts';
import type { Outbox } from '../../../src/engine/outbox/queue.ts';
import { changeInWords, valueInWords } from '../../../src/features/outbox/change-words.ts';
import { columnWord } from '../../../src/features/outbox/column-words.ts';
import { excerptsOfChange } from '../../../src/features/outbox/excerpt.ts';
import { attemptsInWords, waitingInWords } from '../../../src/features/outbox/waiting-words.ts';
import { ageInWords } from '../../../src/lib/in-words.ts';
import { refused, unreachable } from '../../support/failures.ts';
import { row } from '../../support/outbox-page.ts';
import { admin } from '../../support/site.tsx';

/** The outbox page's words for a change, and for what an edit waits for. */

describe('the words for changes', () => {
  const change = (before: object, values: Record<string, unknown>, table = 'learnings') =>
    changeInWords({
      op: 'update',
      table,
      id: row.id,
      values,
      before: { id: row.id, ...before },
    }).fields.map(({ name, values: pair }) => [name, ...(pair ?? [])]);

  it('quote text, and show long text around the change', () => {
    expect(change({ title: 'Old' }, { title: 'New “thing”' })).toEqual([
      ['Title', '“Old”', '“New ‘thing’”'],
    ]);
    const same = 'The same beginning of a long text, over and over again. '.repeat(4);
    const [before, after] = excerptsOfChange(`${same}Here it was old.`, `${same}Here it is new.`);
    expect(before).toMatch(/^….*Here it was old\.$/);
    expect(after).toMatch(/^….*Here it is new\.$/);
    expect(after.length).toBeLessThan(100);
  });

  it('list tags, whichever way the kind stores them', () => {
    expect(change({ tags: ['a', 'b'] }, { tags: ['b'] })).toEqual([['Tags', 'a, b', 'b']]);
    expect(change({ tags: 'a,b' }, { tags: null }, 'resources')).toEqual([
      ['Tags', 'a, b', 'nothing'],
    ]);
  });

  it('show links, booleans and choices by their labels', () => {
    expect(change({ link: null }, { link: 'https://a.example/x' })).toEqual([
      ['Link', 'nothing', 'https://a.example/x'],
    ]);
    expect(change({ is_current: false }, { is_current: true }, 'current_listening')).toEqual([
      ['Now playing', 'no', 'yes'],
    ]);
    expect(change({ status: 'todo' }, { status: 'in-progress' }, 'tasks')).toEqual([
      ['Column', 'To Do', 'In Progress'],
    ]);
    expect(change({ status: 'idea' }, { status: 'in-progress' }, 'projects')).toEqual([
      ['Status', 'just an idea at this point', 'working on it'],
    ]);
  });

  it('name what a new item has, and no box that was not ticked', () => {
    const values = { title: 'Song', artist: 'Somebody', album: null, is_current: false };
    const made = insert(tracks, { ...values, url: null, type: 'track' });
    expect(changeInWords({ ...made, blank: {} } as QueuedChange).summary).toBe(
      'Adds track “Song”, with artist and type.',
    );
  });

  it('say what a column was that the row did not have yet', () => {
    expect(change({}, { is_current: true }, 'current_listening')).toEqual([
      ['Now playing', 'no', 'yes'],
    ]);
    expect(change({}, { link: 'https://a.example/x' })).toEqual([
      ['Link', 'nothing', 'https://a.example/x'],
    ]);
  });

  it('leave out positions', () => {
    expect(change({ position: 1 }, { position: 1.5 }, 'tasks')).toEqual([['Position']]);
  });

  it('sum up inserts and deletes', () => {
    const made = insert(learnings, { title: 'L', description: 'd', tags: ['a'], link: '' });
    expect(changeInWords({ ...made, blank: {} } as QueuedChange).summary).toBe(
      'Adds learning “L”, with description and tags.',
    );
    const gone = remove(learnings, row.id);
    expect(changeInWords({ ...gone, before: row } as QueuedChange).summary).toBe(
      'Deletes learning “Old title”.',
    );
    expect(changeInWords({ ...gone, before: null } as QueuedChange).summary).toBe(
      'Deletes learning.',
    );
  });

  it('survive any value that a file may contain', () => {
    expect(valueInWords('learnings', 'title', { toString: 'no' })).toBe('{"toString":"no"}');
    expect(valueInWords('learnings', 'tags', [1, { a: 2 }])).toBe('[1,{"a":2}]');
    expect(valueInWords('projects', 'status', 'constructor')).toBe('“constructor”');
    expect(valueInWords('nowhere', 'rank', 3)).toBe('3');
  });

  it('name columns as the forms do', () => {
    expect(columnWord('current_listening', 'url')).toBe('Spotify link');
    expect(columnWord('projects', 'image_url')).toBe('Image URL');
    expect(columnWord('resources', 'Source')).toBe('Source');
    expect(columnWord('projects', 'constructor')).toBe('Constructor');
    expect(columnWord('projects', 'some_new_column')).toBe('Some new column');
  });
});

describe('the words for states', () => {
  const now = 1_790_000_000_000;
  const mutation = (place: number, more: Partial<Mutation> = {}) =>
    ({
      place,
      account: admin.userId,
      sent: false,
      heldUntil: null,
      attempts: 1,
      ...more,
    }) as Mutation;
  const words = (
    waiting: Mutation[],
    status: Partial<SyncStatus> = {},
    account: Account = admin,
    held: Pick<Outbox, 'files' | 'heldBack'> = { files: {}, heldBack: [] },
  ) => waitingInWords(waiting, { account, status: { ...startStatus, ...status }, now, ...held });

  it('say what each edit waits for', () => {
    expect(words([mutation(1), mutation(2, { sent: true })])).toEqual([
      'Will be sent now',
      'Sent, waiting for the answer',
    ]);
    expect(words([mutation(1), mutation(2, { sent: true })], { phase: 'offline' })).toEqual([
      'Waiting for a network',
      'Sent, waiting for a network',
    ]);
    const failing = { phase: 'waiting', failures: 2 } as const;
    expect(words([mutation(1)], { ...failing, failure: unreachable })).toEqual([
      'Waiting for the server',
    ]);
    expect(words([mutation(1)], { ...failing, failure: refused })).toEqual([
      'The server isn’t accepting edits right now',
    ]);
    expect(words([mutation(1, { sent: true, attempts: 0 })])).toEqual(['Will be sent now']);
    expect(words([mutation(1)], {}, { ...admin, expired: true })).toEqual(['Waiting for sign-in']);
  });

  it('mention a hold, and the edits that wait behind it', () => {
    const held = mutation(2, { heldUntil: now + 5_000 });
    expect(words([mutation(1), held, mutation(3)])).toEqual([
      'Will be sent now',
      'Held for undo',
      'Waiting for the edit before it',
    ]);
    expect(words([mutation(1, { heldUntil: now - 1 })])).toEqual(['Will be sent now']);
    expect(words([mutation(1, { heldUntil: now + 1e9 })])).toEqual(['Will be sent now']);
  });

  it('R45: mention pictures, and the edits that wait behind them', () => {
    const edits = [1, 2, 3, 4].map((place) =>
      mutation(place, { id: `edit ${place}`, changes: [] }),
    );
    const files = { 'edit 1': ['a'], 'edit 2': ['a', 'b'] };
    const heldBack = ['edit 1', 'edit 2', 'edit 3'];
    expect(words(edits, {}, admin, { files, heldBack })).toEqual([
      'Waiting for its picture',
      'Waiting for its 2 pictures',
      'Waiting for the edit before it',
      'Will be sent now',
    ]);
    expect(words(edits, {}, { ...admin, expired: true }, { files, heldBack })[0]).toBe(
      'Waiting for sign-in',
    );
  });

  it('PICTURE-14: say how many pictures are sent; a picture and its file for cards are one', () => {
    const path = (n: number) => `/pictures/${String(n).repeat(32)}-800x600-a1b2c3.webp`;
    const files = (n: number) =>
      [path(n), path(n).replace('.webp', '-card.webp')].map((it) => it.slice(1));
    const change = {
      op: 'update' as const,
      table: 'learnings',
      id: row.id,
      values: { content: [1, 2, 3, 4].map((n) => `![](${path(n)})`).join(' ') },
      before: { id: row.id, content: `![](${path(4)})` },
    };
    const edit = mutation(1, { id: 'edit', changes: [change as QueuedChange] });
    const said = (here: readonly string[]) =>
      words([edit], {}, admin, { files: { edit: here }, heldBack: ['edit'] })[0];
    expect(said([1, 2, 3].flatMap(files))).toBe('Waiting for its 3 pictures');
    expect(said([...files(2).slice(1), ...files(3)])).toBe('1 of 3 pictures sent');
    expect(said(files(3))).toBe('2 of 3 pictures sent');
  });

  it('count attempts and age', () => {
    expect([0, 1, 2, 3].map(attemptsInWords)).toEqual([
      null,
      'tried once',
      'tried twice',
      'tried 3 times',
    ]);
    const minutes = (count: number) => ageInWords(now - count * 60_000, now);
    expect([-5, 0.5, 1, 59, 60, 180, 1_440, 20_000].map(minutes)).toEqual([
      'just now',
      'just now',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '3 hours ago',
      '1 day ago',
      '13 days ago',
    ]);
  });
});
