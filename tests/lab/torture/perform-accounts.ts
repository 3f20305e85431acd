import type { Device } from './device.ts';
import { readDisk } from './disk.ts';
import type { Operation, TableName } from './operations.ts';
import { rewrite, sendsNothing } from './perform-edits.ts';
import { discard, editsOn, exported } from './perform-review.ts';
import { columns, handMade, NoTarget, pick, shown } from './rows-at-hand.ts';
import { literal } from './server.ts';
import { orStorage, settle } from './storage.ts';
import type { Account, World } from './world.ts';

/** Accounts that sign in and out on one device. */

export async function signIn({ server }: World, device: Device, account: Account): Promise<void> {
  const session = server.signIn(account.userId);
  const tab = device.otherTab;
  await device.follow(
    tab,
    orStorage(
      tab.sessions
        .signIn(session, { ...account, email: '', expired: false })
        .then(() => tookAlong(device)),
    ),
  );
}

/** What the server says of the role is on the device. Without an answer the known role stays. */
export async function askForRole({ accounts }: World, device: Device): Promise<void> {
  const { account = null, expired = true } = (await readDisk(device)) ?? {};
  const own = accounts.find(({ userId }) => userId === account);
  if (own === undefined || expired || !device.network.isUp) throw new NoTarget();
  const tab = device.otherTab;
  const set = tab.sessions.setRole(own.userId, own.isAdmin).then(() => tookAlong(device));
  await device.follow(tab, orStorage(set));
}

export async function handOver(
  world: World,
  device: Device,
  { to, meanwhile }: Extract<Operation, { do: 'hand over' }>,
): Promise<void> {
  const { accounts, clock } = world;
  const [admin = null, another = null] = accounts.filter(({ isAdmin }) => isAdmin);
  const reader = accounts.find(({ isAdmin }) => !isAdmin);
  if (admin === null) throw new NoTarget();
  device.network.isFine();
  device.storage.isFine();
  await signIn(world, device, admin);
  for (const { page } of device.tabs) {
    page.tell('shown');
    page.tell('online');
  }
  await settle();
  // Late, they are the first that the device is told of.
  if (meanwhile !== 'late') await addDrafts(world);
  await clock.pass(4_000);
  if (meanwhile === 'late') {
    device.network.expect('answer late', 2);
    await addDrafts(world);
    await settle();
  } else if (meanwhile === 'offline') {
    device.network.isUp = false;
    for (const { page } of device.tabs) page.tell('offline');
  }
  const tab = device.otherTab;
  const other = to === 'another admin' ? another : to === 'a reader' ? reader : admin;
  if (!other) throw new NoTarget();
  if (to === 'the same, no admin any more') await giveRole(world, admin, false);
  if (to === 'nobody') await device.follow(tab, orStorage(tab.sessions.signOut()));
  else if (other === admin && meanwhile !== 'offline') await askForRole(world, device);
  else await signIn(world, device, other);
  await clock.pass(4_000);
}

/** A draft, and a row that everybody sees, with the id of the draft. */
async function addDrafts(world: World): Promise<void> {
  const [draft, resource] = [literal(handMade(world)), literal(handMade(world))];
  await world.server.sql(`
    insert into learnings (id, title, published_at) values (${draft}, 'a draft', null);
    insert into resources (id, title, learning_id) values (${resource}, 'about it', ${draft})`);
}

/** R43: whose account is no admin, or no admin any more, has nothing here that only admins are told. */
async function tookAlong(device: Device): Promise<void> {
  const disk = await readDisk(device);
  if (disk === null || disk.isAdmin) return;
  const left = [...disk.held].find(([, { withheld }]) => withheld);
  if (left !== undefined) device.left = `${left[0]} is left with an account that is no admin`;
}

/** Gives an account the admin role, or takes it away. */
export async function giveRole({ server }: World, account: Account, admin: boolean): Promise<void> {
  account.isAdmin = admin;
  const id = literal(account.userId);
  await server.sql(
    admin
      ? `insert into user_roles (user_id, role) values (${id}, 'admin') on conflict do nothing`
      : `delete from user_roles where user_id = ${id}`,
  );
  await server.lookAtEpochs();
}

export async function share(
  world: World,
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const held = pick(await shown(device, table), row);
  const account = (await readDisk(device))?.account ?? null;
  const other = world.accounts.find(({ userId }) => userId !== account);
  if (account === null || other === undefined) throw new NoTarget();
  const change = (column: string) => rewrite(world, device, { table, id: held.id, column });
  const [first, second] = columns[table];
  await sendsNothing(world, device);
  await change(first);
  const edits = await editsOn(device);
  if (device.otherTab === device.tab) device.openTab();
  await settle();
  const { hearing } = device.tab;
  hearing.fallBehind();
  await signIn(world, device, other);
  // Its author has not heard that somebody else is signed in now.
  await change(first);
  hearing.catchUp();
  await change(second);
  await exported(device);
  const last = edits.findLast((one) => one.account === account);
  if (last !== undefined) await discard(device, last.id);
}
