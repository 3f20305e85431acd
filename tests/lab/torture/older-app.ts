import { isDeepStrictEqual } from 'node:util';
import { IDBKeyRange } from 'fake-indexeddb';
import type { AnyKind } from '../../../src/engine/define.ts';
import type { Draft } from '../../../src/engine/draft.ts';
import { toMember } from '../../../src/engine/mirror/collection.ts';
import { adoptMirror } from '../../../src/engine/mirror/derive.ts';
import type { MetaEntry } from '../../../src/engine/mirror/meta.ts';
import { openOlder } from '../../support/older-mirror.ts';
import { Broken, say } from './broken.ts';
import type { Device } from './device.ts';
import { type Disk, readDisk } from './disk.ts';
import { kindsWith } from './learned-column.ts';
import type { Operation } from './operations.ts';
import { NoTarget } from './rows-at-hand.ts';
import { orStorage, settle } from './storage.ts';

/** A device that has done all that it did with an app of before row pages, and is opened by today's, without a network. */
export async function openOlderApp(
  device: Device,
  { version, tabs, fault }: Extract<Operation, { do: 'older app' }>,
): Promise<void> {
  await device.finish();
  device.die();
  await settle();
  const disk = await readDisk(device);
  // It knows no files.
  if (disk === null || disk.files.length > 0) throw new NoTarget();
  // An app of then has not marked what only admins are told.
  const isMarked = [...disk.held.values(), ...disk.malformed].some(({ withheld }) => withheld);
  if (isMarked) throw new NoTarget();
  const before = { ...disk, drafts: [...disk.drafts, halfAThought(disk)] };
  await layAsOlder(device, before, version);
  const { isUp } = device.network;
  device.network.isUp = false;
  device.storage.isFine();
  if (fault !== null) {
    if (fault.is === 'dies') device.storage.dieAfter(fault.at);
    else device.storage.fillUp(fault.at, Number.POSITIVE_INFINITY);
    await openTabs(device, 1);
    device.storage.isFine();
    device.die();
  }
  await openTabs(device, tabs);
  device.network.isUp = isUp;
  const after = await readDisk(device);
  const [was, is] = [askedAnew(before), after].map(broughtOver);
  if (!isDeepStrictEqual(is, was))
    throw new Broken(`${device.name}: R40: version ${version} was ${say(was)}, and is ${say(is)}`);
  for (const { page } of device.tabs) if (isUp) page.tell('online');
}

async function openTabs(device: Device, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const tab = device.openTab();
    // As the app does at its start.
    void device.follow(tab, orStorage(adoptMirror(tab.database)));
  }
  await settle();
}

function halfAThought({ account, drafts }: Disk): Draft {
  const home = { account: account ?? '', place: 'learnings/new', tab: String(drafts.length) };
  return { ...home, key: `draft ${drafts.length}`, at: 1, fields: { title: 'Half' }, from: null };
}

/** It may hold what only admins are told without a mark, so an account asks for everything again (R43). */
function askedAnew(disk: Disk): Disk {
  const { position, account } = disk;
  return account && position ? { ...disk, position: { ...position, epoch: '' } } : disk;
}

/** What an upgrade has to keep. */
function broughtOver(disk: Disk | null): unknown {
  if (disk === null) return null;
  const { held, waiting, rejected, malformed, overwritten, drafts, position, account } = disk;
  return {
    held: [...held].sort(([a], [b]) => (a < b ? -1 : 1)),
    waiting,
    // Version 3 did not note in which history an edit was refused.
    rejected: rejected.map(({ epoch: _, ...one }) => one),
    malformed,
    overwritten,
    drafts,
    position,
    account,
  };
}

/** Replaces a device's mirror by one of an older version with the same in it. */
async function layAsOlder(device: Device, disk: Disk, version: 2 | 3): Promise<void> {
  const { name, storage, learned } = device;
  const all = kindsWith(learned);
  const meta = (await storage.read(name, (stores) => stores('meta'))) as MetaEntry[];
  await new Promise((resolve) => {
    storage.disk.deleteDatabase(name).onsuccess = resolve;
  });
  const old = openOlder(all, name, { version, indexedDB: storage.disk, IDBKeyRange });
  for (const kind of all) await old.table(kind.table).bulkAdd(recordsOf(kind, disk));
  await old.table('pristine').bulkAdd(pristineOf(disk));
  await old.table('outbox').bulkAdd(disk.waiting);
  // Places are not given again.
  const last = Math.max(0, ...[...device.promised.values(), ...disk.waiting].map((it) => it.place));
  await old.table('outbox').delete(await old.table('outbox').add({ place: last + 1 }));
  await old.table('rejected').bulkAdd(disk.rejected.map(({ epoch: _, ...one }) => one));
  await old.table('malformed').bulkAdd(disk.malformed);
  await old.table('overwritten').bulkAdd(disk.overwritten);
  await old.table('drafts').bulkAdd(disk.drafts);
  await old.table('meta').bulkAdd(
    meta.flatMap((entry): MetaEntry[] => {
      if (entry.key === 'pages') return [];
      if (entry.key === 'model') return [{ ...entry, value: `read by version ${version}` }];
      return [entry.key === 'format' ? { ...entry, value: version } : entry];
    }),
  );
  if (version === 2) await old.table('gone').add({ table: 'friends', id: 'x', version: 1 });
  old.close();
}

/** The rows of a kind as shown. */
function recordsOf(kind: AnyKind, { rows }: Disk) {
  return [...rows]
    .filter(([key]) => key.startsWith(`${kind.table}/`))
    .map(([, { row, version }]) => {
      const { id, order, by } = toMember(kind, row);
      return { id, version, row, order, by };
    });
}

/** The server's version of each row that edits have changed, or that somebody else's would change. */
function pristineOf({ rows, held, waiting }: Disk) {
  const edited = waiting.flatMap((mutation) => mutation.rows);
  const differing = [...held.keys()].filter(
    (key) => !isDeepStrictEqual(rows.get(key)?.row, held.get(key)?.row),
  );
  return [...new Set([...edited, ...differing])].map((key) => {
    const [table = '', id = ''] = key.split('/');
    return { table, id, version: 0, row: null, ...held.get(key) };
  });
}
