import { expect, it, vi } from 'vitest';
import { friends } from '../../../src/content/friends/friends.ts';
import { insert } from '../../../src/engine/mutation.ts';
import { openEditor } from '../../../src/engine/outbox/editor.ts';
import { admin, newDatabase } from '../../support/device.ts';

/** What the browser asks when a page is left. */
function isAsked(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

it('invariant 3: a page with an edit on its way to the disk is not left without a question, stored or refused', async () => {
  const database = newDatabase();
  await database.meta.put({ key: 'account', value: admin });
  const editor = openEditor(database);
  const add = (name: string) =>
    editor.edit({ label: 'x', changes: [insert(friends, { name })] }).catch(() => null);
  expect(isAsked()).toBe(false);
  const both = [add('Ada'), add('Bob')];
  expect(isAsked()).toBe(true);
  await both[0];
  await both[1];
  expect(isAsked()).toBe(false);
  expect(await database.outbox.count()).toBe(2);

  vi.spyOn(database.outbox, 'add').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
  const refused = add('Cid');
  expect(isAsked()).toBe(true);
  await refused;
  expect(isAsked()).toBe(false);
  vi.restoreAllMocks();
  database.close();
});
