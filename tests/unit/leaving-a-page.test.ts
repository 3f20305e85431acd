import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { newDatabase } from '../support/device.ts';

/** A page that is left in the middle of something, and kept by the browser in that state. */

const account = { userId: 'a', email: 'a@example.org', isAdmin: true, expired: false };

/** Two pages of one device. The first one has a writing transaction open that does not end by itself. */
async function twoPages(): Promise<{
  left: MirrorDatabase;
  next: MirrorDatabase;
  job: Promise<unknown>;
}> {
  const name = randomUUID();
  const [left, next] = [newDatabase(name), newDatabase(name)];
  await openSessionStore(next).signIn('session', account);
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const job = left.transaction('rw', left.tables, async () => {
    await left.meta.put({ key: 'freshness', value: 7 });
    // Outside of the transaction: the following does not belong to it.
    setImmediate(begun);
    // A page that stands still makes no further request and never releases the transaction.
    for (;;) await left.meta.get('freshness');
  });
  job.catch(() => {});
  await hasBegun;
  return { left, next, job };
}

describe('a page that is left', () => {
  it('R19: aborts an open transaction: the next page reads and writes, and finds nothing of it', async () => {
    const { left, next, job } = await twoPages();
    left.rest();
    expect(await next.meta.get('freshness')).toBeUndefined();
    await next.meta.put({ key: 'freshness', value: 1 });
    expect(await next.meta.get('freshness')).toMatchObject({ value: 1 });
    await expect(job).rejects.toThrow();
  });

  it('begins no transaction until it is shown again, and then goes on', async () => {
    const { left, next } = await twoPages();
    left.rest();
    let written = false;
    const write = left.meta.put({ key: 'freshness', value: 2 }).then(() => {
      written = true;
    });
    await next.meta.put({ key: 'freshness', value: 1 });
    expect(await next.meta.get('freshness')).toMatchObject({ value: 1 });
    expect(written).toBe(false);
    left.wake();
    await write;
    expect(await next.meta.get('freshness')).toMatchObject({ value: 2 });
  });

  it('keeps a session that was being refreshed: the new one is there when the page is back', async () => {
    const name = randomUUID();
    const [left, next] = [newDatabase(name), newDatabase(name)];
    await openSessionStore(next).signIn('session', account);
    await left.open();
    const replaced = openSessionStore(left).replace('session', 'refreshed');
    // The transaction has begun.
    await new Promise(setImmediate);
    left.rest();
    left.wake();
    expect(await replaced).toBe(true);
    expect(await openSessionStore(next).read()).toMatchObject({ session: 'refreshed' });
  });

  it('confirms an edit that was being made once, or not at all, when the page is back', async () => {
    const name = randomUUID();
    const [left, next] = [newDatabase(name), newDatabase(name)];
    await openSessionStore(next).signIn('session', account);
    const id = randomUUID();
    const values = { title: 'Under way', content: 'Kept', slug: 'under-way' };
    const confirmed = openEditor(left).edit({
      label: 'Add',
      changes: [{ op: 'insert', table: 'commentaries', id, values }],
    });
    left.rest();
    expect(await next.outbox.count()).toBe(0);
    left.wake();
    await confirmed;
    expect(await next.outbox.count()).toBe(1);
  });
});
