import { kinds } from '../../../src/content/kinds.ts';
import { type Task, tasks } from '../../../src/content/tasks/tasks.ts';
import { setCurrentTrack } from '../../../src/content/tracks/tracks.ts';
import type { AnyKind } from '../../../src/engine/define.ts';
import { compareOrder } from '../../../src/engine/define.ts';
import type { EditDraft } from '../../../src/engine/outbox/edit.ts';
import type { Mutation, RejectedMutation } from '../../../src/engine/outbox/mutation.ts';
import { type Change, insert, remove, update } from '../../../src/engine/outbox/mutation.ts';
import { move } from '../../../src/features/project/spot.ts';
import { Broken, readDisk } from './checks.ts';
import type { Device, Tab } from './device.ts';
import { belongingTo } from './holds.ts';
import type { Fate, Operation, TableName } from './operations.ts';
import { literal, type Server } from './server.ts';
import { settle, tick } from './storage.ts';
import type { World } from './world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Columns of text that an edit writes something unique into, per table. */
const columns: Readonly<Record<TableName, readonly [string, string]>> = {
  projects: ['title', 'description'],
  tasks: ['content', 'content'],
  commentaries: ['title', 'content'],
  ai_tools: ['name', 'bio'],
  friends: ['name', 'role'],
  current_listening: ['title', 'artist'],
  learnings: ['title', 'description'],
  resources: ['title', 'description'],
};

/** Makes an operation happen. Where there is nothing that it could happen to, nothing does. */
export async function perform(world: World, operation: Operation): Promise<void> {
  const { server, devices, clock } = world;
  const on = devices['device' in operation ? operation.device % devices.length : 0];
  if (on === undefined) return;
  switch (operation.do) {
    case 'add':
      return add(world, on, operation);
    case 'add with tasks':
      return addWithTasks(world, on, operation);
    case 'change': {
      const row = pick(await shown(on, operation.table), operation.row);
      const column = columns[operation.table][operation.column] ?? 'title';
      if (row === undefined) return;
      const values = { [column]: unique(world, operation.fate) };
      return edit(on, [update(kindOf(operation.table), row.id, values)]);
    }
    case 'delete': {
      const row = pick(await shown(on, operation.table), operation.row);
      if (row === undefined) return;
      return edit(on, [remove(kindOf(operation.table), row.id)], operation.holds);
    }
    case 'move': {
      const all = (await shown(on, 'tasks')).map((row) => tasks.toItem(row as never)) as Task[];
      all.sort((a, b) => compareOrder([a.position, a.id], [b.position, b.id]));
      const task = pick(all, operation.row);
      const { values } = tasks.columns.status;
      const status = values[operation.status % values.length] ?? 'todo';
      if (task === undefined) return;
      const own = all.filter(({ projectId }) => projectId === task.projectId);
      const moved = move(own, task, { status, index: operation.index }, world.random);
      return moved === null ? undefined : edit(on, moved.draft.changes);
    }
    case 'set current': {
      const track = pick(await shown(on, 'current_listening'), operation.row);
      return track && edit(on, [setCurrentTrack(track.id)]);
    }
    case 'overtake':
      return overtake(world, on, operation);
    case 'outlive':
      return outlive(world, on, operation);
    case 'midway':
      return midway(world, on, operation);
    case 'take back':
      return takeBack(on, pick((await readDisk(on))?.waiting ?? [], operation.which));
    case 'attend':
    case 'leave':
      return attend(on, operation.do, pick(await heldOn(on), operation.which));
    case 'send now':
      return sendNow(on, operation);
    case 'hesitate':
      return hesitate(world, on, operation);
    case 'discard':
      return discard(on, pick(await editsOn(on), operation.which)?.id);
    case 'retry':
    case 'restore':
      return again(on, operation.do, operation.which);
    case 'carry over':
      return carryOver(on, devices[operation.to % devices.length] ?? on);
    case 'carry over early': {
      const { device, to, table, row } = operation;
      await settle();
      // The engine is at a pull that takes long.
      on.network.isFine();
      on.network.expect('answer late');
      await perform(world, { do: 'sql add', table: 'friends', row: 0 });
      await settle();
      const change = { do: 'change', device, table, row, fate: 'fine' } as const;
      await perform(world, { ...change, column: 0 });
      await perform(world, { do: 'carry over', device, to });
      return perform(world, { ...change, column: 1 });
    }
    case 'refresh': {
      const { tab } = on;
      on.asks += 1;
      return on.follow(tab, orStorage(askForNews(tab)));
    }
    case 'tunnel':
      return tunnel(world, on, operation);
    case 'edit what came':
      return editWhatCame(world, on, operation);
    case 'share':
      return share(world, on, operation);
    case 'choose beside':
      return chooseBeside(world, on, operation.row);
    case 'sign in': {
      const account = pick(world.accounts, operation.account);
      if (account === undefined) return;
      const session = server.signIn(account.userId);
      const { tab } = on;
      return on.follow(
        tab,
        orStorage(tab.sessions.signIn(session, { ...account, email: '', expired: false })),
      );
    }
    case 'sign out':
      return on.follow(on.tab, orStorage(on.tab.sessions.signOut()));
    case 'expire':
      return server.expire(pick(world.accounts, operation.account)?.userId ?? '');
    case 'revoke':
      return server.revoke(pick(world.accounts, operation.account)?.userId ?? '');
    case 'role': {
      const account = pick(world.accounts, operation.account);
      if (account === undefined) return;
      account.isAdmin = operation.admin;
      const id = literal(account.userId);
      await server.sql(
        operation.admin
          ? `insert into user_roles (user_id, role) values (${id}, 'admin') on conflict do nothing`
          : `delete from user_roles where user_id = ${id}`,
      );
      await server.lookAtEpochs();
      return;
    }
    case 'sql add':
    case 'sql change':
    case 'sql delete':
    case 'sql together':
    case 'leave open':
    case 'past the triggers':
      return bySql(world, operation);
    case 'write late':
      return writeLate(world, on, operation.row);
    case 'reset':
      await server.sql('select sync.reset()');
      return server.lookAtEpochs();
    case 'prune':
      await server.sql(`select sync.prune('-1 second')`);
      return;
    case 'network':
      return on.network.expect(operation.fault, operation.count);
    case 'offline':
    case 'online':
      on.network.isUp = operation.do === 'online';
      for (const tab of on.tabs) tab.page.tell(operation.do);
      return;
    case 'hide':
    case 'show':
      return on.tab.page.tell(operation.do === 'show' ? 'shown' : 'hidden');
    case 'open tab':
      on.openTab();
      return;
    case 'close tab':
      return on.closeTab(on.tab);
    case 'restart':
      on.die();
      on.openTab();
      return;
    case 'upgrade':
      return on.upgrade();
    case 'cut storage':
      return on.tab.cutStorage();
    case 'die':
      return on.storage.dieAfter(operation.writes);
    case 'fill up':
      return on.storage.fillUp(operation.writes, operation.times);
    case 'clock':
      on.clockError = operation.days * DAY_MS;
      on.holds.released();
      return;
    case 'pass':
      return clock.pass(operation.ms);
    case 'turn':
      for (let i = 0; i < operation.ticks; i += 1) await tick();
  }
}

/** Does an edit on the device's screen; what the screen then confirms is kept as a promise. */
async function edit(device: Device, changes: readonly Change[], holds = false): Promise<void> {
  const before = await readDisk(device);
  const { tab } = device;
  const draft: EditDraft = {
    label: `${changes[0]?.op} ${changes[0]?.table}`,
    changes,
    holds,
  };
  const kept = tab.editor.edit(draft).then(async (mutation) => {
    if (mutation === null) return;
    const { account, label } = mutation;
    if (before !== null && account !== before.account) {
      throw new Broken(`${device.name}: ${label} of ${before.account} is one of ${account}`);
    }
    device.keepPromise(mutation);
    if (holds) device.holds.made(mutation, before);
    device.views.made(mutation, changes, before, await readDisk(device));
  });
  return device.follow(tab, kept);
}

async function add(
  world: World,
  device: Device,
  { table, fate }: { table: TableName; fate: Fate },
): Promise<void> {
  const values = await valuesOf(world, device, table, fate);
  if (values !== null) await edit(device, [insert(kindOf(table), values)]);
}

/** Everything that a new row needs; null where it needs another that is not there. */
async function valuesOf(
  world: World,
  device: Device,
  table: TableName,
  fate: Fate,
): Promise<Record<string, unknown> | null> {
  const text = () => unique(world, fate);
  switch (table) {
    case 'tasks': {
      const project = pick(await shown(device, 'projects'), world.edits);
      return project ? { content: text(), project_id: project.id, position: world.edits } : null;
    }
    case 'learnings': {
      const project = pick(await shown(device, 'projects'), world.edits);
      return { title: text(), tags: ['a', 'b'], project_id: project?.id ?? null };
    }
    case 'resources': {
      const learning = pick(await shown(device, 'learnings'), world.edits);
      return { title: text(), tags: 'a,b', learning_id: learning?.id ?? null };
    }
    case 'commentaries':
    case 'current_listening':
      return Object.fromEntries(columns[table].map((column) => [column, text()]));
    default:
      return { [columns[table][0]]: text() };
  }
}

/** A project and tasks of it, each an edit of its own that builds on the first. */
async function addWithTasks(
  world: World,
  device: Device,
  operation: { fate: Fate; tasks: number },
): Promise<void> {
  const project = insert(kindOf('projects'), { title: unique(world, operation.fate) });
  // What builds on a refused edit is made before the refusal is heard.
  if (operation.fate !== 'fine') device.network.expect('answer late');
  await edit(device, [project]);
  if (operation.fate !== 'fine') await settle();
  for (let i = 0; i < operation.tasks; i += 1) {
    const content = unique(world, 'fine');
    await edit(device, [insert(tasks, { content, project_id: project.id, position: i })]);
  }
}

async function overtake(
  world: World,
  device: Device,
  { table, row, gone, lost }: { table: TableName; row: number; gone: boolean; lost: boolean },
): Promise<void> {
  const [, column] = columns[table];
  const held = pick(await shown(device, table), row);
  if (held === undefined) return;
  const [reading = device.tab] = device.tabs;
  const writing = device.tabs.length > 1 ? device.tab : device.openTab();
  await settle();
  writing.page.tell('shown');
  reading.page.tell('shown');
  await settle();
  writing.deaf = true;
  device.network.isFine();
  device.network.expect('answer late');
  const change = `update ${table} set ${column} = 'by hand' where id = ${literal(held.id)}`;
  await world.server.sql(change);
  await settle();
  const kind = kindOf(table);
  device.network.expect(null);
  // Either the cursor stays behind what was answered, or it is past what the first pull has read.
  if (lost) device.network.expect('request lost');
  await edit(device, [
    gone
      ? remove(kind, held.id)
      : update(kind, held.id, { [columns[table][0]]: unique(world, 'fine') }),
  ]);
  await settle();
  writing.deaf = false;
}

async function outlive(
  world: World,
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const held = pick(await shown(device, table), row);
  if (held === undefined) return;
  if (device.tabs.length < 2) device.openTab();
  for (const tab of device.tabs) tab.page.tell('shown');
  await settle();
  device.network.isFine();
  device.network.expect('answer late');
  const values = { [columns[table][0]]: unique(world, 'fine') };
  await edit(device, [update(kindOf(table), held.id, values)]);
  await settle();
  await world.server.sql(`delete from ${table} where id = ${literal(held.id)}`);
  await settle();
  await world.clock.pass(4_000);
}

/** As Refresh does it. */
function askForNews({ database }: Tab): Promise<void> {
  return database.transaction('rw', database.meta, async () => {
    const held = await database.meta.get('requests');
    const requests = held?.key === 'requests' ? held.value : 0;
    await database.meta.put({ key: 'requests', value: requests + 1 });
  });
}

async function tunnel(
  world: World,
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const held = pick(await shown(device, table), row);
  if (held === undefined) return;
  const change = async () =>
    edit(device, [update(kindOf(table), held.id, { [columns[table][0]]: unique(world, 'fine') })]);
  await settle();
  device.network.isFine();
  for (const tab of device.tabs) {
    tab.page.tell('shown');
    tab.page.tell('online');
  }
  await settle();
  device.network.expect('answer late');
  await perform(world, { do: 'sql add', table: 'friends', row });
  await settle();
  await change();
  await settle();
  device.network.isUp = false;
  for (const tab of device.tabs) tab.page.tell('offline');
  await world.clock.pass(4_000);
  if ((await shown(device, table)).some(({ id }) => id === held.id)) await change();
  await settle();
}

async function editWhatCame(
  world: World,
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const held = pick(await shown(device, table), row);
  if (held === undefined) return;
  const change = async (column: string) => {
    if (!(await shown(device, table)).some(({ id }) => id === held.id)) return;
    await edit(device, [update(kindOf(table), held.id, { [column]: unique(world, 'fine') })]);
  };
  const [first, second] = columns[table];
  await sendsNothing(world, device);
  await change(first);
  await world.server.sql(
    `update ${table} set ${second} = 'by hand ${world.edits}' where id = ${literal(held.id)}`,
  );
  await settle();
  await world.clock.pass(2_000);
  await change(second);
  // They go out together, and are too much.
  device.network.expect('too large', 2);
  await world.clock.pass(13_000);
}

/** What can be taken back keeps all behind it from being sent; what is new is fetched. */
async function sendsNothing(world: World, device: Device): Promise<void> {
  device.network.isFine();
  for (const tab of device.tabs) {
    tab.page.tell('shown');
    tab.page.tell('online');
  }
  await settle();
  await edit(device, [insert(kindOf('ai_tools'), { name: unique(world, 'fine') })], true);
}

async function share(
  world: World,
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const held = pick(await shown(device, table), row);
  const account = (await readDisk(device))?.account ?? null;
  const other = world.accounts.find(({ userId }) => userId !== account);
  if (held === undefined || account === null || other === undefined) return;
  const change = async (column: string) => {
    if (!(await shown(device, table)).some(({ id }) => id === held.id)) return;
    await edit(device, [update(kindOf(table), held.id, { [column]: unique(world, 'fine') })]);
  };
  const [first, second] = columns[table];
  await sendsNothing(world, device);
  await change(first);
  const edits = await editsOn(device);
  await perform(world, {
    do: 'sign in',
    device: world.devices.indexOf(device),
    account: world.accounts.indexOf(other),
  });
  await change(second);
  await exported(device);
  await discard(device, edits.findLast((one) => one.account === account)?.id);
}

async function chooseBeside(world: World, device: Device, row: number): Promise<void> {
  const { server } = world;
  await server.sql('update current_listening set is_current = false where is_current');
  await sendsNothing(world, device);
  const [chosen, another] = [row, row + 1].map((one) =>
    pick(liveRows(server, 'current_listening'), one),
  );
  if (!(await shown(device, 'current_listening')).some(({ id }) => id === chosen)) return;
  if (chosen === undefined || another === undefined || chosen === another) return;
  await edit(device, [setCurrentTrack(chosen)]);
  await server.sql(`update current_listening set is_current = true where id = ${literal(another)}`);
  await settle();
  await world.clock.pass(2_000);
}

async function midway(
  { server }: World,
  device: Device,
  { row, how }: { row: number; how: 'reset' | 'prune' },
): Promise<void> {
  await settle();
  device.network.isFine();
  device.network.expect(null);
  device.network.expect('request lost', 3);
  await server.sql(`update tasks set content = content || '.'; update learnings set content = 'by hand';
    update resources set tags = 'by hand'; update friends set bio = 'by hand'`);
  await settle();
  const task = pick(liveRows(server, 'tasks'), row);
  if (task !== undefined) await server.sql(`delete from tasks where id = ${literal(task)}`);
  await server.sql(how === 'reset' ? 'select sync.reset()' : `select sync.prune('-1 second')`);
  await server.lookAtEpochs();
  device.network.isFine();
}

/** Unsent edits of whoever is signed in that are held, or were. */
async function heldOn(device: Device): Promise<Mutation[]> {
  const disk = await readDisk(device);
  return (disk?.waiting ?? []).filter(
    ({ account, sent, heldUntil }) => account === disk?.account && !sent && heldUntil !== null,
  );
}

async function attend(
  device: Device,
  how: 'attend' | 'leave',
  mutation: Mutation | undefined,
): Promise<void> {
  if (mutation === undefined) return;
  await undisturbed(device, async ({ editor }) => {
    const now = device.now();
    await (how === 'attend' ? editor.pauseHold(mutation.id) : editor.resumeHold(mutation.id));
    device.holds[how === 'attend' ? 'attended' : 'left'](mutation.id, now);
  });
}

async function sendNow(
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const target = pick(await shown(device, table), row);
  if (target !== undefined) await edit(device, [remove(kindOf(table), target.id)], true);
  await undisturbed(device, async ({ editor }) => {
    device.holds.released();
    await editor.releaseHolds();
    const [still] = await heldOn(device);
    if (still !== undefined) throw new Broken(`${still.label} is held, though all is to be sent`);
  });
}

async function hesitate(
  world: World,
  device: Device,
  { table, row, ms, leaves }: { table: TableName; row: number; ms: number; leaves: boolean },
): Promise<void> {
  const rows = await shown(device, table);
  const disk = await readDisk(device);
  // One that others belong to, where there is one.
  const busy = disk === null ? [] : rows.filter(({ id }) => belongingTo(id, disk).length > 0);
  const target = pick(busy.length === 0 ? rows : busy, row);
  if (target === undefined) return;
  await edit(device, [remove(kindOf(table), target.id)], true);
  const key = `${table}/${target.id}`;
  const deletion = async () =>
    (await readDisk(device))?.waiting.findLast(({ rows }) => rows.includes(key));
  await attend(device, 'attend', await deletion());
  await world.clock.pass(ms);
  if (leaves) {
    await attend(device, 'leave', await deletion());
    device.network.expect('answer late');
    await world.clock.pass(ms / 2);
  }
  await takeBack(device, await deletion());
}

async function takeBack(device: Device, mutation: Mutation | undefined): Promise<void> {
  if (mutation === undefined) return;
  await undisturbed(device, async (tab, account) => {
    const before = (await readDisk(device))?.waiting ?? [];
    const own = before.filter((it) => it.account === account);
    const isThere = own.some(({ id }) => id === mutation.id);
    const isOffered = isThere && device.holds.isOffered(mutation.id, device.now());
    if (await tab.editor.takeBack(mutation.id)) {
      await forget(device, own);
      device.holds.tookBack(mutation);
      const disk = await readDisk(device);
      const missing = disk && device.holds.missing(mutation, disk, device.server);
      if (missing) throw new Broken(missing);
    } else if (isOffered) throw new Broken(`${mutation.label} could not be taken back in its time`);
  });
}

async function discard(device: Device, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  await undisturbed(device, async (tab, account) => {
    const dropped = await tab.editor.discard(id);
    const mutations = [...dropped.waiting, ...dropped.rejected.map(({ mutation }) => mutation)];
    // Nobody is released from the promise of another account's edit.
    for (const one of mutations.filter((it) => it.account === account)) {
      device.promised.delete(one.id);
      device.discarded.add(one.id);
    }
  });
}

async function again(device: Device, how: 'retry' | 'restore', which: number): Promise<void> {
  const rejected = (await readDisk(device))?.rejected ?? [];
  const one = pick(rejected, which);
  if (one === undefined) return;
  await undisturbed(device, async (tab, account) => {
    await tab.editor[how](one.id);
    const disk = await readDisk(device);
    const still = new Set(disk?.rejected.map(({ id }) => id));
    // They go out as new edits; the old ones have been answered.
    for (const { id, mutation } of rejected) {
      if (mutation.account === account && !still.has(id)) device.promised.delete(id);
    }
    for (const mutation of disk?.waiting ?? []) device.keepPromise(mutation);
  });
}

/** Edits that wait here are taken to another device as a file, and are the same edits there. */
async function carryOver(from: Device, to: Device): Promise<void> {
  if (from === to) return;
  const file = await exported(from);
  if (file === null) return;
  await undisturbed(to, async (tab) => {
    const before = new Set((await editsOn(to)).map(({ id }) => id));
    await tab.editor.importOutbox(file);
    for (const mutation of await editsOn(to)) {
      if (before.has(mutation.id)) continue;
      to.carried.add(mutation.id);
      to.keepPromise(mutation);
    }
  });
}

/** An export; null where the storage fails. It holds what its account has made, and of others nothing. */
async function exported(device: Device): Promise<string | null> {
  await device.finish();
  const account = (await readDisk(device))?.account;
  // From now on another device may send them, whenever it likes.
  device.holds.released();
  const file = await device.tab.editor.exportOutbox().catch(() => null);
  for (const one of file === null ? [] : editsIn(file)) {
    if (one.account === account) continue;
    throw new Broken(`${device.name}: ${one.label} of ${one.account} was handed to ${account}`);
  }
  return file;
}

/** Edits that an export holds. */
function editsIn(file: string): Mutation[] {
  const { waiting, rejected } = JSON.parse(file) as {
    waiting: Mutation[];
    rejected: RejectedMutation[];
  };
  return [...waiting, ...rejected.map(({ mutation }) => mutation)];
}

/** Edits that wait on a device or were refused. */
async function editsOn(device: Device): Promise<Mutation[]> {
  const disk = await readDisk(device);
  return [...(disk?.waiting ?? []), ...(disk?.rejected ?? []).map(({ mutation }) => mutation)];
}

/**
 * What an admin does to queued edits, on a disk that holds: that these come whole or not at all is shown by
 * edits, which use the same transactions; here the outcome has to be known.
 */
async function undisturbed(
  device: Device,
  act: (tab: Tab, account: string | null) => Promise<void>,
): Promise<void> {
  device.storage.isFine();
  const { tab } = device;
  await device.finish();
  const { account = null } = (await readDisk(device)) ?? {};
  await device.follow(tab, act(tab, account));
}

/** After something was taken back: what is not there any more is not promised any more. */
async function forget(device: Device, before: readonly { id: string }[]): Promise<void> {
  const still = new Set((await editsOn(device)).map(({ id }) => id));
  for (const { id } of before) {
    if (!still.has(id) && !device.server.applied.has(id)) device.promised.delete(id);
  }
}

async function bySql(
  world: World,
  operation: Extract<Operation, { do: `sql ${string}` | 'leave open' | 'past the triggers' }>,
): Promise<void> {
  const { server } = world;
  const live = (table: string) => liveRows(server, table);
  world.edits += 1;
  const text = literal(`by hand ${world.edits}`);
  switch (operation.do) {
    case 'sql add':
      // By hand nobody makes a task or a track here: they need more than a title.
      if (['projects', 'friends', 'learnings', 'resources'].includes(operation.table)) {
        const [column] = columns[operation.table];
        const id = literal(handMade(world));
        await server.sql(`insert into ${operation.table} (id, ${column}) values (${id}, ${text})`);
      }
      return;
    case 'sql change': {
      const id = pick(live(operation.table), operation.row);
      const [, column] = columns[operation.table];
      if (id === undefined) return;
      await server.sql(
        `update ${operation.table} set ${column} = ${text} where id = ${literal(id)}`,
      );
      return;
    }
    case 'sql delete': {
      const id = pick(live(operation.table), operation.row);
      if (id !== undefined)
        await server.sql(`delete from ${operation.table} where id = ${literal(id)}`);
      return;
    }
    case 'sql together': {
      const friend = literal(handMade(world));
      await server.sql(`begin;
        insert into friends (id, name) values (${friend}, ${text});
        update learnings set description = ${text};
        update resources set description = ${text};
        insert into torture.together
        select array_agg(version) from sync.change where xmin = pg_current_xact_id()::xid;
        commit`);
      return server.wroteTogether();
    }
    case 'leave open': {
      const [task, friend] = [pick(live('tasks'), operation.row), pick(live('friends'), 0)];
      if (task === undefined || friend === undefined) return;
      const write = `update tasks set content = ${text} where id = ${literal(task)}`;
      // Whoever holds a row and then wants the lock stands against those who hold the lock and want the row.
      const rows = `select from tasks where id = ${literal(task)} for update`;
      const then = `update friends set bio = ${text} where id = ${literal(friend)}`;
      await server.hold(operation.rowFirst ? rows : write, operation.rowFirst ? write : then);
      if (operation.rowFirst) await inACircle(world, task, operation.row);
      return server.look();
    }
    case 'past the triggers': {
      const id = pick(live('learnings'), operation.row);
      if (id === undefined) return;
      await server.sql(`set session_replication_role = replica;
        update learnings set description = ${text} where id = ${literal(id)};
        set session_replication_role = default;
        select sync.reset()`);
      await server.lookAnew();
      return server.lookAtEpochs();
    }
  }
}

/**
 * A transaction begins, another commits and is read, and only then the first one writes: whatever it got at its
 * beginning (its time, its id) is older than what the device has followed.
 */
async function writeLate(world: World, device: Device, row: number): Promise<void> {
  const { server } = world;
  const task = pick(liveRows(server, 'tasks'), row);
  const friend = pick(liveRows(server, 'friends'), row);
  if (task === undefined || friend === undefined) return;
  world.edits += 1;
  const text = literal(`by hand ${world.edits}`);
  await server.hold(
    'select now()',
    `update tasks set content = ${text} where id = ${literal(task)}`,
  );
  await server.sql(`update friends set bio = ${text} where id = ${literal(friend)}`);
  device.network.isFine();
  device.tab.page.tell('online');
  device.tab.page.tell('shown');
  await settle();
  await server.letGo();
}

/** An edit of the row that somebody holds has the lock that they want next: one of the two is told to give up. */
async function inACircle(world: World, task: string, which: number): Promise<void> {
  const { postgres, server, devices } = world;
  const device = pick(devices, which);
  if (!postgres.isConcurrent || device === undefined) return;
  if (!(await shown(device, 'tasks')).some(({ id }) => id === task)) return;
  await edit(device, [update(tasks, task, { content: unique(world, 'fine') })]);
  await postgres.untilSomebodyWaits();
  await server.letGo();
}

/** Ids of the rows that the server has. */
function liveRows(server: Server, table: string): string[] {
  return [...server.index]
    .filter(([key, { row }]) => key.startsWith(`${table}/`) && row !== null)
    .map(([key]) => key.slice(table.length + 1))
    .sort();
}

function handMade(world: World): string {
  const part = (digits: number) =>
    Math.floor(world.random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${part(8)}-${part(4)}-4${part(3)}-8${part(3)}-${part(8)}${part(4)}`;
}

/** Rows as the device's screens show them, in an order that is the same in every run. */
async function shown(device: Device, table: TableName): Promise<{ id: string }[]> {
  const disk = await readDisk(device);
  return [...(disk?.rows ?? [])]
    .filter(([key]) => key.startsWith(`${table}/`))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { row }]) => row);
}

function unique(world: World, fate: Fate): string {
  world.edits += 1;
  const what = { fine: '', refused: ' refused at once', 'refused late': ' refused late' }[fate];
  return `edit ${world.edits}${what}`;
}

function kindOf(table: string): AnyKind {
  const kind = kinds.find((one) => one.table === table);
  if (kind === undefined) throw new Error(`there is no kind ${table}`);
  return kind;
}

function pick<T>(of: readonly T[], which: number): T | undefined {
  return of.length === 0 ? undefined : of[which % of.length];
}

/** A storage that fails tells so; nothing more is expected of it here. */
async function orStorage(job: Promise<unknown>): Promise<void> {
  await job.catch(() => {});
}
